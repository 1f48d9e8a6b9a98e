### Texts for the correction of a report's version; they come with its panel.

## A part

correct-part = Correct this paragraph
correct-caption = Correct this caption
correct-title = The title cannot be corrected: the platform writes it from the event, the region and the period. Correct a sentence of the summary instead.
correct-how = What to do
correct-how-words = Own words
correct-how-statement = Say from the evidence
correct-how-remove = Leave it out
correct-where = Where
correct-where-replace = In its place
correct-where-insert_after = After it
correct-words = Your words
correct-words-hint = They stand in a paragraph of their own, marked with your name and as not checked: in place of this one, all of it becomes your words; after it, this one stays as it is. They stay in the language in which you write them.
correct-values = Values of this sentence
correct-values-hint = Braces hold a value of the evidence: it stays bound to its source.
correct-insert = Insert { $value }
correct-preview = How it will read
correct-mark = Own words of { $who }, not checked
correct-of = About
correct-of-value = A value
correct-of-feature = A feature
correct-of-explanation = An explanation
correct-which = Which
correct-which-hint = The platform writes the sentence and binds its values to the evidence.
correct-remove-hint = The sentence is left out of the next version. This version keeps it.
correct-add = Add to the correction
correct-change = Change it
correct-cancel = Cancel
correct-fault-empty = Write something, or choose to leave the sentence out.
correct-fault-nothing = Choose what the sentence is to say.
correct-fault-unknown_value = Braces stand for values only. Choose the value below the field, or write without braces.
correct-fault-markup = Write plain words: none of < > ` | \ , no links, and none of # > * + - at the beginning.
correct-fault-unprintable = The words hold a character that cannot be printed.
correct-fault-too_long = At most { $most } characters.

## What the correction says

correct-is = As it is
correct-would-replace = In its place
correct-would-insert_after = After it
correct-would-remove = Left out
correct-says = The platform says from the evidence:
correct-not-detected = { $name }: looked for and not detected

## The correction

correct-draft = Correction
correct-draft-none = Nothing is corrected yet. Choose a sentence or a caption in the text to correct it.
correct-edits = Changes of the correction
correct-edit-remove = Remove from the correction
correct-go = Show in the text
correct-note = What the correction is for
correct-note-missing = Say what the correction is for: who reviews it reads this first.
correct-note-long = At most { $most } characters.
correct-send = Send to be checked
correct-send-hint = Values in braces and statements are checked against the evidence; your own words are not checked. The result becomes a new version with you as its author: somebody else has to approve it, and a third person to publish it. What stands above the text (what, where, when, why) is the platform's and stays as it is.

## Its answer

correct-sent = Corrections of this version
correct-pending = Being checked
correct-accepted = Became version { $number }
correct-refused = Not taken
correct-pending-hint = A worker computes and checks it, usually within a minute. You can leave this page.
correct-accepted-hint = It waits for the review of another person; it need not be handed in.
correct-refused-hint = Nothing was stored. What is wrong stands at each change.
correct-read = Read version { $number }
correct-compare = Compare it with this version
correct-again = Take it up again
correct-changes = { $count ->
    [one] One change
   *[other] { $count } changes
  }
correct-problem-unbound_number = It has a number that is not bound to the evidence.
correct-problem-unbound_direction = It has a direction that is not bound to the evidence.
correct-problem-unbound_comparison = It compares without evidence.
correct-problem-unknown_claim = It names a value that this version does not have.
correct-problem-unknown_source = It names evidence that this version does not have.
correct-problem-contradicted = It contradicts the evidence.
correct-problem-unknown_subject = The version does not have what the sentence is about.
correct-problem-no_value = There is no value that could be said.
correct-problem-unknown_tool = This release of the platform has no name for this evidence.
correct-problem-nothing_changed = The wording is the same as before.
correct-problem-data_changed = The source holds other data by now.
correct-problem-internal_error = A fault of the platform. Send it again; if it fails again, tell the operator.
correct-problem-other = The check found a problem.
