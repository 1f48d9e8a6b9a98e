### Texts of the pages. Names of weather, reasons and grades come from the catalogue of the science.

## Frame

ui-skip = Skip to the page
ui-pages = Pages
ui-nav-situation = Situation
ui-nav-diagnoses = Diagnoses
ui-nav-new = New
ui-nav-ask = Ask
ui-nav-library = Library
ui-nav-sources = Sources
ui-nav-climatologies = Climate
ui-nav-audit = Audit
ui-nav-settings = Settings
ui-nav-design = Design system
ui-find = Find
ui-find-hint = A page, a diagnosis, an act
ui-find-nothing = Nothing fits. Try a page, a kind of event or a source.
ui-mod = Ctrl
ui-local = local
ui-local-time = local { $time }
ui-person-menu = You and your centre
ui-centres = Your centres
ui-shortcuts = Keyboard shortcuts
ui-shortcuts-go = Go to
ui-shortcuts-pages = On pages
ui-key-list-next = Next in a list
ui-key-list-before = Previous in a list
ui-key-open = Open
ui-key-time-step = Previous or next time of a map
ui-key-play = Play or stop a map's times
ui-key-full-screen = Full screen
ui-key-close = Close
ui-theme-dark = Dark
ui-theme-light = Light
ui-other-language = 中文
ui-second-factor = Second factor
ui-change-password = Change the password
ui-sign-out = Sign out
ui-close = Close
ui-loading = Loading
ui-try-again = Try again
ui-load-again = Load the page again

## Signing in

ui-entrance-title = Sign in
ui-entrance-text = What happens, why, and how sure we are: diagnoses of extreme weather from your centre's data.
ui-signed-out = You have been signed out.
ui-username = Name
ui-password = Password
ui-code = Code
ui-code-hint = Of your authenticator application, or a recovery code
ui-sign-in = Sign in
ui-no-account = No account, or the password is lost? Ask the operator of this platform.
ui-organisation = Other ways to sign in
ui-again-title = Your session has ended
ui-again-text = Sign in again to go on. What you have typed is still there, and what you had sent is sent afterwards.
ui-again-leave = Leave this page and sign in as somebody else
ui-confirm-title = Confirm that it is you
ui-confirm-text = This act is sensitive and your sign-in is some time ago.
ui-confirm-act = Confirm
ui-confirm-by-password = Use the password
ui-confirm-by-code = Use a code
ui-confirm-provider = You sign in at your organisation: sign out, and sign in there again.
ui-confirm-given-up = Nothing was changed: the confirmation was closed.
ui-factor-missing = This installation asks for a second factor. Add one, then load this page again.
ui-invited = { $centre } invites you as { $roles }. Invited by { $by }.
ui-invited-until = Open until
ui-accept = Accept
ui-decline = Decline
ui-no-centre-title = You work in no centre
ui-no-centre-text = Nobody invites you now. Ask the administrator of your centre for an invitation.

## What is wrong

ui-unreachable = The platform does not answer. Your network may be down, or the server is being restarted: try again in a minute. What you have typed stays.
ui-busy = The platform is busy at this moment: try again in a minute. What you have typed stays.
ui-no-words = The platform refused this without saying why (status { $status }). Try again; if it is refused again, tell the operator.
ui-broken = Something in this page has failed.
ui-broken-text = Everything else goes on. Load the page again; if it fails again, tell the operator what stands below.
ui-retry-after = It can be tried again in { $n } seconds.
ui-request-id = Number of the request, for the operator: { $id }
ui-role-needed = This takes the role { $roles }.
ui-not-found-title = There is nothing at this address
ui-not-found-text = It may have been mistyped, or belong to another centre.
ui-server-away = The server does not answer: what you see may be old
ui-live-away = { $code ->
    [4401] Your sign-in has ended: sign in again, and the page goes on
    [4403] Not signed in: sign in, and the page goes on
    [4429] Too many live connections: close pages that you do not need
   *[other] Live connection lost { $n } s ago, trying again
  }
