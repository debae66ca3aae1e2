"""The web app: thin edges over matches. A handler decodes, acts, stores, answers; it knows no rules."""
