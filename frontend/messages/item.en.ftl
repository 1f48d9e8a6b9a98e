### Texts of the page of one item of the library; they come with it.

## Frame

item-group-expected = What is expected
item-group-where = Where and when
item-group-applies = When it applies
item-group-reason = Why
item-group-standing = How it counts
item-group-what = What it says
item-group-checked = What came of checking it
item-says-nothing = The entry says nothing of it.
item-propose = Propose a change
item-read = Back to reading
item-not-there = Not in the library
item-others = Also proposed for it:
item-also-whole = { $person } proposes to add or remove the whole item
item-also-field = { $person } proposes { $value }
item-in-use-differs = Diagnoses of this centre rest on release { $version }, which says otherwise (−) than the library now (+):
item-in-use-none = Release { $version }, with which this centre works, does not have this entry.
item-no-reason = (no reason yet)

## Fields

item-one-a-line = One on each line
item-no-number = Give a number, such as 17.2
item-outside = Between { $least } and { $most }
item-too-small = Not below { $least }
item-valid-range = Values lie between { $low } and { $high }.
item-in-unit = { $label }, in { $unit }
item-other-unit = May be given with another unit: { $units }.
item-given = Given as { $given }
item-part-first = From
item-part-last = To
item-part-west = West
item-part-south = South
item-part-east = East
item-part-north = North
item-months-hint = None pressed means: all year. For the Southern Hemisphere they are shifted by half a year.
item-events-first = Choose the type of event first.
item-add = Add one
item-take-out = Take out { $name }
item-remove = Remove
item-cite = Cite a publication
item-page = Page
item-passage = Passage, word for word
item-quoted = Number of the passage, as it is printed
item-latitude-south = From latitude
item-latitude-north = To latitude
item-add-band = Add a band of latitudes
item-add-test = Add a test of another output
item-add-feature = Add a feature
item-default = Without a value: { $value }
item-more-fields = { $count ->
    [one] One more field
   *[other] { $count } more fields
  }
item-undo = Undo this change

## The proposal

item-draft = Your proposal
item-draft-how = What you change goes into a proposal and is kept as you type. Nothing reaches the library before others have approved it.
item-draft-into = Put it into
item-draft-new = a new proposal
item-draft-fields = { $count ->
    [one] one field
   *[other] { $count } fields
  }
item-draft-problems = { $count ->
    [one] One thing is to be mended before it can be handed in.
   *[other] { $count } things are to be mended before it can be handed in.
  }
item-unsent = { $count ->
    [one] One field holds something that cannot be saved: see what is red.
   *[other] { $count } fields hold something that cannot be saved: see what is red.
  }
item-reason = Why
item-reason-hint = Reviewers decide on the reason too
item-saving = Saving …
item-saved = Saved
item-not-saved = Not everything is saved: see the fields
item-hand-in = Look through it and hand it in
item-effect = What it would change
item-see-proposal = See the proposal
item-remove-whole = Propose its removal
item-remove-title = Remove it from the library?
item-remove-text = Others decide on it, as on every change. Its history stays, and it can come back.
item-remove-changed = Your proposal changes fields of it. Undo them first: a removal and a change exclude each other.
item-remove-propose = Propose the removal
item-removal-proposed = You propose to remove it.
item-removed = It was removed
item-removed-text = The library has it no more; its history is kept. It can be proposed again as it was.
item-unknown = There is no such item
item-unknown-text = The library has nothing of this name. If you meant a new one, propose it: the name stays for good.
item-bring-back = Propose it again as it was
item-begin-new = Begin a new one

## Beside it

item-sources = What it rests on
item-no-passage = No passage is recorded yet
item-on-page = Page { $page }
item-cited-by = { $count ->
    [0] Cited by no entry
    [one] Cited by one entry
   *[other] Cited by { $count } entries
  }
item-which-limit = Where a climatology is given, the limit against the climate decides; without one, the other limit does.
item-hits-before = This entry has been changed since: they were counted with what it said before.
item-hits-text = Measured on labelled cases. An anomaly that is found as often without the event tells little of it.
item-uses = In this centre
item-uses-of = { $judged ->
    [0] No diagnosis has judged it yet
    [one] Confirmed in { $confirmed } of one diagnosis
   *[other] Confirmed in { $confirmed } of { $judged } diagnoses
  }
item-history = History
item-from-file = from the file { $file }
item-approved-by = Approved by { $people }
item-effect_reason = Why right cases may turn wrong: { $text }
item-unmeasured = Accepted before its effect was measured: { $text }
item-corrected-by = { $field }: the value is { $person }’s, who corrected the one proposed: { $text }

## In our centre

item-centre = Adjust for our centre
item-centre-see = See what our centre says
item-centre-says = Diagnoses of this centre go by other values (+) than the shared library’s (−):
item-centre-unused = Diagnoses of this centre do not use this entry.
item-centre-draft = In the draft of our centre, not in use yet (+), and what is in use (−):
item-centre-draft-unused = The draft leaves this entry out.
item-centre-own = This entry is the centre’s own: the shared library does not have it.