ui-live-refused = { $code ->
    [4401] No live connection, for your sign-in has ended: load the page again and sign in
    [4403] No live connection: load the page again and sign in with a role that may read diagnoses
    [4404] Nothing in this centre is followed at this address: choose it from the list of diagnoses
   *[other] No live connection (code { $code }): load the page again
  }
ui-no-worker = No worker takes jobs
ui-queue-slow = The oldest job has waited for { $n } min
ui-queue-running = { $n } running
ui-queue-waiting = { $n } waiting
ui-data-age = newest data { $span } old
ui-source-away = Source { $name } cannot be read
ui-map-broken = This browser cannot draw maps (WebGL is missing). Everything else works.

## Roles, states

ui-role-viewer = viewer
ui-role-forecaster = forecaster
ui-role-reviewer = reviewer
ui-role-duty_lead = duty lead
ui-role-curator = curator
ui-role-tenant_admin = centre administrator
ui-role-auditor = auditor
ui-role-service = service
ui-status-queued = Waiting
ui-status-running = Running
ui-status-finished = Finished
ui-status-failed = Failed
ui-status-cancelled = Cancelled
ui-status-parked = Parked
ui-verdict-confirmed = Confirmed
ui-verdict-refuted = Refuted
ui-verdict-undetermined = Undetermined
ui-version-draft = Draft
ui-version-in_review = In review
ui-version-approved = Approved
ui-version-published = Published
ui-version-superseded = Superseded
ui-version-withdrawn = Withdrawn
ui-event-none = No event
ui-event-open = Not classified
ui-span-seconds = { $n } s
ui-span-minutes = { $n } min
ui-span-hours = { $n } h
ui-span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
ui-ago = { $span } ago
ui-in = in { $span }

## Situation

ui-map-label = Map of the diagnoses
ui-map-all = Show all
ui-legend = Legend
ui-legend-severity = fuller: more severe
ui-legend-live = dashed: still running
ui-legend-none = grey: no event found
ui-legend-failed = red: failed
ui-attention = Needs attention
ui-list-count = { $n } shown
ui-list-waiting = { $n ->
    [one] { $n } change: show
   *[other] { $n } changes: show
}
ui-group-failed = Failed
ui-group-deadline = Deadline within an hour
ui-group-review = Event found, not published
ui-group-changes = In review
ui-group-running = Under way
ui-group-quiet = Nothing to do
ui-turn = Round { $n }
ui-before-queued = Waiting for a worker
ui-before-running = Reading the data
ui-before-finished = Without a conclusion
ui-before-failed = Failed before its first round
ui-before-parked = Parked before its first round
ui-before-cancelled = Cancelled before a conclusion
ui-situation-empty-title = No diagnosis yet
ui-situation-empty-text = Ask for the first one: choose a source and draw a box, or type what you want to know.

## Words of several pages

