"""The one door to the science: typed requests in, typed answers or bytes out.

The command line parses, calls and prints; the platform's workers load, call and store. Progress is
reported by callback. Modules here import the science when they are called, so that a command that
needs little starts fast.
"""
