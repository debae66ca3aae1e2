"""Ship-to-ship action under sail, with the Casus Belli fire rules."""