ui-who-service = { $name } (program)
ui-reason-optional = May be left empty
ui-nav-new-long = New diagnosis
ui-language-zh = Chinese
ui-acts = Acts
ui-address = Address
ui-age = Age
ui-all = All
ui-all-categories = All categories
ui-all-events = All events
ui-anomaly = Anomaly
ui-asked = Asked
ui-asked-by = Asked by
ui-attribution = Attribution
ui-category = Category
ui-category-dynamics = dynamics
ui-category-thermodynamics = thermodynamics
ui-category-moisture = moisture
ui-change = Change
ui-checked = Last checked
ui-choose = Choose
ui-comment = Comment
ui-conclusion = Conclusion
ui-copy = Copy
ui-deadline = Deadline
ui-default = Default
ui-download = Download
ui-event = Event
ui-expires = Expires
ui-factor = Factor
ui-field = Field
ui-fields = Fields
ui-filter = Filter
ui-filters-clear = Clear the filters
ui-find-nothing-short = Nothing fits
ui-findings = Findings
ui-formula = Formula
ui-inputs = Inputs
ui-keep = Keep
ui-leave = Leave
ui-levels = Levels
ui-meaning = Meaning
ui-more = More
ui-newer = Newer
ui-older = Older
ui-no = no
ui-yes = yes
ui-none = None
ui-open = Open
ui-operator = Operator
ui-pages-of-list = Pages of the list
ui-parameter = Parameter
ui-position = Position
ui-reason = Reason
ui-reason-hint = Stands in the report and in the audit log
ui-references = References
ui-region = Region
ui-remove = Remove
ui-roles = Roles
ui-source = Source
ui-status = Status
ui-surface = surface
ui-take-back = Take back
ui-time = Time
ui-time-utc = Time (UTC)
ui-times = Times
ui-unit = Unit
ui-value = Value
ui-verdict = Verdict
ui-priority-low = Low
ui-priority-normal = Normal
ui-priority-high = High
ui-kind-index = index
ui-kind-figure = chart
ui-kind-detector = detector
ui-kind-reduction = reduction

## Diagnoses

ui-diagnoses-none = No diagnosis fits
ui-diagnoses-none-text = Other filters, or a new diagnosis, will help.
ui-diagnosis-parts = Parts of the diagnosis
ui-tab-run = Run
ui-tab-evidence = Evidence
ui-tab-report = Report
ui-cancel = Cancel
ui-cancel-title = Cancel this diagnosis
ui-cancel-what = It ends after its present step. What was found until then stays, but no report is written.
ui-cancel-send = Cancel the diagnosis
ui-cancelled-by = Cancelled by { $by }
ui-cancelled-what = What was found until then stands below; nothing was concluded, and there is no report.
ui-cancelling = Being cancelled
ui-retry = Go on
ui-retry-asked = It is in the queue again.
ui-rerun = Run again as it is
ui-rerun-changed = Change and run again

## The run

ui-live = live
ui-away = { $code ->
    [1012] The server has been restarting for { $n } s; the connection comes back by itself.
    [1013] The database has not answered for { $n } s; the connection comes back by itself.
    [4401] Your sign-in has ended: sign in again in the window above, and the page goes on.
    [4403] You are not signed in: sign in in the window above with a role that may read diagnoses, and the page goes on.
    [4408] This page took what was sent too slowly; it goes on by itself where it stopped.
    [4429] Too many live connections are open: close pages that you do not need. This one waits and comes back by itself.
   *[other] Connection lost { $n } s ago (code { $code }); it comes back by itself.
  }
