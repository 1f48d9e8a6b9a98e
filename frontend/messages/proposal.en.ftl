### Texts of the pages on which changes of the library are proposed and decided; they come with them.

## List

proposal-list-lead = Changes of the library that somebody proposes, with what waits for you first
proposal-list-none = Nothing is proposed
proposal-list-none-text = Open an entry, a publication or an explanation and edit it: a proposal begins with that.
proposal-reason = Reason for the change
proposal-items = Changes
proposal-approved = Approved
proposal-approved-of = { $approved } of { $fields }
proposal-conflicts = { $count ->
    [one] One conflict
   *[other] { $count } conflicts
  }
proposal-owner = Owner
proposal-saved = Saved
proposal-me = me
proposal-no-reason = No reason given yet
proposal-effect-reason = Why right results may turn wrong
proposal-more-items = and { $count } more
proposal-waits = Waits for you

## Head

proposal-of-me = Your proposal
proposal-of = Proposal by { $owner }
proposal-begun = Begun
proposal-handed-in = Handed in
proposal-closed-accepted = Accepted
proposal-closed-withdrawn = Withdrawn
proposal-fields-approved = Fields approved
proposal-facts = About this proposal
proposal-next-empty = It changes nothing yet. Open an entry and edit it, or withdraw it.
proposal-next-conflict = Somebody else has changed the same since. Choose below whose value stands.
proposal-next-problems = Something below is wrong or missing. Repair it in the entry, then hand it in.
proposal-next-reason = Say why you propose it, then hand it in.
proposal-next-ready = Hand it in when it is complete. Another curator then decides on each field.
proposal-next-returned-ready = It came back to you. Read what was said of each field, change what is needed, and hand it in again.
proposal-next-theirs = { $owner } is still writing it. It can be decided when it is handed in.
proposal-next-returned-theirs = It went back to { $owner }, who goes on with it.
proposal-next-decide = { $count ->
    [one] One field waits for your decision.
   *[other] { $count } fields wait for your decision.
  }
proposal-next-wait = { $count ->
    [one] One field waits for a colleague. You need do nothing.
   *[other] { $count } fields wait for colleagues. You need do nothing.
  }
proposal-next-accepted = The library has this change. New diagnoses use it from the next release on that their centre adopts.
proposal-next-withdrawn = It was withdrawn, and changed nothing.

## Acts on the whole

proposal-hand-in = Hand in for review
proposal-recall = Take back to edit
proposal-withdraw = Withdraw
proposal-withdraw-title = Withdraw this proposal?
proposal-withdraw-text = It ends for good: nothing of it changes the library. It can still be read.
proposal-take-over = Take over
proposal-take-over-title = Take over this proposal?
proposal-take-over-text = You become its owner and go on with it. This is possible where { $owner } no longer curates the library. What they wrote stays under their name.
proposal-interest-first = Say first, above, what colleagues should know of your interests.

## Draft

proposal-reason-hint = Why the library should change. Reviewers decide on it as well.
proposal-saving = Saving
proposal-is-saved = Saved
proposal-drop = Leave this field out
proposal-edit = Edit in the library
proposal-given = Typed as { $given }
proposal-removal = This takes it out of the library. Its history stays, and it can come back.
proposal-problem-at = { $field }: { $problem }

## Conflict

proposal-conflict = Changed by somebody else
proposal-conflict-text = The library says something else since this was begun.
proposal-conflict-was = When it was begun
proposal-conflict-theirs = In the library now
proposal-conflict-by = Changed by { $person }
proposal-conflict-see = See their proposal
proposal-conflict-mine = Proposed here
proposal-keep-theirs = Keep theirs
proposal-keep-mine = Keep mine
proposal-keep-confirm = Confirm the choice
proposal-not-there = not in the library

## Review

