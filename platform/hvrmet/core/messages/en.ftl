# Every text of the server's pages, in English. zh.ftl has the same entries.
# Sections begin with "### section: NAME"; the identifiers of a section begin with NAME and a hyphen.

### section: format

# How values are written: lists, times.
format-moment = { $date } { $clock } UTC
format-comma = { $first }, { $second }

### section: site

# The frame of every page.
site-skip = Skip to the content
site-needs_script = HVR-Met needs JavaScript. Allow it for this address, then load the page again.
site-late = The page has not begun yet: the network is slow, or a file of it is missing.
site-late_again = Load it again
site-account = Your account
site-language = Language
site-english = English
site-chinese = 中文
site-no_centre = No centre
site-back = Back to your centre
site-invitations = Invitations and centres
site-factor = Two-factor authentication
site-password = Password
site-operator = Operator
site-sign_out = Sign out
site-mode_test = Test: nothing here is for use in operations
site-mode_exercise = Exercise: nothing here is the weather of today
site-mode_demonstration = Demonstration: nothing here is for use in operations

### section: unbuilt

# The page of a checkout in which nobody has built the application.
unbuilt-title = The pages are not built
unbuilt-text = This installation runs from a checkout. In a shell there:
unbuilt-then = Then load this page again. The wheel and the image contain the pages.

### section: notice

# What kind of notice it is, for those who do not see its symbol.
notice-success = Done
notice-info = Note
notice-debug = Note
notice-warning = Attention
notice-error = Error

### section: entrance

entrance-title = Sign in
entrance-name = User name
entrance-password = Password
entrance-submit = Sign in
entrance-purpose = Diagnosis of extreme weather, with evidence for every number
entrance-mismatch = The name or the password is wrong. Check both and try again.
entrance-no_account = No account? Ask the operator of this platform; the administrator of your centre then invites you.
entrance-lost = Password forgotten? The operator of this platform sets a new one.
entrance-or = Or sign in with
entrance-varied = At least { $least } different characters, spaces and capitals apart.

### section: first

# The page of an installation without a centre.
first-title = Make the first centre
first-state = This installation runs and has no centre yet.
first-command = Make one with its first administrator, in a shell on the server:
first-embedded = Embedded platform
first-compose = Docker Compose
first-then = Then load this page again and sign in.
first-reload = Load again

### section: factor

factor-required = This installation asks for a second factor: add one here, then go on.
factor-answer = Add a second factor before you answer an invitation.
factor-operator = The operator's pages ask for a second factor: add one here first.

### section: invitation

invitation-title = Invitations and centres
invitation-open = Open invitations
invitation-from = { $centre } invites you as { $roles }
invitation-roles = { $roles }
invitation-details = Invited by { $inviter }; open until { $until }.
invitation-accept = Accept
invitation-decline = Decline
invitation-accept_of = Accept the invitation of { $centre }
invitation-decline_of = Decline the invitation of { $centre }
invitation-none = No invitation is open now.
invitation-ask = Nobody invites you now: ask the administrator of your centre to invite { $name }.
invitation-centres = Your centres
invitation-home = Home centre
invitation-active = Active now
invitation-nowhere = You are signed in as { $name } and work in no centre now.
invitation-lost = You are not a member of the centre any more in which you worked: open another one, or sign in again.
invitation-operator = The operator's pages
invitation-accepted = You have accepted. { $centre } is among your centres now.
invitation-declined = You have declined the invitation of { $centre }.
invitation-choose = Choose Accept or Decline.
invitation-gone = Nothing was changed: this invitation is not open any more.
invitation-closed = Nothing was changed: the invitation was decided or withdrawn in the meantime, or whoever made it may not invite any more. Ask for another one.

### section: role

role-viewer = viewer
role-forecaster = forecaster
role-reviewer = reviewer
role-duty_lead = duty lead
role-curator = curator
role-tenant_admin = administrator
role-auditor = auditor
role-service = service

### section: operator

operator-choose_tenant = Choose a tenant first: mark one in this list and run "Show the rows of this tenant". The page that you asked for shows the rows of one tenant.

### section: fault

# Error pages: the title, what happened, what to do.
fault-request_id = Request
fault-quote = Quote this number when you ask for help.
fault-start = Start page
fault-wait = Try again in { $seconds } s.

fault-bad_request-title = This request cannot be served
fault-bad_request-happened = The address or the form holds something that this platform does not accept.
fault-bad_request-do = Go back and try again. If it happens again, delete the cookies of this site.

fault-not_authenticated-title = Sign in first
fault-not_authenticated-happened = This page is for people who are signed in. Your session may have ended.
fault-not_authenticated-do = Sign in; you then come back to this page.
fault-not_authenticated-link = Sign in

fault-forbidden-title = You may not see this
fault-forbidden-happened = Your roles do not include this page, or you do not work in its centre now.
fault-forbidden-do = Go to your centre, or ask its administrator for the role that you need.

fault-csrf-title = The form was not accepted
fault-csrf-happened = The form was open for too long, you have signed in or out in the meantime, or this browser keeps no cookies.
fault-csrf-do = Go back, load the page again and send the form once more. Allow cookies for this site.

fault-second_factor-title = A second factor is missing
fault-second_factor-happened = This installation asks for a second factor, and you signed in without one.
fault-second_factor-do = Add one to your account, then open this page again.
fault-second_factor-link = Add a second factor

fault-operators-title = These pages are for operators
fault-operators-happened = Here the operators of this installation work. Your account is not one of theirs, or may not open this page.
fault-operators-do = Go to your centre. If you should work here, ask whoever runs this installation.

fault-not_found-title = There is nothing here
fault-not_found-happened = No page has this address, or it belongs to a centre in which you do not work now.
fault-not_found-do = Check the address, or begin at the start page.

fault-too_large-title = Too much was sent
fault-too_large-happened = The form is longer than this platform reads.
fault-too_large-do = Go back and send less.

fault-too_many-title = Too many attempts
fault-too_many-happened = There were too many attempts or requests in a short time. Attempts before the wait is over change nothing.
fault-too_many-do = Wait, then try again. If the password is lost, ask the operator.

fault-internal-title = A fault of the platform
fault-internal-happened = Something failed on our side; it has been recorded. Nothing that you entered is the cause.
fault-internal-do = Try again in a moment. If it fails again, tell the operator the number of the request.

fault-unavailable-title = Not available now
fault-unavailable-happened = The platform is running, but its database cannot be reached or too many requests are waiting.
fault-unavailable-do = Try again in a moment. If it lasts, inform the operator.