ui-was-away = Was away for { $n } s. { $events } events came meanwhile; none is missing.
ui-progress = Progress
ui-progress-count = { $n } of { $target } factors count
ui-progress-beyond = { $n } factors count ({ $target } { $target ->
    [one] was
   *[other] were
} needed)
ui-progress-rest = round { $turn }: { $confirmed } confirmed, { $refuted } refuted, { $undetermined } undetermined
ui-progress-left = { $n } left to test
ui-progress-elapsed = for { $span }
ui-progress-rest-time = about { $span } more if what is tested next counts
ui-run-queued = Waiting for a worker. The run appears here as it grows.
ui-note-claimed = taken by a worker
ui-note-lease_lost = The worker has gone silent; another one goes on.
ui-note-resumed = Resumed where the log ends.
ui-note-retried = Put back into the queue by { $by }.
ui-note-parked = Parked: it killed its workers and waits for a person.
ui-note-model_failed = A language model failed; the expert policy went on.
ui-criteria = Criteria
ui-preset = Preset { $name }
ui-firing-fired = Met
ui-firing-likely_at_stations = Likely at stations
ui-firing-not_fired = Not met
ui-firing-not_assessable = Cannot be tested
ui-threshold-title = { $quantity }: { $value }; threshold { $limit }
ui-round-open = under way
ui-round-unfinished = not finished
ui-decision-continue = goes on: { $n } left to test
ui-decision-stop = the search ends
ui-computing = Computing
ui-judging = Judging
ui-not-tested = Not tested
ui-step-failed = Step failed
ui-open-evidence = Open the evidence: { $name }
ui-blocked = { $n } factors cannot be tested on these data
ui-value-of = { $value }, threshold { $limit }
ui-margin = margin { $value }
ui-score = score { $value }
ui-confidence = confidence { $n } %
ui-does-not-count = Does not count: found as strongly at quiet places or times
ui-control_counts = Counts: as strong at { $n } of { $of } quiet places or times
ui-control_trivial = As strong at { $n } of { $of } quiet places or times
ui-control_none = No quiet place or time in these data to compare with
ui-control_as_strong = as strong
ui-control_weaker = weaker
ui-control_absent = absent
ui-control_unknown = cannot be said
ui-causes = Competing causes
ui-standing-leading = leading
ui-standing-contributing = contributing
ui-standing-open = open
ui-standing-undecided = inconclusive
ui-standing-untested = not tested
ui-standing-fallen = fallen
ui-cause-for = { $n } for
ui-cause-against = { $n } against
ui-no-conclusion-yet = No conclusion yet.
ui-occurrence-met = The criterion is met
ui-occurrence-likely_at_stations = Likely at stations, below the limit in the data
ui-occurrence-not_met = No criterion is met
ui-occurrence-cannot_be_tested = Cannot be tested on these data
ui-explanation-confirmed = { $sure ->
    [high] The cause is established
    [moderate] The cause is well supported
    [low] A cause is supported, with little confidence
   *[none] No cause is established: too little confidence
}
ui-explanation-partly = { $sure ->
    [high] The cause is partly established
    [moderate] The cause is well supported in part
    [low] A cause is supported in part, with little confidence
   *[none] No cause is established: too little confidence
}
ui-explanation-not_testable = The cause cannot be tested
ui-explanation-none = No cause is established
ui-sure-high = high confidence
ui-sure-moderate = moderate confidence
ui-sure-low = low confidence
ui-sure-very_low = very low confidence
ui-limit-single_time = Rests on a single time.
ui-limit-began_before_data = Began before the data do.
ui-limit-lasts_beyond_data = Lasts when the data end.
ui-limit-reaches_region_edge = Reaches the edge of the region.
ui-limit-types_not_tested = Some types of event could not be tested.
ui-limit-coarse_grid = The grid is coarse for this event.
ui-stopped-target_reached = Ended: enough factors count.
ui-stopped-turns_used = Ended: all rounds are used.
ui-stopped-library_exhausted = Ended: everything in the library was tried.
ui-stopped-nothing_testable = Ended: nothing can be tested on these data.
ui-stopped-empty_library = Ended: the library has nothing for this event.
ui-stopped-ordered = Ended early by order of a forecaster.
ui-stopped-deadline = Ended early by its deadline.
ui-read-report = Read the report (version { $n })
ui-data = Data
ui-data-title = Title
ui-data-times = Times
ui-data-fields = Fields
ui-data-sound = Nothing doubtful in { $n } checks
ui-weight-tell = Worth knowing
ui-weight-doubt = Doubtful
ui-weight-refuse = Refused

## Steering

ui-steering = Steer
ui-order-pin = Pin
ui-order-veto = Veto
ui-order-add = Add
ui-order-conclude = Conclude
ui-order-pin-what = Tried next; takes one of the five places.
ui-order-veto-what = Never tried, or no longer counted.
ui-order-add-what = One more factor beyond the five.
ui-order-conclude-what = The search stops; the conclusion rests on what has been tested.
ui-order-give = Give the order
ui-order-status-waiting = waiting
ui-order-status-applied = applied
ui-order-status-refused = refused
ui-order-status-missed = too late

## Evidence

