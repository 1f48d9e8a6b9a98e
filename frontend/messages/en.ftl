### Texts of the application. Names of weather, fields and grades come from the catalogue of the science.

## Frame

skip = Skip to the page
pages = Pages
start-page = Start page
page-situation = Situation
page-new = New diagnosis
page-diagnoses = Diagnoses
page-reports = Reports
page-library = Library
page-members = Members
page-components = Components
no-centre = Unknown centre
your-centres = Your centres
centre-menu = Centre: { $centre }
find = Go to
mode-test = Test: nothing here is for use in operations
mode-exercise = Exercise: nothing here is the weather of today
mode-demonstration = Demonstration: nothing here is for use in operations
calendar = Calendar
clock-local = { $time } local
local-time = In your time zone: { $time }
close = Close
leave = Cancel
try-again = Try again
load-again = Load again
loading = Loading

## Person

person-menu = Account of { $person }
language = Language
theme = Appearance
theme-dark = Dark
theme-light = Light
more = More
invitations = Invitations and centres
second-factor = Two-factor authentication
change-password = Change the password
api-docs = API documentation
operator-pages = Pages of the operator
sign-out = Sign out

## Keys

key-sheet = Keyboard shortcuts

## What went wrong

problem-page = Something in this page has failed. It is a fault of ours, not of yours.
problem-unreachable = The platform does not answer. The network may be down, or the server is being restarted. What you typed is kept: try again in a minute.
problem-forbidden = You may not do this.
problem-missing = There is nothing at this address, or it belongs to another centre.
problem-conflict = This has changed since you opened it. Load it again, then decide.
problem-taken = This name is taken already. Choose another one.
problem-busy = The platform is busy. What you typed is kept: try again in a minute.
problem-fault = The platform has failed here. It is a fault of ours: tell the operator the number of the request.
problem-refused = The platform did not accept this.
problem-wait = { $seconds ->
    [one] It can be tried again in one second.
   *[other] It can be tried again in { $seconds } seconds.
  }
problem-request = Request { $id }
page-lost-title = This page could not be loaded
page-lost-text = If the platform does not answer, the page comes by itself as soon as it does. If it was upgraded, load the page again with the button below.
no-page-title = Page not found
no-page-text = The address may have been mistyped, or it was one of an earlier version.
not-your-centre-title = You are not a member of this centre
not-your-centre-text = The address may have been mistyped, or you are no longer a member. You can open:

## Times

open-start = or earlier: the data or the period begin
open-end = or later: the data or the period end
ago-minutes = { $count } min ago
ago-hours = { $count } h ago
ago-days = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
  }

## Lists

signed-in-as = Signed in as { $person }
key-then = then
found = Found
read-version = Version { $number }
read = Read
no-report-title = No report yet
no-report-text = The diagnosis is under way, or ended without one.
list-foot = { $count ->
    [one] One row
   *[other] { $count } rows
  } · updated { $time } UTC
ago-now = just now
any = Any
event = Event
region = Region
period = Period
source = Source
state = State
asked = Requested
report = Report
version = Version
changed = Changed
newer = Newer
older = Older
pager = Pages of the list
show-all = Show all
filtered-title = Nothing matches the filters
filtered-text = There are others that the filters leave out.
whole-source = All that the source holds
change-before = Removed
change-after = Added
event-none = No event
event-untested = Cannot be tested
event-not-met = { $event }: not met
event-not-testable = { $event }: cannot be tested
event-reached = { $event }: limit reached here, extent not known
event-likely = { $event }: likely at stations
event-unknown = Not diagnosed
event-not-yet = Not diagnosed yet

## States

status-queued = Waiting
status-running = Running
status-finished = Finished
status-failed = Failed
status-cancelled = Cancelled
status-parked = On hold
version-draft = Draft
version-in_review = In review
version-approved = Approved
version-published = Published
version-superseded = Superseded
version-withdrawn = Withdrawn

## Library

library-with-overlay = { $version } with our overlay { $number }
