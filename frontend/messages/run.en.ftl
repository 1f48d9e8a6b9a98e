### Texts of a diagnosis that is followed.

## Head

run-title = Diagnosis
run-stage-waiting = Waits for a worker
run-stage-reading = Reads and examines the data
run-stage-classifying = Tests which event it is
run-stage-testing = Tests factors
run-stage-writing = Writes the report
run-stage-ended = Ended
run-works = { $role } at work
run-round = Round { $turn }
run-round-of = Round { $turn } of at most { $most }
run-counted = { $counted } of { $wanted } factors confirmed that count
run-left = { $count ->
    [one] one factor of the library left
   *[other] { $count } factors of the library left
  }
run-since = { $time } so far
run-took = took { $time }
run-attempt = A worker was lost: attempt { $attempt } goes on where it had come to.
run-read = Read the report
run-again = Run again
run-retry = Try again from where it stands
run-stop = Stop
run-conclude = Conclude now
run-order = Add or pin a factor
run-cancelling = It is being stopped.

## The connection

run-away = The connection is away for { $time }. What happens meanwhile is not lost.
run-missed = The connection was away for { $time }; { $events ->
    [0] nothing happened meanwhile
    [one] one event came meanwhile and is shown
   *[other] { $events } events came meanwhile and are shown
  }.
run-close-1006 = The network or the server is down; it is tried again by itself.
run-close-1011 = The server did not hear from this browser; it is tried again by itself.
run-close-1012 = The server is being restarted; it goes on by itself.
run-close-1013 = The database does not answer; it is tried again by itself.
run-close-4400 = The address of the connection was not understood. Load the page again.
run-close-4401 = Your right to follow has ended. Sign in again.
run-close-4403 = You may not follow diagnoses here, or you are signed out. Sign in with a role that may.
run-close-4404 = There is no such diagnosis in this centre.
run-close-4408 = This browser took nothing for too long; it goes on where it was.
run-close-4429 = Too many connections are open. Close other windows; it is tried again by itself.

## Failure

run-failed = The diagnosis has failed
run-parked = The diagnosis is on hold
run-cancelled = The diagnosis was stopped
run-stands = { $count ->
    [0] No factor had been judged.
    [one] One factor had been judged: it stands below.
   *[other] { $count } factors had been judged: they stand below.
  }
run-cure-retry = Try again from where it stands: what was found is kept. If it fails again, change the request, or tell the operator.
run-cure-change = Change the request

## Criteria

run-never = The run ended before it came to this.
run-criteria = Which event
run-criteria-none = The criteria are tested once the data are read.
run-ruled-out = ruled out
run-examined = diagnosed
run-against = ({ $value } against { $threshold })

## Rounds

run-rounds = Hypotheses and verdicts
run-rounds-none = Factors are proposed once it is known which event it is.
run-stand-proposed = to be tested
run-stand-working = being tested
run-stand-confirmed = confirmed
run-stand-not_counted = confirmed, does not count
run-stand-refuted = not found
run-stand-undetermined = undetermined
run-stand-blocked = the data lack something
run-stand-failed = failed
run-stand-set_aside = set aside
run-uncounted-without_the_event = It is found as strongly where there is no event.
run-uncounted-restates = It measures the event's own quantity again.
run-uncounted-repeats = The same finding counts already.
run-ordered = asked for by a person
run-instead = in place of { $name }
run-why = Why it is tested
run-found-at = Found at
run-searched-in = Looked for in
run-decided-continue = It goes on: { $left ->
    [one] one factor is left to test.
   *[other] { $left } factors are left to test.
  }
run-decided-target_reached = It ends: enough factors are confirmed and count.
run-decided-turns_used = It ends: all rounds are used.
run-decided-library_exhausted = It ends: the library has no further factor.
run-decided-nothing_testable = It ends: the data allow no further factor.
run-decided-empty_library = It ends: the library has nothing on this event.
run-decided-ordered = It ends: a person ordered the conclusion.
run-decided-deadline = It ends: the deadline is near.
run-decided-stop = It ends.

## Beside

run-map = Where each factor was found; the rounds say the same in words
run-no-map = The map cannot be drawn here. The rounds say where each factor was found.
run-causes = Competing causes
run-causes-none = Causes compete once factors are judged.
run-for = { $count } for
run-against-count = { $count } against
run-standing-leading = leading
run-standing-contributing = contributing
run-standing-open = open
run-standing-fallen = refuted
run-charts = Charts
run-charts-none = Charts appear as they are drawn.
run-chart-open = Open the chart: { $title }
run-orders = Orders
run-order-by = { $who }, because: { $reason }
run-order-refused = refused: { $message }
run-asked-by = Asked by
run-library = Guideline Library { $version }

## Orders

run-action-pin = Pin
run-action-veto = Set aside
run-action-add = Add
run-action-conclude = Conclude
run-order-title = Ask for a factor
run-order-lead = It is tried next. A pinned factor takes one of the five places; an added one comes beyond them. How it is judged does not change.
run-order-kind = As
run-order-factor = Factor
run-order-choose = Choose a factor
run-order-reason = Reason
run-order-reason-hint = It stands in the report and in the audit log.
run-order-pin = pinned: one of the five
run-order-add = added: beyond the five
run-order-from = Orders can be given once it is known which event it is.
run-order-until = An order is taken up before the next step, until the run concludes.
run-closed-ended = The run has ended: this order is not possible any more. Run it again to give it there.
run-closed-over = The run has ended by itself.
run-closed-parked = The diagnosis is on hold and takes no orders. Try it again from where it stands, then give it.
run-closed-concluded = The run has concluded and writes its report: this order is not possible any more. Run it again to give it there.
run-closed-tested = This factor has been tested meanwhile.
run-closed-aside = This factor has been set aside meanwhile.
run-closed-stopping = It is being stopped already.
run-closed-kept = What you typed stays here, to be copied.
run-veto-title = Set { $name } aside
run-veto-lead = It is not counted, or not tried, and another factor takes its place. A later pin takes this back.
run-conclude-title = Conclude now
run-conclude-lead = The search ends, and the conclusion rests on what has been tested. The report says so.
run-stop-title = Stop the diagnosis
run-stop-lead = It ends without a report. What was found stays in its log.
run-stop-act = Stop it
run-no-steer = You may watch; to steer, you need the role of a forecaster.