ui-tool-event_map = The event on a map
ui-tool-situation_map = The synoptic situation
ui-evidence-none = No evidence yet
ui-evidence-later = Each piece appears here when it has been computed.
ui-evidence-never = No evidence
ui-evidence-ended = The run has ended without any.
ui-evidence-no-chart = This piece has no chart
ui-evidence-number = Evidence { $id }
ui-viewer-label = Chart: { $title }. Plus and minus zoom, 0 shows all, F full screen.
ui-viewer-hint = double click zooms, drag moves
ui-zoom-in = Zoom in
ui-zoom-out = Zoom out
ui-zoom-whole = Whole
ui-full-screen = Full screen
ui-usual = usual
ui-series-usual = The band shows one and two standard deviations around the mean of { $baseline } ({ $mean }, { $n } samples).
ui-series-no-usual = This source has no climatology, so no band is shown.
ui-series-decisive = It was decided at { $time }.
ui-series-table = The numbers
ui-view = View
ui-view-chart = Chart
ui-view-map = Map
ui-map-none = This piece has no field to draw on a map
ui-layer-contours = Contours
ui-layer-vectors = Wind
ui-layer-features = Detected features
ui-map-more = Contours, other times and soundings are computed when they are asked for.
ui-opacity = Opacity
ui-two-panes = Two panes
ui-swipe = Swipe
ui-swipe-divider = Divider between the two maps
ui-swipe-value = { $first } on the left { $share } % of the map, { $second } on the right { $rest } %
ui-pane-left = Left: { $title }
ui-pane-right = Right: { $title }
ui-level = Level
ui-cursor-hint = Point at the map, or touch it, for values
ui-field-map = Map of { $title }
ui-play = Play the times
ui-time-before = Previous time
ui-time-after = Next time
ui-sounding = Sounding
ui-sounding-pick = Choose the place of the sounding on the map
ui-wind = Wind
ui-hit-place = place
ui-hit-catalog = tool
ui-hit-entry = library
ui-hit-report = report
ui-hit-diagnosis = diagnosis
ui-provenance = Where it comes from
ui-entry = Entry of the library
ui-policy = Chosen by
ui-policy-expert = the expert policy
ui-input-digest = Digest of the inputs
ui-call = Call
ui-controls = Compared with quiet places and times
ui-control-away = { $km } km { $direction }
ui-control-then = another time
ui-opinion = Second opinion
ui-opinion-agrees = { $library } agrees
ui-opinion-differs = { $library } differs

## Report

