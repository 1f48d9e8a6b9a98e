### Texts of the Guideline Library's pages; they come with them.

## Frame

lib-queue = To do
lib-entries = Entries
lib-references = Publications
lib-causes = Explanations
lib-proposals = Proposals
lib-releases = Releases
lib-releases-wait = Releases ({ $count })
lib-chart-of = { $name } (chart)
lib-basis = { $limit }: { $part }
lib-basis-reference = publication it is from
lib-basis-page = page
lib-basis-effective = in force from (year-month-day)
lib-basis-region = region it was set for
lib-basis-season = season it was set for
lib-basis-resolution_deg = spacing of the grids it was set for, in degrees
lib-nothing = nothing
lib-range = { $first } to { $last }
lib-yes = yes
lib-no = no
lib-hours = { $first } to { $last } h
lib-by-package = the package
lib-kind-entry = Entry
lib-kind-reference = Publication
lib-kind-cause = Explanation
lib-criteria = Criteria
lib-kind-preset = Criteria of events
lib-preset-cma = China Meteorological Administration (CMA)
lib-preset-nws = United States National Weather Service (NWS)
lib-preset-etccdi = Expert Team on Climate Change Detection and Indices (ETCCDI)
lib-preset-criteria = Criteria of events: { $name }
lib-preset-source = Where it is from: { $name }
lib-preset-other = Another part of the criteria
lib-preset-other-of = { $event }: another part of the criteria
lib-touches-verdict = decides verdicts
lib-touches-choice = decides what is tried
lib-touches-text = text
lib-touches-events = decides events
lib-touches-verdict-means = Whether an anomaly counts as found can come out otherwise
lib-touches-choice-means = Which factors are tried, and how they count, can come out otherwise
lib-touches-events-means = Which events there are, their grades, areas and days can come out otherwise
lib-touches-text-means = Readers are shown other words; no verdict changes
lib-change-removed = Removed
lib-change-new = New
lib-revision = Revision { $number }

## Fields

lib-field-whole = The whole item
lib-field-other = { $path }
lib-field-event_types = Type of event
lib-field-factor = Factor
lib-field-modality = Kind of factor
lib-field-category = Category
lib-field-expected = What is expected
lib-field-expected-kind = Kind of anomaly
lib-field-expected-direction = Anomaly
lib-field-expected-tail = Unusual when
lib-field-expected-reduction = Value over the area
lib-field-expected-unit = Unit
lib-field-expected-clim-stat = Against the climate: measure
lib-field-expected-clim-threshold = Against the climate: limit
lib-field-expected-clim-basis = Against the climate: where the limit comes from
lib-field-expected-absolute-op = Limit: comparison
lib-field-expected-absolute-value = Limit
lib-field-expected-absolute-basis = Limit: where it comes from
lib-field-expected-floor-op = Floor: comparison
lib-field-expected-floor-value = Floor that must hold too
lib-field-expected-floor-basis = Floor: where it comes from
lib-field-expected-bands = Limits by latitude
lib-field-expected-also = Further tests
lib-field-expected-blows_from = Wind must blow from
lib-field-expected-level = Pressure level
lib-field-expected-detectors = Features that are looked for
lib-field-expected-require = How many of them
lib-field-expected-params-variant = Variant of the index
lib-field-expected-params-levels = Levels of the index
lib-field-expected-params-any_direction = Any direction of flow
lib-field-expected-params-above_ground = Heights above the ground
lib-field-where-place = Where, seen from the peak of the event
lib-field-where-reach_km = Greatest distance
lib-field-where-lag_hours = Hours relative to the peak
lib-field-conditions-season = Season, in words
lib-field-conditions-region = Region, in words
lib-field-conditions-level = Level, in words
lib-field-conditions_zh-season = Season, in Chinese
lib-field-conditions_zh-region = Region, in Chinese
lib-field-conditions_zh-level = Level, in Chinese
lib-field-conditions_machine-months_nh = Months (Northern Hemisphere)
lib-field-conditions_machine-abs_lat_range = Latitudes, on either side of the equator
lib-field-conditions_machine-event_centre_in = Area of the event's centre
lib-field-conditions_machine-subtype = Subtypes of the event
lib-field-rationale = Reason
lib-field-rationale_zh = Reason, in Chinese
lib-field-timing = Timing, in words
lib-field-timing_zh = Timing, in Chinese
lib-field-note = Note
lib-field-note_zh = Note, in Chinese
lib-field-weight = Weight (1 to 5)
lib-field-confidence = Trust in the entry (0 to 1)
lib-field-difficulty = Difficulty
lib-field-finding = Physical finding
lib-field-restates_criterion = Repeats the criterion of the event
lib-field-alternatives = Tried instead when it fails
lib-field-supports = Speaks for
lib-field-opposes = Speaks against
lib-field-tags = Tags
lib-field-reviewed = Reviewed as a whole: every field was read and found right
lib-field-citations = Publications
lib-field-references = Publications
lib-field-experience = Hits
lib-field-experience-confirmed = Hits: found with the event
lib-field-experience-tested = Hits: cases with the event
lib-field-experience-confirmed_without = Hits: found without it
lib-field-experience-tested_without = Hits: cases without it
lib-field-id = Name in the library
lib-field-key = Name in the library
lib-field-authors = Authors
lib-field-year = Year
lib-field-title = Title
lib-field-container = Journal or series
lib-field-publisher = Publisher
lib-field-volume = Volume
lib-field-pages = Pages
lib-field-doi = DOI
lib-field-outcome = What came of checking
lib-field-checked_by = Checked by
lib-field-checked_on = Checked on
lib-field-seen = Where it was seen
lib-field-name = Name
lib-field-name_zh = Name, in Chinese
lib-field-chain = How it brings the event about
lib-field-chain_zh = How it brings the event about, in Chinese
lib-field-feeds = Leads on to
lib-field-structure = System that it names

