# What is done with a version of a report: comments, verdicts, publication.

desk-way = The way of a version
desk-acts = What you can do
desk-act-submit = Hand in for review
desk-act-publish = Publish
desk-act-withdraw = Withdraw
desk-over-superseded = A later version has taken the place of this one.
desk-over-withdrawn = This version is withdrawn. Nothing more is done with it.

## Who can take it on

desk-next-now-approve = It can be approved by { $approve }, and then published by { $publish }.
desk-next-now-publish = It can be published by { $publish }.
desk-next-now-nobody = Nobody in this centre can take this version to publication.
desk-next-approval-approve = After your approval it still takes one by { $approve }; then it can be published by { $publish }.
desk-next-approval-publish = After your approval it can be published by { $publish }.
desk-next-approval-nobody = After your approval nobody in this centre could publish it.
desk-next-correction-approve = After your correction the new version can be approved by { $approve }, and then published by { $publish }.
desk-next-correction-nobody = After your correction nobody in this centre could publish the new version.
desk-lack-approve = It takes an approval by somebody who neither wrote it nor publishes it: an administrator can invite another reviewer, or give somebody the role.
desk-lack-publish = It takes a duty lead who neither wrote it nor asked for the diagnosis: an administrator can invite another one, or give somebody the role.

## Why not

desk-why-act = { $act }:
desk-why-role = Only as { $roles }.
desk-why-wrote = You wrote or corrected this version; it takes somebody else.
desk-why-asked = You asked for this diagnosis; somebody else publishes it.
desk-why-approval = Nobody else has approved it yet.
desk-why-not-opened = You have not opened this version yet.
desk-why-not-whole = Not every section was on your screen yet; one counts once its end was in sight for a second.
desk-why-not-approved = It is not approved yet.
desk-why-status = The version is at the state “{ $status }”.

## Comments and verdicts

desk-part = Chosen part of the text
desk-comment = Your comment on it
desk-comment-kept = It goes out with your word below, and this window keeps it until then.
desk-comment-how = To comment on a paragraph or a chart, or to correct it, press Comment beside it.
desk-comment-drop = Leave out
desk-comments-waiting = Your comments, not sent yet
desk-word = Your word on this version
desk-verdict = What you say
desk-verdict-comment = Comment
desk-verdict-request_changes = Ask for changes
desk-verdict-approve = Approve
desk-verdict-reject = Reject
desk-verdict-means-comment = The version stays where it stands.
desk-verdict-means-request_changes = The version goes back to review. Of a published one, your objection stands with it.
desk-verdict-means-approve = The version is published already. A former objection of yours ends.
desk-verdict-means-reject = The version is withdrawn for good. Of a published one, your objection stands with it.
desk-newer = Version { $number } is newer ({ $status }): what it changes is not in this one.
desk-text = In words
desk-reason = Why
desk-send-comment = Send the comment
desk-send-request_changes = Ask for changes
desk-send-approve = Approve
desk-send-reject = Reject
desk-sent-comment = Your comment is with the version.
desk-sent-request_changes = You asked for changes.
desk-sent-approve = You approved this version.
desk-sent-reject = You rejected this version.
desk-approve-unopened = { $count ->
    [one] You have not opened one part. Your approval will say so.
   *[other] You have not opened { $count } parts. Your approval will say so.
  }
desk-approved-unopened = { $count ->
    [one] One part was not opened
   *[other] { $count } parts were not opened
  }
desk-unopened-how = A section counts once its end was in sight for a second, a chart once it was shown large, evidence once its origin was shown.
desk-unopened-section = Sections:
desk-unopened-figure = Charts:
desk-unopened-evidence = Evidence:

## Publication

desk-publish-title = Publish version { $number }
desk-publish-lead = The version goes to the people and services of the centre that rely on it, with your name. Versions before it end as superseded.
desk-publish-dissent = The objection goes out with the version: { $text }
desk-publish-remarks = { $count ->
    [one] One remark was made on this version and those before it. It holds nothing up:
   *[other] { $count } remarks were made on this version and those before it. They hold nothing up:
  }
desk-publish-own = { $count ->
    [one] One part is somebody's own words and was not checked against the evidence.
   *[other] { $count } parts are somebody's own words and were not checked against the evidence.
  }
desk-publish-unopened = { $count ->
    [one] You have not opened one part yourself.
   *[other] You have not opened { $count } parts yourself.
  }
desk-withdraw-title = Withdraw version { $number }
desk-withdraw-lead = The version stays readable here, with your reason above it. Services no longer get it. This cannot be taken back.
desk-withdraw-reason = Why

## History and reviews

desk-history = Who did what
desk-history-corrects = Corrects version { $number }: { $note }
desk-deed-written = wrote it
desk-deed-made = corrected it
desk-deed-submitted = handed it in
desk-deed-corrected = sent a correction
desk-deed-correction_refused = has a correction that the check refused
desk-deed-published = published it
desk-deed-superseded = put version { $number } in its place
desk-deed-withdrawn = withdrew it
desk-reviews = What reviewers say
desk-reviews-none = No review of this version yet.
desk-review-approve = approves
desk-review-request_changes = asks for changes
desk-review-reject = rejects
desk-review-comment = comments
desk-review-dissent = after publication
desk-earlier = Said of earlier versions
desk-earlier-approved = approved version { $number } since
desk-earlier-standing = { $count ->
    [one] An objection to an earlier version; its author has approved none since.
   *[other] { $count } objections to earlier versions; their authors have approved none since.
  }
desk-comment-title = On the title
desk-comment-sentence = On “{ $text }”
desk-comment-claim = On the value { $text }
desk-comment-figure = On a chart
