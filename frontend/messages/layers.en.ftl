### Texts of what lies above a page: sign-in, confirmation, notices of new pages. They are loaded after it.

sign-in = Sign in
again-password = Password
again-code = Code
again-code-hint = From your authenticator application, or a recovery code
again-title = Your session has ended
again-text = Sign in again as { $person } and go on where you were. Nothing that you typed is lost; what you had sent is sent afterwards.
again-elsewhere = Sign in another way (opens a new window)
confirm-title = Confirm that it is you
confirm-text = This act is sensitive, and you signed in some time ago.
confirm-act = Confirm
confirm-by-password = Use the password
confirm-by-code = Use a code
confirm-provider = You sign in at your organisation. Sign out, sign in there again, and repeat the act.
other-title = Somebody else is signed in
other-text = In another window of this browser, { $other } has signed in. This window belonged to { $person } and cannot go on.
other-load = Go on as { $other }
pages-old = The platform has been upgraded since you opened this page. The request form and all filters are kept when you load it again.
pages-incomplete = A part of this page could not be loaded: the network or the server may be away. Load it again in a minute; the request form and all filters are kept.
pages-typed = What you have typed on this page is not sent yet, and would be lost.
pages-load-anyway = Load all the same
