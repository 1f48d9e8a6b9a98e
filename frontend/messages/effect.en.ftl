### Texts of what a change of the library would do; they come with it.

effect-title = What it would change in diagnoses
effect-see = See what it would change
effect-see-runs = Try it on your centre’s diagnoses too
effect-see-cases = Try it on the generated cases too
effect-again = Measure again
effect-nothing = No verdict can change: only texts and sources differ.
effect-mend-first = What is proposed is wrong or incomplete somewhere. Mend that first; then its effect can be measured.
effect-unmeasured = Try the change on past diagnoses and on generated cases before anybody decides. It takes some minutes; you can go on meanwhile.
effect-outdated = The change is another one since this was asked for. Measure again to see what it does now.
effect-in-review = It is of the values as they were handed in. A correction is measured when it is sent.
effect-now = As it is
effect-then = With the change
effect-other-language = Show the sentences in Chinese
effect-entry-others = { $count ->
    [one] One more entry of the same proposal
   *[other] { $count } more entries of the same proposal
  }

## While an entry is being written

effect-sentence = What a report would print
effect-sentence-waits = Being judged…
effect-sentence-wrong = Something in the draft is wrong or incomplete. The sentence comes when that is mended.
effect-sentence-none = There is no sentence:
effect-sentence-failed = It could not be judged here. Measure the effect to see more.
effect-sentence-case = on the generated case; no diagnosis of your centre that tested the entry tells enough

## Measuring

effect-stage-waiting = Waits for a worker
effect-stage-running = Being measured
effect-stage-measured = Measured
effect-stage-failed = It could not be measured.
effect-stage-unmeasured = Not measured yet
effect-progress-runs = { $done } of { $total } diagnoses
effect-progress-cases = { $done } of { $total } cases
effect-renewed = It is being measured again. What was measured before stays until then.
effect-again-failed = It could not be measured again; this is what was measured before.
effect-outdated-newer_runs = There are newer diagnoses than when this was measured.
effect-outdated-newer_software = It was measured with another version of the software.
effect-outdated-other_library = Other entries or criteria of the library have changed since this was measured.
effect-stop = Stop measuring

## In the centre's diagnoses

effect-runs = In your centre’s diagnoses
effect-runs-own = Only your centre sees this part.
effect-runs-none = No diagnosis of your centre is about what changes, so the past says nothing of it.
effect-runs-same = { $runs ->
    [one] In your one diagnosis no verdict changes.
   *[other] In none of your { $runs } diagnoses does a verdict change.
  }
effect-runs-change = { $runs ->
    [one] In your one diagnosis a verdict changes: { $what }.
   *[other] In { $changed } of your { $runs } diagnoses a verdict changes: { $what }.
  }
effect-runs-newest = The newest { $runs } of { $of } were looked at.
effect-runs-rate = Confirmed, where it could be decided
effect-runs-not-counted = { $count ->
    [one] one of them not counted (as strong without the event)
   *[other] { $count } of them not counted (as strong without the event)
  }
effect-touched-runs = What changes had a say in { $touched } of the { $judged } diagnoses in which the entry was judged.
effect-untouched-runs = { $judged ->
    [one] The entry was judged in one diagnosis, and what changes decided nothing there: other limits of the entry did, or the entry was not tested. So it says nothing of this change.
   *[other] The entry was judged in { $judged } diagnoses. What changes decided nothing in any of them: other limits of the entry did, or the entry was not tested. So they say nothing of this change.
  }
effect-run-asked = asked for at
effect-change-lost = { $count } no longer confirmed
effect-change-won = { $count } newly confirmed
effect-change-open = { $count } can no longer be decided
effect-change-decided = { $count } can be decided for the first time
effect-change-begun = { $count } tested for the first time
effect-change-dropped = { $count } no longer tested
effect-change-counts = { $count } counted otherwise
effect-ends = How they end: { $what }.
effect-end-unexplained = { $count } no longer explained
effect-end-explained = { $count } explained for the first time
effect-end-cause = { $count } with another cause first
effect-end-partly = { $count } explained only in part
effect-end-fully = { $count } explained in full
effect-end-status = { $count } still unexplained, for another reason
effect-end-support = { $count } resting on other factors
effect-end-unsure = { $count } less sure
effect-end-surer = { $count } surer
effect-end-causes = { $count } with other contributing causes
effect-verdicts = { $count ->
    [one] The verdict that changes
   *[other] The { $count } verdicts that change
  }
effect-fired = { $count ->
    [one] The newest diagnosis in which it fires, without a change
   *[other] The newest { $count } diagnoses in which it fires, without a change
  }
effect-conclusions = { $count ->
    [one] The conclusion that changes
   *[other] The { $count } conclusions that change
  }
effect-conclusions-hint = On the factors that each diagnosis tested. A new diagnosis would look for others in the place of one that is lost.
effect-undecided = { $count ->
    [one] In one diagnosis it could not be decided
   *[other] In { $count } diagnoses it could not be decided
  }
effect-undecided-runs = { $count ->
    [one] one diagnosis
   *[other] { $count } diagnoses
  }