## Values of fields

lib-value-expected-direction-above-normal = above the normal
lib-value-expected-direction-below-normal = below the normal
lib-value-expected-direction-feature-present = a feature is there
lib-value-expected-tail-upper = large
lib-value-expected-tail-lower = small
lib-value-expected-tail-range = within a range
lib-value-expected-clim-stat-z = standard deviations from the mean
lib-value-expected-clim-stat-pct = percentile
lib-value-expected-require-any = one is enough
lib-value-expected-require-all = all of them
lib-value-expected-kind-index = a number
lib-value-expected-kind-figure = features of a chart
lib-value-where-place-at = at the event
lib-value-where-place-above = above the event
lib-value-where-place-around = around the event
lib-value-where-place-upstream = upstream, in the flow at 500 hPa
lib-value-where-place-inflow = on the side from which the wind at 850 hPa comes
lib-value-where-place-exit_region = in the exit region of the jet at 250 hPa
lib-value-where-place-cold_side = on the side to which the temperature at 850 hPa falls
lib-value-where-place-warm_side = on the side to which the temperature at 850 hPa rises
lib-value-where-place-system = where the quantity itself is defined
lib-value-expected-blows_from-upstream = upstream, in the flow at 500 hPa
lib-value-expected-blows_from-inflow = the side from which the wind at 850 hPa comes
lib-value-expected-blows_from-cold_side = the side to which the temperature at 850 hPa falls
lib-value-expected-blows_from-warm_side = the side to which the temperature at 850 hPa rises
lib-value-structure-front = a front
lib-value-structure-occlusion = an occluded front
lib-value-structure-cold_air = an outbreak of cold air
lib-value-structure-trough = a trough or closed low aloft
lib-value-structure-ridge = a ridge or high aloft
lib-value-structure-wave = a ridge or trough aloft
lib-value-structure-vortex = a closed low aloft
lib-value-structure-low = a low
lib-value-structure-tropical_cyclone = a tropical cyclone
lib-value-structure-instability = instability
lib-value-difficulty-easy = easy
lib-value-difficulty-medium = medium
lib-value-difficulty-hard = hard
lib-value-outcome-unchecked = nobody looked
lib-value-outcome-agrees = found, and it agrees
lib-value-outcome-corrected = found, and corrected
lib-value-outcome-contradicted = contradicted: there is no such publication
lib-value-outcome-not_found = not found
lib-value-expected-reduction-max = largest value
lib-value-expected-reduction-min = smallest value
lib-value-expected-reduction-mean = mean
lib-value-expected-reduction-median = median
lib-value-expected-reduction-point = value at the event
lib-value-expected-reduction-max_abs = largest absolute value
lib-value-expected-reduction-single_value = one value
lib-value-expected-reduction-fraction = fraction
lib-value-expected-reduction-weighted_mean = weighted mean
lib-value-expected-reduction-p01 = 1st percentile
lib-value-expected-reduction-p05 = 5th percentile
lib-value-expected-reduction-p90 = 90th percentile
lib-value-expected-reduction-p95 = 95th percentile
lib-value-expected-reduction-p99 = 99th percentile
lib-value-expected-reduction-excess = excess
lib-value-expected-reduction-deficit = deficit
lib-value-expected-reduction-bergeron = in Bergeron
lib-value-expected-reduction-std = standard deviation
lib-value-expected-reduction-range = range

