### Texts of the page on which a diagnosis is requested.

new-not-allowed = You may not request a diagnosis here
new-not-allowed-text = Your roles in this centre let you read. An administrator of the centre can give you the role of a forecaster.
new-no-sources = No data yet
new-no-sources-text = No source of data is registered for this centre. Its administrators register data on the page Sources, and the operator registers what all centres share; then a diagnosis can be requested here.

## In words

new-words = Ask in your own words
new-words-hint = In English or Chinese, for example: heavy rain in Jiangsu from 4 to 6 July
new-unreadable = The words could not be read. Use the controls below and clear the words, or try again.
new-clear-words = Clear the words
new-reading = Reading the words
new-not-understood = Not understood
new-understood = What was understood
new-open = What is still open
new-leave-out = Leave “{ $words }” out
new-leave-all-out = Leave all { $count } of these out
new-edit = Change this
new-remove = Remove: { $part }
new-did-you-mean = Did you mean
new-part-what = What
new-part-where = Where
new-part-when = When
new-part-event = Event
new-part-preset = Criteria
new-part-source = Source
new-origin-hand = set by hand
new-origin-assumed = assumed
new-whole-diagnosis = A whole diagnosis
new-no-period = Incomplete

## Last requests

new-last-requests = Your last requests
new-run-again = Run again

## Where

new-place = Find a place
new-place-example = Name of a country, province, sea or town
new-places-failed = Places cannot be searched just now. Draw a box, or type its edges.
new-no-place = No place of this name. Try its beginning.
new-kind-country = country
new-kind-territory = territory
new-kind-state = state
new-kind-province = province
new-kind-region = region
new-kind-water = water
new-kind-town = town
new-edges = Edges of the box in degrees, east and north positive
new-edge-west = West
new-edge-south = South
new-edge-east = East
new-edge-north = North
new-map = Map to draw the box; the numbers beside it say the same
new-no-map = The map cannot be drawn here. Find a place, or type the edges.
new-no-region = No region yet: draw a box, find a place, or type its edges.
new-extent = The data cover
new-size = { $height }° high, { $width }° wide
new-date-line = crosses the date line
new-partly-held = The data do not cover all of this box.
new-not-held-yet = The data held nothing here when they were last read. They may hold it now: that is checked when it runs.
new-cut-region = Keep the part that they cover
new-saved = Saved regions
new-kept-by = Saved by { $person }
new-keep = Save this region
new-keep-it = Save
new-region-name = Name
new-region-name-hint = Everybody in the centre sees it
new-forget = Delete the region { $name }
new-forget-text = Everybody in the centre loses it. Diagnoses that used it stay as they are.
new-forget-it = Delete
new-cancel = Cancel

## When

new-start = Begin
new-end = End
new-whole-period = Whole period
new-last-day = Last 24 h of the data
new-last-days = Last 3 days
new-held-times = The data hold
new-partly-in-time = The period reaches beyond the data: only the times that they hold can be diagnosed.

## What, and how

new-any-event = Any event
new-any-event-hint = The classification decides from the data
new-support-feasible = can be tested
new-support-partial = in part
new-support-blocked = cannot be tested
new-lacks = The data lack { $fields }
new-how = Criteria and report
new-report-language = Language of the report
new-language-en = English
new-language-zh = Chinese
new-urgency = Priority and deadline
new-priority = Priority
new-priority-low = Low
new-priority-normal = Normal
new-priority-high = High
new-deadline = Deadline
new-urgency-hint = Priority counts among the centre's own requests. What has not begun by the deadline fails; what runs concludes from what it has.

## Source

new-source-waiting = waiting to be read
new-source-waiting-text = A worker has not read yet what it holds. A request can be sent; area and period are checked when it runs.
new-source-failed = cannot be read
new-source-late = late
new-source-stale = files have changed since it was read
new-statistic = Of the ensemble
new-statistic-forecast = the forecast itself
new-statistic-mean = mean over the members
new-statistic-percentile = percentile { $name }
new-statistic-hint = A mean or percentile over the members is no forecast: the report says so.
new-source-age = newest file { $age }
new-times = { $count ->
    [one] one time
   *[other] { $count } times
  }
new-step = every { $hours } h

## Sending

new-send = Request the diagnosis
new-not-yet = Not complete: show me
new-ready = Everything is there.
new-ready-in-part = Everything is there. The data hold only a part of the region or the period.
new-more = and { $count } more
new-refused = The platform did not take it: see why
new-block-sources = The list of sources is not there yet.
new-block-reading = The words are still being read.
new-block-unreadable = The words could not be read: clear them, or try again.
new-block-not_a_request = The words ask a question or make a claim. This page takes requests for a diagnosis.
new-block-chart = The words ask for charts alone. Choose a whole diagnosis.
new-block-unread = A part of the words was not understood.
new-block-missing = A part is missing.
new-block-readings = The words can mean several things: choose one.
new-block-no_source = Choose a source.
new-block-unknown_source = This source is not registered here: choose another.
new-block-no_statistic = The source holds statistics of an ensemble alone: choose one.
new-block-no_region = Say where: draw a box, find a place, or type its edges.
new-block-no_area = The box has no area: its edges are the same.
new-block-south_of_north = The southern edge is north of the northern one.
new-block-region_outside = The region lies outside the data.
new-block-period_incomplete = The period needs a begin and an end.
new-block-period_inverted = The period ends before it begins.
new-block-period_outside = The data hold nothing of this period.
new-block-deadline_passed = The deadline has passed.
new-refused-region_not_held = The source does not hold this region. Choose one inside the data, or another source.
new-refused-period_not_held = The source does not hold this period. Choose one inside the data, or another source.
new-refused-run_not_held = The source holds one other forecast run alone. Choose another source.
new-refused-member_not_held = The source is an ensemble: a request for it names a member, which this page cannot do yet.
new-refused-unknown_source = This source is not registered for the centre. Choose another.
new-refused-deadline_passed = The deadline has passed. Choose a later one, or none.
new-refused-quota_jobs_per_hour = The centre has requested as much as it may in an hour. Try again later; the form stays as it is.
new-refused-quota_running_jobs = The centre has as many diagnoses waiting or running as it may. Try again when one has ended; the form stays as it is.
new-refused-quota_storage_bytes = The centre's storage is full. An administrator can make room; the form stays as it is.
new-refused-quota_tokens_per_month = The centre has used up this month's share of the language model. The form stays as it is.