ui-report-none = No report yet
ui-report-later = It is written when the search has ended.
ui-report-failed = The run failed before it could write one.
ui-report-never = No report
ui-report-cancelled = The run was cancelled before it could write one.
ui-versions = Versions
ui-version = Version { $n }
ui-version-of = Written by { $author }
ui-compare = Compare with version { $n }
ui-withdrawn-by = Withdrawn by { $by }:
ui-superseded-by = Superseded by version { $n }.
ui-dissent-of = Dissent of { $by }:
ui-own-words = the forecaster's own words ({ $author }), not checked
ui-claims-count = { $n ->
    [one] { $n } claim
   *[other] { $n } claims
}
ui-not-opened = not opened
ui-sentence-acts = Comment or correct this sentence
ui-comment-chart = Comment on this chart
ui-edit-replace = Replace by own words
ui-edit-insert = Insert own words after it
ui-edit-remove = Remove
ui-edit-words = Own words
ui-edit-words-hint = Plain words in one line; marked as yours, and not checked
ui-edit-replace-done = Will be replaced by:
ui-edit-insert_after-done = Will follow:
ui-edit-remove-done = Will be removed.
ui-review = Review
ui-review-text = Your words on the whole report
ui-review-comments = { $n ->
    [one] { $n } comment
   *[other] { $n } comments
} in the text so far
ui-review-say-why = Say why first, in words above.
ui-submit = Submit for review
ui-submit-done = Submitted.
ui-approve = Approve
ui-approve-done = Approved.
ui-request-changes = Request changes
ui-request_changes-done = Changes requested.
ui-reject = Reject
ui-reject-done = Rejected.
ui-publish = Publish
ui-publish-done = Published.
ui-next-draft = Next: submit it. A reviewer then approves it, and a duty lead publishes it.
ui-next-in_review = Next: a reviewer who has not written it approves it, or asks for changes.
ui-next-approved = Next: it is published. Whoever publishes has neither written it nor asked for the diagnosis, and another person has approved it.
ui-withdraw = Withdraw
ui-withdraw-what = Nothing is deleted: people still read it, with the reason above it; services get it no more.
ui-unopened-title = Not everything has been opened
ui-unopened-text = { $n ->
    [one] One piece of evidence was
   *[other] { $n } pieces of evidence were
} not opened here. Look at them, or approve without.
ui-unopened-look = Look at the first
ui-unopened-approve = Approve without
ui-exports = Take away
ui-export-html = HTML
ui-export-md = Markdown
ui-export-json = JSON
ui-reviews = Reviews
ui-reviews-none = Nobody has reviewed this version.
ui-verdict-of-approve = Approved
ui-verdict-of-request_changes = Changes requested
ui-verdict-of-reject = Rejected
ui-corrections = Corrections
ui-edits-count = { $n ->
    [one] One edit
   *[other] { $n } edits
} in the text
ui-correction-note = What the correction is for
ui-correction-send = Send the correction
ui-correction-sent = Sent. A worker checks it and makes a version of it.
ui-correction-made = Version { $n } was made of it
ui-correction-waiting = Being checked
ui-correction-refused = Refused
ui-diff-title = From version { $from } to version { $to }
ui-diff-same = Nothing differs
ui-diff-values = Values

## New diagnosis

ui-words = In words
ui-words-hint = What is understood fills the form below. Nothing is sent with a part unread.
ui-words-example = Was there a rainstorm over the lower Yangtze on 5 July 2026, and why?
ui-words-reading = Reading…
ui-words-question = This asks for a value, not for a diagnosis.
ui-words-chart = This asks for a chart, not for a diagnosis.
ui-chip-remove = Leave out { $words }
ui-leave-out = Leave it out
ui-assumed = { $part }, assumed
ui-new-last = Your last requests
ui-source-times = { $n } times, { $fields } fields
ui-new-period = Period
ui-new-whole-period = Whole period of the data
ui-new-last-hours = Last { $n } h of the data
ui-new-start = From
ui-new-end = To
ui-new-utc = UTC; empty: the whole period
ui-new-event-hint = Left open, the data decide
ui-new-any-event = Any
ui-new-language = Language of the report
ui-new-priority = Priority
ui-new-deadline-hint = UTC; may be left empty
ui-new-outside = This region lies outside what the source covers.
ui-new-unread = A part of your words is not understood: nothing is sent until it is.
ui-new-send = Diagnose
ui-new-plan = Plan only
ui-new-planning = Planning…
ui-calendar = Calendar: { $name }
ui-new-source-missing = Choose a source.
ui-new-region-missing = Draw a box on the map, or type its sides.
ui-new-region-number = Each side is a number of degrees.
ui-new-region-latitudes = The south side lies below the north side, both between -90 and 90.
ui-new-region-narrow = West and east must differ.
ui-new-time-form = Write it as 2026-07-05 06:00, in UTC.
ui-new-end-before-start = The end lies before the start.
ui-new-both-times = Give both ends, or neither.
ui-side-west = West
ui-side-south = South
ui-side-east = East
ui-side-north = North
ui-region-map = Map for choosing the region
ui-draw = Draw a box
ui-drawing = Drag on the map
ui-feasible = What the data can support
ui-feasible-first = Choose a source and a region to see it.
ui-feasible-asking = Looking at the data…
ui-testable-fully = fully
ui-testable-partly = partly
ui-testable-not = not
ui-factors-usable = { $n } of { $of } factors
ui-plan = Plan
ui-plan-seconds = Expected: about { $span } of work (from { $n } past diagnoses).
ui-plan-no-seconds = No past diagnosis to estimate the time from.
ui-plan-reads = Reads { $fields } fields at { $times } times, { $megabytes } MB.
ui-plan-blocked = { $n } entries cannot be tested on these data.
ui-health-ready = Ready
ui-health-unread = No worker has looked at it yet.
ui-health-unwatched = Nobody has looked at it for long: it may be old.
ui-health-unreadable = It cannot be read.
ui-health-word-ready = ready
ui-health-word-unread = not read yet
ui-health-word-unwatched = unwatched
ui-health-word-unreadable = unreadable

