"""The documentation as a site: the pages of `docs/` and a page for each title, made into plain HTML that needs no server.

`python -m weathergauge.site FOLDER` writes it; the server shows the same under `/docs/`.
"""
