### Texts of what a centre says otherwise than the shared library; they come with its pages.

## Head

overlay-lead = What this centre says otherwise than the shared library, for its own diagnoses alone
overlay-works-plain = New diagnoses use release { $version } of the shared library as it is.
overlay-works-with = New diagnoses use release { $version } of the shared library with our overlay { $number } in it.
overlay-works-since = Proposed by { $proposer }, adopted by { $adopter }
overlay-shown-in = You see the draft in release { $version }, which this centre does not use yet.
overlay-shown-back = Back to the release in use
overlay-empty = Nothing is adjusted yet
overlay-empty-text = Where a limit, a weight, a condition or a text of the shared library does not fit your region, you can set it for this centre, stop using an entry, or add entries of your own. Other centres notice nothing of it. What you change is a draft until a second person adopts it.
overlay-empty-begin = Choose an entry to adjust
overlay-empty-undone = Nothing is adjusted any more
overlay-empty-undone-text = The draft says what the shared library says. Diagnoses still use what was adopted, until the draft is proposed and adopted.

overlay-criteria = Criteria of events
overlay-criteria-lead = These numbers decide what counts as an event, its grade, its area and its days in our diagnoses, charts, reports and answered questions. What our centre sets here does not change other centres.
overlay-criteria-unknown = There are no criteria of this name

## What waits

overlay-waits = Waits for a second person
overlay-waits-by = Proposed by { $person }
overlay-waits-why = Why: { $text }
overlay-waits-mine = You proposed it: another person adopts it.
overlay-waits-look = Look at it
overlay-waits-adopt = Look at it and adopt

## The draft

overlay-draft = What we say otherwise
overlay-item-own = Our own entry
overlay-item-unused = Not used
overlay-item-soon = To be left out
overlay-item-unused-text = Our diagnoses do not use this entry.
overlay-item-unused-draft = The draft leaves this entry out. Diagnoses use it until that is adopted.
overlay-item-edit = Edit
overlay-item-fields = { $count ->
    [one] one field
   *[other] { $count } fields
  }
overlay-in-force = In use
overlay-in-draft = Draft
overlay-undo = Undo
overlay-undone = In use, and taken out of the draft: diagnoses go by it until the draft is proposed and adopted.
overlay-undone-field = { $field }: { $value }
overlay-given = Given as { $given }
overlay-used = Diagnoses use { $value } until this is adopted.
overlay-wrong = { $field }: { $problem }

## Conflicts

overlay-conflicts = { $count ->
    [one] One choice to make
   *[other] { $count } choices to make
  }
overlay-conflicts-text = The shared library says something else by now of what we have adjusted. Whose word stands?
overlay-conflict-was = As it was
overlay-conflict-theirs = The library says now
overlay-conflict-mine = Ours
overlay-conflict-whole = The library has changed this entry since we stopped using it.
overlay-conflict-gone = The library does not have this entry any more.
overlay-conflict-there = The library has an entry of this name by now. It may be of another quantity: nothing of ours goes into it.
overlay-keep-changed = Keep ours
overlay-take-changed = Take the library’s
overlay-keep-removed = Keep it as our own entry
overlay-take-removed = Let it go
overlay-keep-added = Keep ours under another name
overlay-take-added = Take the library’s

## Propose

overlay-next = Bring it into use
overlay-next-text = You propose the draft, and another person adopts it. New diagnoses then use it; earlier ones stay as they are.
overlay-next-who = Curators of this centre write the draft and propose it. Another curator or the duty lead adopts it.
overlay-release = Show it in release
overlay-release-used = { $version }, in use
overlay-propose = Propose the draft
overlay-propose-in = Propose it with this release
overlay-propose-with = New diagnoses then use release { $version } with it.
overlay-propose-drafts = The draft goes along as it is, with what is not in use yet.
overlay-propose-title = Propose to work with this draft
overlay-propose-text = It is the draft as it is now: later changes are proposed again.
overlay-propose-replaces = It replaces what { $person } proposed.
overlay-propose-act = Propose
overlay-reset = Start again from what is in use
overlay-reset-text = The draft then says what diagnoses use. What it says otherwise, by whomever, is taken out.
overlay-reason = Why
overlay-blocked-same = The draft says what is in use: there is nothing to propose.
overlay-blocked-conflict = First choose whose word stands.
overlay-blocked-problems = First mend what is marked in red.

## Earlier states

overlay-versions = What was proposed so far
overlay-versions-text = Each can be read again and proposed again.
overlay-version-title = Overlay { $number } in release { $version }
overlay-version-count = { $count ->
    [one] one adjustment
   *[other] { $count } adjustments
  }

## The page of one entry

overlay-edit-of = For our centre
overlay-edit-shared = Limits, place, hours, conditions, weight and texts can be set for this centre. What the entry looks for and what it speaks for is the same in all centres: to have it otherwise, stop using the entry and add one of your own, or
overlay-edit-propose = propose the change to the shared library
overlay-edit-cause = The words of an explanation can be set for this centre. To which type of event it belongs and what it leads on to is the same in all centres.
overlay-edit-own = This entry is ours: the shared library does not have it.
overlay-edit-unused = Our diagnoses do not use this entry.
overlay-edit-unused-draft = The draft leaves this entry out. Our diagnoses use it until that is adopted.
overlay-edit-unknown = There is no such entry
overlay-edit-unknown-text = Neither the release in use nor this centre has an entry of this name.
overlay-stop = Stop using this entry
overlay-stop-title = Stop using this entry?
overlay-stop-text = Our diagnoses will not look for it any more, once a second person has adopted the draft. Other centres keep it.
overlay-stop-changed = What you have adjusted of it is taken back at the same time.
overlay-use-again = Use it again
overlay-remove-own = Remove our entry
overlay-remove-own-title = Remove our entry?
overlay-remove-own-text = It leaves the draft with all that it says. Diagnoses use it until a second person has adopted the draft.
overlay-panel = The draft of our centre
overlay-panel-how = What you change is kept as you type. Diagnoses use it when the draft was proposed and adopted.
overlay-panel-go = Look through the draft
overlay-panel-problems = { $count ->
    [one] One thing is to be mended before the draft can be proposed.
   *[other] { $count } things are to be mended before the draft can be proposed.
  }
overlay-panel-unsent = { $count ->
    [one] One field holds something that cannot be saved: see what is red.
   *[other] { $count } fields hold something that cannot be saved: see what is red.
  }
overlay-saving = Saving …
overlay-saved = Saved
overlay-not-saved = Not everything is saved: see the fields
overlay-since = { $person } has saved another value meanwhile: { $value }
overlay-since-theirs = Take it
overlay-since-mine = Keep what I typed
overlay-hits-shared = They were counted with the limits of the shared library, not with ours.
overlay-conflict-see = The library says something else by now: choose whose word stands.

## Refusals

overlay-refused-overlay_conflict = The library says something else by now of what we have adjusted. Choose whose word stands, then propose it again.
overlay-refused-invalid_proposal = Something in the draft is wrong: see what is marked in red.
overlay-refused-already_in_force = The draft says what is in use: there is nothing to propose.
overlay-refused-already_proposed = Just this draft is proposed already: another person adopts it.
overlay-refused-reason_missing = Say why: whoever adopts it decides on the reason as well.
overlay-refused-no_conflict = Somebody has chosen meanwhile. The page shows the choice.
overlay-refused-changed_since = A colleague has saved another value meanwhile: the page shows it now.
overlay-refused-overlapping_fields = It stands beside another change of the same entry. Undo that first.
overlay-refused-not_adjustable = This is the same for all centres. Stop using the entry and add one of your own, or propose the change to the shared library.