## States of proposals

lib-state-draft = Draft
lib-state-in_review = In review
lib-state-returned = Returned
lib-state-accepted = In the library
lib-state-withdrawn = Withdrawn

## Lists

lib-entries-lead = What the library looks for: which anomaly is evidence of which type of event, and where it must stand
lib-references-lead = What the entries rest on, and whether somebody found it in public documents
lib-causes-lead = The competing explanations of each type of event, which entries speak for or against
lib-bulk = Change all…
lib-bulk-count = Change all { $count }…
lib-search-all = Search the library
lib-search = Words
lib-expected = Expected
lib-weight = Weight
lib-reviewed = Reviewed as a whole
lib-unreviewed = Draft: not reviewed as a whole
lib-review = Review
lib-chain = How it comes about
lib-export-csv = Table (CSV)
lib-export-yaml = Document (YAML)
lib-by-latitude = limits by latitude
lib-clim-pct = percentile { $limit } of the climate
lib-clim-z = { $limit } standard deviations from the climate
lib-climate-first = { $climate }; without a climatology { $own }
lib-cited-page = p. { $page }
lib-cited-passage = “{ $passage }”
lib-cited-number = quoted number: { $quoted }
lib-hits-found = Found in cases with the event
lib-hits-false = Found in cases without it
lib-hits-of = { $hits } of { $of }
lib-hits-range = with 95 % between { $low } and { $high }
lib-hits-none = not tried
lib-hits-none-text = No labelled case has tried this entry yet.
lib-new-entry = New entry
lib-new-reference = New publication
lib-new-cause = New explanation
lib-new-text = The name stays for good: reports and other entries use it. You write the rest on its page and propose it; others decide.
lib-new-hint-entry = Small letters, digits and underscores, such as g_gale_gust_front
lib-new-hint-reference = First author and year, such as bonner1968
lib-new-hint-cause = Small letters, digits and underscores, such as downslope_wind
lib-new-wrong = Small letters, digits and underscores only, and a letter at the beginning
lib-new-go = Go on

## Files

lib-file = Propose a file
lib-file-go = Propose what it changes
lib-file-text = Export the entries or the publications as a table, change it, and hand it in here. What it says otherwise than the library becomes a draft, field by field. Where one line is wrong, nothing is kept.
lib-file-file = Table (CSV) or document (YAML)
lib-file-reason = Why
lib-file-mistakes = { $count ->
    [one] Nothing was kept: one thing is wrong in this file.
   *[other] Nothing was kept: { $count } things are wrong in this file.
  }
lib-file-line = Line { $line }

## Interests

lib-interest-title = Your interests
lib-interest-text = Say once what colleagues should know of your interests: own publications that are cited, funding, tools of your own. It stands beside all that you write and decide.
lib-interest-label = What colleagues should know
lib-interest-declare = Declare
lib-interest-nothing = There is nothing
lib-interest-yours = Your interests: { $text }
lib-interest-is-nothing = none
lib-interest-change = Change

## The centre's own

lib-centre = Our centre
lib-centre-wait = Our centre ({ $count })
lib-centre-add = Add an entry of our own
lib-centre-add-text = Your entry is used by this centre alone. Its name stays for good: reports use it. You write the rest on its page.
lib-centre-add-hint = Small letters, digits and underscores, such as ours_gale_gap_wind
lib-centre-add-shared = The shared library has an entry of this name: choose another one, or adjust that entry.
lib-take-back = Take back the proposal
lib-centre-adjusted = adjusted here
lib-centre-unused = not used here

## Before a page is left

lib-unsaved-title = Leave without what is not saved?
lib-unsaved-text = Some of what you wrote could not be saved: the fields say why. It is lost when you leave this page.
lib-unsaved-stay = Stay here
lib-unsaved-leave = Leave without it
