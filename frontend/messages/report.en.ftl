### Texts of the report's page alone; they come with it.

## Head

report-written = Written by { $author }
report-corrected = Written by the platform, corrected by { $people }
report-by-platform = the platform
report-versions = Versions
report-version-of = Version { $number } of { $count }
report-compare-heading = Compare with
report-compare = Version { $number }
report-language = Language of the report
report-one-language = This version is kept in one language only.
report-files = Files
report-file-html = Page with its charts (HTML)
report-file-md = Text (Markdown)
report-file-json = Data (JSON)
report-print = Print
report-sections = Sections of the report
report-newer = Version { $number } is newer.
report-newer-open = Open it
report-draft = Nobody has approved it yet
report-idealised = An idealised case, made for practice: this is not real weather.
report-withdrawn = Withdrawn by { $who }: { $reason }
report-superseded = Superseded by version { $number }.
report-dissent = { $who } does not agree: { $text }
report-references = References

## Where there is none

report-none-title = There is no report here yet
report-none-running = The diagnosis is at work. Its report appears here when it has finished.
report-none-failed = The diagnosis has failed, so there is no report: { $reason }
report-none-cancelled = The diagnosis was cancelled before it wrote a report.
report-none-version = The diagnosis has no version of this number.
report-none-run = How the diagnosis stands
report-missing-title = This version cannot be shown sentence by sentence yet
report-missing-text = It was written by an earlier release. The platform prepares it within some minutes; until then it can be read as a file.

## Facts and topics

report-fact-what = What
report-fact-where = Where
report-fact-when = When
report-fact-severity = How severe
report-fact-cause = Why
report-fact-data = Data
report-topic-happened = What happened
report-topic-doubts = Doubts about the data
report-topic-story = The situation
report-topic-why = Why
report-topic-against = What speaks against it
report-topic-untested = What could not be tested
report-topic-environment = Environment of what could not be tested
report-topic-watch = What to watch

## Charts

report-chart = Chart { $number }
report-chart-open = Show chart { $number } large
report-chart-of = Chart { $number } of { $count }
report-chart-previous = Previous chart
report-chart-next = Next chart
report-chart-whole = Whole chart
report-chart-size = Full size
report-chart-lost = The chart could not be loaded.

## Evidence

report-evidence = Evidence
report-evidence-lead = Choose a number in the text, or a piece of evidence, to see where it comes from.
report-evidence-all = All evidence
report-evidence-places = { $count ->
    [0] Not named in the text
    [one] In { $count } place of the text
   *[other] In { $count } places of the text
  }
report-verdict-confirmed = Found
report-verdict-refuted = Not found
report-verdict-undetermined = Cannot be judged
report-verdict-none = Shown, not judged
report-not-counted = Found, but not counted: it is as strong without the event

## Reviews

report-reviews = Review
report-not-opened = not opened yet
report-comment-here = Comment
report-comments-here = { $count ->
    [one] One comment
   *[other] { $count } comments
  }
report-next-publish = Go to publication
report-next-approve = Go to review
report-next-submit = Go to hand-in

## Differences

report-diff = What changed from version { $before } to version { $after }
report-diff-back = Read version { $number }
report-diff-same = Both versions say the same.
report-diff-values = Values
report-diff-conclusion = Conclusion
report-diff-charts = Charts
