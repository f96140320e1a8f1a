"""The doors: HTTP app, command line, web page."""