effect-basis-evidence = From the evidence that the diagnosis keeps
effect-basis-data = Computed again from the data
effect-not-asked = not tested
effect-not-counted = found, but not counted: it is as strong without the event
effect-counts-unknown = whether it counts is not known: quiet places and times are not in the evidence
effect-status-confirmed = Cause established
effect-status-partly = Cause established in part
effect-status-not_testable = Cause cannot be tested
effect-status-none = No cause established
effect-factor-gone = no longer counts: { $names }
effect-factor-new = counts now: { $names }
effect-factor-order = the same factors in another order
effect-confidence-high = high confidence
effect-confidence-moderate = moderate confidence
effect-confidence-low = low confidence
effect-confidence-very_low = very low confidence

## On the generated cases

effect-cases = On the generated cases
effect-cases-same = { $cases ->
    [one] On the one generated case no verdict changes.
   *[other] On the { $cases } generated cases no verdict changes.
  }
effect-cases-change = { $cases ->
    [one] On the one generated case a verdict changes: { $what }.
   *[other] On { $changed } of the { $cases } generated cases a verdict changes: { $what }.
  }
effect-cases-rates = { $judged ->
    [0] The entry is judged in none of the { $cases } generated cases.
   *[other] The entry is judged in { $judged } of the { $cases } generated cases; the rates are of those in which it can be tested. The hits on its own page are from labelled cases, so the two differ.
  }
effect-touched-cases = What changes had a say in { $touched } of the { $judged } cases.
effect-untouched-cases = { $judged ->
    [one] What changes decided nothing in the one case: other limits of the entry did, or the entry was not tested. So it says nothing of this change.
   *[other] What changes decided nothing in any of the { $judged } cases: other limits of the entry did, or the entry was not tested. So they say nothing of this change.
  }
effect-conclusions-cases-hint = Each case was searched again with the change: another path may test other factors.
effect-cases-right = { $right ->
    [one] One wrong result turns right.
   *[other] { $right } wrong results turn right.
  }
effect-cases-both = { $wrong ->
    [one] One right result turns wrong
   *[other] { $wrong } right results turn wrong
  }, { $right ->
    [one] one wrong result turns right.
   *[other] { $right } wrong results turn right.
  }
effect-cases-wrong = { $count ->
    [one] One right result turns wrong.
   *[other] { $count } right results turn wrong.
  }
effect-turned-wrong = Right before, wrong after
effect-turned-right = Wrong before, right after
effect-case-own = in the case made with it
effect-case-other = in the case of { $event }
effect-case-none = in the case without an event

## What criteria of events make of diagnoses and cases

effect-criteria-rate = { $event }: met, where it could be tested
effect-criteria-runs-none = No diagnosis of your centre was made with these criteria, so the past says nothing of them.
effect-criteria-runs-undecided = { $runs ->
    [one] It could not be decided in your one diagnosis with these criteria.
   *[other] It could not be decided in any of your { $runs } diagnoses with these criteria.
  }
effect-criteria-runs-same = { $runs ->
    [one] In your one diagnosis with these criteria that could be decided, every event is classified as before.
   *[other] In your { $runs } diagnoses with these criteria that could be decided, every event is classified as before.
  }
effect-criteria-runs-change = { $runs ->
    [one] In your one diagnosis with these criteria that could be decided, events are classified otherwise: { $what }.
   *[other] In { $changed } of your { $runs } diagnoses with these criteria that could be decided, events are classified otherwise: { $what }.
  }
effect-criteria-cases-same = On every generated case the events are classified as before.
effect-criteria-cases-change = { $changed ->
    [one] On one generated case events are classified otherwise: { $what }.
   *[other] On { $changed } generated cases events are classified otherwise: { $what }.
  }
effect-type-gone = { $count } no longer met
effect-type-come = { $count } newly met
effect-type-graded = { $count } of another grade
effect-type-moved = { $count } met at other times, with another peak or by another name
effect-type-open = { $count } not met as before, but judged otherwise
effect-events = The event that comes first: { $what }.
effect-event-none = { $count ->
    [one] one loses it
   *[other] { $count } lose it
  }
effect-event-first = { $count ->
    [one] one has it for the first time
   *[other] { $count } have it for the first time
  }
effect-event-other = { $count ->
    [one] one has another
   *[other] { $count } have another
  }
effect-criteria-runs = { $count ->
    [one] The diagnosis that changes
   *[other] The { $count } diagnoses that change
  }
effect-criteria-cases = { $count ->
    [one] The case that changes
   *[other] The { $count } cases that change
  }
effect-criteria-event = The event that comes first
effect-criteria-no-event = No event

## Why right results may turn wrong

effect-reason = Why they may turn wrong
effect-reason-hint = Reviewers read it beside the reason for the change. Without it, the proposal cannot be handed in or approved.
effect-reason-missing-here = Nobody has said yet why they may turn wrong. Take the proposal back to edit, and say so here.
effect-reason-missing-there = Nobody has said yet why they may turn wrong. You say so on the proposal’s page.
effect-reason-there = Go to the proposal
effect-accepted-unmeasured = Some of it was accepted before anybody knew what it does to the generated cases, because:
effect-reason-missing-release = An owner has not said why they may turn wrong.
effect-reason-missing-owner = Nobody has said yet why they may turn wrong. The owner takes the proposal back to edit, and says so on its page.
