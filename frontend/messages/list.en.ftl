### Texts of the lists of diagnoses and reports.

diagnoses-lead = Requests on this centre's data, newest first
diagnoses-empty-title = No diagnosis yet
diagnoses-empty-text = A diagnosis names a region, a period and a source. Request one on the page New diagnosis; it then appears here.
reports-lead = Every report of this centre, newest first
versions-newest = Newest
versions-all = All versions
reports-corrected = Correction: “{ $text }”
reports-note = Note: “{ $text }”
reports-empty-title = No report yet
reports-empty-text = Each diagnosis that finishes leaves a draft of a report here, for review.
