"""The application in the browser: its page, and the built files that it loads."""
