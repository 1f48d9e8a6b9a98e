### Texts of the pages of releases; they come with them.

## Releases

release-lead = A release of the library never changes. Two curators approve it; each centre decides when to work with it.
release-none = No release yet
release-none-text = The operator loads the library of the package with load_library.
release-title = Release { $version }
release-works-with = This centre works with release
release-used = In use here
release-in-use = This centre works with it
release-since = Proposed by { $proposer }, adopted by { $adopter }
release-of-package = The newest release of the installed package: this centre has not chosen one.
release-adoptions = Proposed for this centre
release-candidates = Prepared, waiting for approval
release-look = Look at it
release-look-adopt = Look at it and adopt
release-look-approve = Look at it and approve
release-name = Title
release-note = What it changes
release-packaged = It came with the installed package.
release-loaded = Released
release-approved-by = Approved by
release-approved-by-nobody = nobody: it came with the package
release-digest = Digest
release-copy = Copy
release-copied = Copied

## Prepare

release-prepare = Prepare a release
release-prepare-act = Prepare
release-prepare-text = The library as it is now becomes the content of the release. What is accepted later goes into the next one. Two curators approve it, and you may be one of them.
release-version = Version
release-version-mistake = Up to 50 letters, digits, dots, hyphens and underscores; the first is a letter or a digit.
release-note-hint = For centres that decide whether to work with it. It cannot be changed afterwards.

## Difference

release-changes = What it changes
release-same = Both say the same: there is no difference.
release-count-added = { $count } added
release-count-changed = { $count } changed
release-count-removed = { $count } removed
release-filter = Items by what they change
release-filter-all = All ({ $count })
release-filter-verdict = Verdicts ({ $count })
release-filter-choice = What is tried ({ $count })
release-filter-text = Text ({ $count })
release-filter-file = From files ({ $count })
release-kind-entry = Entries ({ $count })
release-kind-cause = Explanations ({ $count })
release-kind-preset = Criteria of events ({ $count })
release-change-added = new
release-change-changed = { $count ->
    [one] one field
   *[other] { $count } fields
  }
release-change-removed = removed
release-open-all = Show all fields
release-close-all = Show names only
release-to-entry = To the entry
release-to-cause = To the explanation
release-to-preset = To the criteria

## Prepared release

release-prepared-title = Prepared release { $version }
release-state-waits = Waits for approval
release-state-released = Released
release-state-withdrawn = Withdrawn
release-prepared-by = Prepared by
release-prepared-at = Prepared
release-prepared-of = { $person } · { $count } of 2 approvals
release-since-version = Compared with release
release-publications = Publications come with the entries that cite them; the others are not part of a release.
release-unreviewed = { $count ->
    [one] One item was taken in from a file. Nobody approved it field by field, so read it with care. It is marked below.
   *[other] { $count } items were taken in from files. Nobody approved them field by field, so read them with care. They are marked below.
  }
release-from-file = from a file
release-approvals = Approvals
release-place-open = not given yet
release-approve = Approve
release-approve-first = You say that all that it changes may reach the centres. A second curator must say so too.
release-approve-second = You say that all that it changes may reach the centres. Yours is the second approval: it is a release then, and never changes.
release-given = You have approved it. Another curator of the installation gives the other approval.
release-who-approves = Curators of the installation approve it. An operator gives this right.
release-withdraw = Withdraw
release-withdraw-title = Withdraw the prepared release { $version }?
release-withdraw-text = It cannot be approved any more. The library stays as it is, and another release can be prepared from it.
release-withdrawn-by = Withdrawn by { $person }
release-done = It is released. Each centre now decides whether to work with it. Next, propose it for this centre on its page.
release-to-release = To release { $version }

## Use in the centre

release-use = Use in this centre
release-compared = Compared with
release-with-used = { $version }, in use here
release-before-it = { $version }, the one before
release-first = There is no other release to compare it with.
release-back = It was made before the release in use. To adopt it is to go back to it.
release-propose = Propose to work with it
release-propose-title = Propose to work with release { $version }
release-propose-act = Propose
release-propose-text = You propose it, and another person adopts it. New diagnoses then use it; earlier ones stay as they are.
release-who-proposes = Curators of this centre propose a release. Another curator or the duty lead adopts it.
release-reason = Why
release-reason-of = Why: { $text }
release-proposed-by = Proposed by { $person }
release-mine = You proposed it: another person adopts it.
release-adopt = Adopt
release-adopt-text = New diagnoses then use this release; earlier ones stay as they are.
release-who-adopts = Another curator of this centre or the duty lead adopts it.
release-unread = Look first at what it changes against the release in use.
release-unread-act = Compare with the one in use

## Refusals

release-refused-nothing_to_release = The library says what the newest release says: there is nothing to release. Proposals that are accepted change it.
release-refused-version_taken = There is a release with this version, or one is prepared. Choose another.
release-refused-candidate_closed = Somebody has released or withdrawn it meanwhile. The page shows its state in a moment.
release-refused-another_digest = It is not what you were shown. Load the page again and read it.
release-refused-already_approved = You have approved it before. Another curator gives the other approval.
release-refused-release_not_opened = You have not been shown what it changes. Load the page again, read it, then decide.
release-refused-already_in_force = This centre works with it already.
release-refused-already_proposed = Somebody has proposed it meanwhile. The page shows the proposal in a moment.
release-refused-already_adopted = Somebody has adopted it meanwhile.
release-refused-adoption_withdrawn = The proposal was taken back meanwhile.

## With the centre's own adjustments

release-of-centre = A release of the shared library with what this centre says otherwise in it. It never changes.
release-to-base = The shared release
release-made = Made
release-with-base = { $version }, without our adjustments
release-in-use-with = It is in use with our own adjustments in it.
release-to-used = See what is in use
release-to-carried = Look at it with our adjustments
release-carried = Our own adjustments stay: they are put into this release, and both are proposed together.
release-to-conflicts = Choose whose word stands
release-refused-overlay_conflict = This release says something else of what we have adjusted. Choose whose word stands, then propose it with our adjustments.
