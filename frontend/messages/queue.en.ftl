### Texts of the curators' queue; they come with it.

queue-lead = What of the library needs you, the most urgent first
queue-empty-title = Nothing waits
queue-empty-text = Proposals of colleagues, your drafts and entries that need attention come here.
queue-need = Need
queue-what = What
queue-why = Why
queue-since = Since
queue-no-reason = (no reason yet)
queue-release = Release { $version }
queue-overlay = What our centre says otherwise: { $version }
queue-and-more = { $items } and { $count } more
queue-not-verified = not verified: { $keys }
queue-entries = { $count ->
    [0] no entry
    [one] one entry
   *[other] { $count } entries
  }
queue-need-conflict = Conflict
queue-need-returned = Returned
queue-need-review = To review
queue-need-release = To approve
queue-need-adoption = To adopt
queue-need-remark = New remarks
queue-need-draft = Your drafts
queue-need-unverified = Unverified citation
queue-need-low_hits = Few hits
queue-need-stale = Long unchanged
queue-need-thin = Few entries
queue-means-conflict = Somebody else changed a field of yours since: choose which value stands
queue-means-returned = A reviewer gave your proposal back with a reason
queue-means-review = Colleagues wait for your decision
queue-means-release = A prepared release waits for your approval
queue-means-adoption = A colleague proposes what your centre is to work with: it takes a second person
queue-means-remark = A colleague has written about a proposal that you take part in, and you have not seen it
queue-means-draft = Begun and not handed in
queue-means-unverified = The entry cites a publication that nobody has found
queue-means-low_hits = Found in less than half of the labelled cases with the event
queue-means-stale = Nobody has changed the entry for a year
queue-means-thin = A type of event has fewer than four entries of this kind
queue-why-conflict = choose which value stands
queue-why-returned = mend it or withdraw it
queue-why-review = approve, correct or return
queue-why-release = see what it changes, then approve
queue-why-adoption = look at it, then adopt it
queue-why-remark = read and answer
queue-why-draft = go on, or withdraw it
queue-why-unverified = look for the publication
queue-why-low_hits = see its limits
queue-why-stale = look through it
queue-why-thin = propose a further entry
queue-matrix = Where the library has entries
queue-matrix-lead = Entries by type of event, category and kind of factor; the small number needs attention. Press a cell to see its part of the list.
queue-cell = { $entries } entries, { $attention } of them need attention