proposal-field-approved = approved
proposal-field-returned = returned
proposal-field-waits = waits for you
proposal-field-waits-other = waits for { $person }
proposal-field-waits-any = waits for another curator
proposal-field-not-sent = decided, not sent
proposal-written-by = Written by { $person }
proposal-interests-of = Interests of { $person }: { $text }
proposal-approve = Approve
proposal-correct = Correct
proposal-return = Return
proposal-undo = Undo
proposal-no-form = To correct this value, return it with a note that says what it should be.
proposal-you-approve = You approve this.
proposal-you-correct = You correct this to: { $value }
proposal-you-return = You return this.
proposal-new-value = Correct value
proposal-why-correct = Why it is corrected
proposal-why-return = Why it is returned, and what should be done
proposal-keep-correct = Correct
proposal-keep-return = Return
proposal-reason-needed = Say why, for the author.
proposal-no-correction = This is the value proposed, or the one in the library. Write another one, or approve or return the field.
proposal-passed = The wording has changed since you decided. Look at it again.
proposal-history = { $count ->
    [one] What was said
   *[other] History: { $count } wordings
  }
proposal-wording = Wording { $number }
proposal-corrects = a correction
proposal-said-approve = { $person } approved
proposal-said-correct = { $person } corrected
proposal-said-return = { $person } returned
proposal-send = { $count ->
    [0] Send decisions
    [one] Send one decision
   *[other] Send { $count } decisions
  }
proposal-decided-of = { $decided } of { $all } decided
proposal-sent = Your decisions were sent.
proposal-sent-returned = Your decisions were sent. The proposal went back to { $owner }.
proposal-sent-accepted = That was the last approval: the library has this change now. New diagnoses use it from the next release on.
proposal-to-releases = To the releases
proposal-waits-next = Next that waits for you:
proposal-waits-none = Nothing else waits for you.
proposal-to-all = All proposals

## Refusals

proposal-refused-owner_still_there = The owner still curates the library. Ask them to go on with it or to withdraw it, or propose a change of your own.
proposal-refused-wording_changed = The wording has changed meanwhile. Look at it again and decide on what it says now.
proposal-refused-change_not_opened = You have not been shown this wording yet. It is shown now: look at it, and send again.
proposal-refused-already_decided = You have decided so before.
proposal-refused-first_author_decides = The author of the corrected words decides on this correction.
proposal-refused-curator_required = A curator of the installation decides on this.
proposal-refused-second_person_required = You wrote this: another person decides on it.
proposal-refused-not_in_review = This proposal is no longer in review.
proposal-refused-not_editable = This proposal can no longer be edited: it was handed in or closed meanwhile.
proposal-refused-proposal_closed = This proposal was closed meanwhile.
proposal-refused-proposal_conflict = Somebody else has changed the same fields of the library. The owner chooses first whose value stands.
proposal-refused-changed_since = The library has changed once more. Look at what it says now, and choose again.
proposal-refused-interest_not_declared = Say first what colleagues should know of your interests.
proposal-refused-invalid_proposal = With this, the library would be wrong. Nothing was sent on:
proposal-refused-no_correction = A correction is another value than the one proposed and the one in the library. Approve or return that field instead.
proposal-refused-effect_reason_missing = With this change, right results on generated cases turn wrong, and nobody has said why they may. The owner of the proposal says so under “What it would change in diagnoses”.
proposal-to-effect = Go there
proposal-unmeasured = What it does to the generated cases is not measured yet. The last approval waits for it, or says why it does not.
proposal-unmeasured-unmeasured = Nobody in your centre has had it measured.
proposal-unmeasured-waiting = It waits for a worker.
proposal-unmeasured-running = { $total ->
    [0] It is being measured.
   *[other] It is being measured: { $done } of { $total } cases.
}
proposal-unmeasured-measured = It is measured now: look at it, then approve.
proposal-unmeasured-failed = It could not be measured.
proposal-unmeasured-title = Accept without the measurement?
proposal-unmeasured-reason = Why it is accepted without it
proposal-unmeasured-hint = It is kept on record, and who approves the release reads it.
proposal-unmeasured-accept = Accept unmeasured
proposal-unmeasured-wait = Wait for it
proposal-unmeasured-measure = Have it measured first
proposal-unmeasured-why = Why it was accepted unmeasured
proposal-refused-unit_refused = A unit that you gave cannot be converted into the one in which the limit is kept. Give the value in that one.