## Ask

ui-ask-title = Ask
ui-ask-text = Question
ui-ask-claim = Sentence to check
ui-ask-text-label = Your question
ui-ask-text-hint = Of values, places and times in the data
ui-ask-text-example = What is the highest 850 hPa wind speed over Anhui on 5 July 2026?
ui-ask-text-send = Ask
ui-ask-claim-label = A sentence of a bulletin
ui-ask-claim-hint = Each statement in it is compared with the data
ui-ask-claim-example = More than 100 mm of rain fell in 24 hours over Jiangsu by 5 July 12 UTC.
ui-ask-claim-send = Check
ui-ask-empty = The answer appears here
ui-ask-empty-text = With how the question was read, and where on the map it lies.
ui-ask-past = Asked before
ui-ask-past-none = Nothing yet
ui-ask-read-as = Read as
ui-ask-map = Where the answer lies
ui-claim-supported = The data support it
ui-claim-contradicted = The data contradict it
ui-claim-refuted = The data contradict it
ui-claim-not_supported = The data do not support it
ui-claim-undetermined = Cannot be said
ui-claim-not_testable = Cannot be tested
ui-claim-found = Found { $found }; stated { $stated }

## Sources and climatologies

ui-sources-none = No source is registered
ui-sources-none-text = The operator registers sources in the settings of the platform (HVRMET_SOURCES).
ui-health = Health
ui-newest = Newest time
ui-has-climatology = Climatology
ui-step = every { $n } h
ui-source-name = Name in the file
ui-derived = derived from { $from }
ui-climatologies-title = Climatologies
ui-climatologies-text = A climatology says what is usual at a place in a season. With one, factors are judged as anomalies; without, by absolute thresholds.
ui-climatologies-having = Sources with a climatology
ui-climatologies-lacking = Sources without

## Library

ui-library-title = Guideline Library
ui-library-entries = Entries
ui-library-coverage = Coverage
ui-library-catalogue = Catalogue of tools
ui-library-none = No release is loaded
ui-library-search = Search entries: factor, reason, reference
ui-catalogue-search = Search indices, charts and detectors
ui-coverage-charts = Charts
ui-coverage-reviewed = Reviewed
ui-entry-draft = A draft: its thresholds are operational defaults that nobody has reviewed.
ui-entry-expected = Expected
ui-entry-timing = When
ui-entry-where = Where
ui-entry-weight = Weight
ui-entry-supports = Speaks for
ui-entry-opposes = Speaks against
ui-entry-alternatives = If it fails
ui-entry-experience = Experience
ui-entry-experience-text = confirmed in { $confirmed } of { $tested } cases with the event, in { $without } of { $tested_without } without
ui-entry-tool = Computed by
ui-reference-verified = verified
ui-reference-title_seen = title seen
ui-reference-from_knowledge = from knowledge, not verified

## Audit

ui-audit-at = Time
ui-audit-action = Action
ui-audit-actor = Who
ui-audit-subject = Subject
ui-audit-since = Since
ui-audit-until = Until
ui-audit-after = What it became
ui-audit-action-example = report.published
ui-audit-actor-example = person:fan
ui-audit-subject-example = id of a diagnosis
ui-audit-since-example = 2026-07-05T00:00Z
ui-audit-until-example = 2026-07-06T00:00Z
ui-audit-none = No record fits

## Settings

ui-settings-own = You
ui-settings-sessions = Sessions
ui-settings-members = Members
ui-settings-keys = Keys
ui-settings-webhooks = Webhooks
ui-settings-usage = Usage
ui-own-language = Language
ui-own-language-text = Of these pages and of the platform's answers to you.
ui-own-theme = Appearance
ui-own-security = Sign-in
ui-centre-active = active
ui-centre-home = home
ui-centre-make-home = Make it home
ui-session-browser = Browser
ui-session-from = From
ui-session-began = Began
ui-session-seen = Last used
ui-session-present = this one
ui-session-end = End
ui-session-ended = Ended.
ui-sessions-end-others = End all others
ui-last-sign-in = Last sign-in here
ui-own-roles = Nobody changes their own roles
ui-member-sign-out = Sign out
ui-invite = Invite a person
ui-invite-hint = The sign-in name of somebody with an account on this platform
ui-invite-done = Invited. Nothing is sent by mail: tell the person.
ui-invitations = Invitations
ui-invitation-open = open
ui-invitation-accepted = accepted
ui-invitation-declined = declined
ui-invitation-revoked = taken back
ui-invitation-expired = expired
ui-role-viewer-may = reads
ui-role-forecaster-may = queues, cancels and steers
ui-role-reviewer-may = reviews reports
ui-role-duty_lead-may = also publishes and withdraws
ui-role-curator-may = proposes and adopts releases of the library
ui-role-tenant_admin-may = members, keys, webhooks, audit
ui-role-auditor-may = reads keys, members, webhooks and the audit log
ui-role-service-may = queues, cancels and steers as a program
ui-key-name = Name
ui-last-used = Last used
ui-key-revoked = revoked
ui-key-rotate = New secret
ui-key-revoke = Revoke
ui-key-make = Make a key
ui-key-days = Days until it expires
ui-secret = The secret
ui-secret-once = It is shown only now. Keep it where your program reads it.
ui-webhooks-none = No webhook
ui-webhooks-none-text = A webhook tells another program of published reports and ended diagnoses.
ui-webhook-make = Add a webhook
ui-webhook-events = Events
ui-webhook-test = Send a test
ui-webhook-tested = A test message is on its way.
ui-webhook-pause = Pause
ui-webhook-resume = Resume
ui-deliveries = Last messages
ui-delivery-pending = pending
ui-delivery-delivered = delivered
ui-delivery-dead = given up
ui-delivery-cancelled = cancelled
ui-replay = Send again
ui-quota-jobs_per_hour = Jobs in the last hour
ui-quota-running_jobs = Jobs waiting or running
ui-quota-storage_bytes = Storage
ui-quota-tokens_per_month = Tokens of language models this month
ui-no-limit = no limit

ui-saved-region = Saved region
ui-saved-region-choose = A saved region
ui-save-region = Save this region
ui-settings-regions = Regions
ui-regions-none = No region is saved
ui-regions-none-text = Draw a box on the page of a new diagnosis, and save it under a name.
ui-saved-by = Saved by
ui-corners = (polygon, { $n } corners)

## Design

ui-design-text = Every token and component with its states. Colour is for weather and for what is wrong; the frame is paper, ink and lines.
ui-design-colour = Colour
ui-design-type = Type
ui-design-sample = 24-h rain reached 151.4 mm near 32.0° N, 118.0° E
ui-design-space = Space
ui-design-buttons = Buttons
ui-design-fields = Fields
ui-design-marks = Signs of state
ui-design-feedback = Messages, empty and loading
ui-design-times = Times
ui-design-layers = Layers
ui-design-dialog = Dialog
ui-design-toast = Message
