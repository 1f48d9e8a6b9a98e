# Every text that people read, in English. Other languages are files beside this one.
# Sections begin with "### section: NAME"; the identifiers of a section begin with NAME and a hyphen.

### section: format

# How values are written: lists, times, numbers with units.
format-barbs = kt
format-groups-digits = yes
format-measure = { $number } { $unit }
format-moment = { $date } { $clock } UTC
format-comma = { $first }, { $second }
format-clauses = { $first }; { $second }
format-statement = { $text }.
format-sentences = { $first } { $second }
format-aside = { $text } ({ $aside })
format-full_hour = { $clock }
format-written_time = { $clock } UTC { $day } { $month_name } { $year }
format-written_day = { $day } { $month_name } { $year } (day of { $zone })
format-and = { $first } and { $second }
format-or = { $first } or { $second }
format-yes = yes
format-no = no
format-degrees = { $degrees }°
format-north = { $degrees }°N
format-south = { $degrees }°S
format-east = { $degrees }°E
format-west = { $degrees }°W
format-span_north = { $first }°N to { $last }°N
format-span_south = { $first }°S to { $last }°S
format-span_east = { $first }°E to { $last }°E
format-span_west = { $first }°W to { $last }°W
format-span = { $first } to { $last }
format-all_longitudes = all longitudes
format-box = { $longitudes }, { $latitudes }
format-position = { $latitude } { $longitude }

### section: report

report-title_event = Weather diagnosis: { $event }, { $region }, { $start } to { $end }
report-title_event_at = Weather diagnosis: { $event }, { $region }, { $start }
report-title_none_at = Weather diagnosis: { $region }, { $start }
report-title_none = Weather diagnosis: { $region }, { $start } to { $end }
report-no_value = no value
report-scaled_grade = equivalent to “{ $grade }” at the scale of the grid
report-section_summary = Summary
report-section_event = Event and severity
report-section_chain = Evidence chain
report-section_timeline = Timeline
report-section_refuted = Tested and not found
report-section_untested = Not testable on these data
report-section_figures = Charts
report-section_confidence = Confidence
report-section_data = Data, methods and limits
report-section_references = References
report-references_unverified = The following references could not be confirmed, or only in part, from the publisher or from independent public bibliographies:
report-badge_occurrence = { $event }: { $status }
report-badge_explanation = Cause: { $status }
report-enlarge = Enlarge the chart
report-figure = Figure
report-category_lacking = No factor that counts is of these kinds: { $categories }. Later sections list the tested factors and the missing data.
report-no_event = No significant event: none of the tested types meets its criterion over { $region } in the period.
report-none_of_tested = No criterion that can be tested is met over { $region }; not every type can be tested on these data.
report-happened_met = { $event } over { $region }: its criterion is met.
report-happened_not_met = { $event } over { $region }: its criterion is not met.
report-happened_likely_at_stations = { $event } over { $region } is likely at stations: the data do not reach its limit, on a grid too coarse to show what stations see.
report-happened_cannot_be_tested = { $event } over { $region }: its criterion cannot be tested on these data.
report-happened_others = Other types whose criterion is met: { $types }.
report-declared_other_met = To examine another type, request it, or request a diagnosis without a declared type.
report-happened_confidence = Confidence in this statement: { $level } ({ $confidence }).
report-below_limit = The limit is { $threshold }.
report-reaches_limit = The limit of { $threshold } is reached, but not the rest of the criterion.
report-stations = Stations typically report { $low } to { $high } at this grid spacing (from block means of finer data).
report-stations_uncalibrated = For this grid spacing there is no calibrated range of station values, so no probability is given.
report-measured_nothing = The data hold no field of this type.
report-measured = In the data ({ $event }): { $quantity } { $value } near { $place } at { $time }.
report-measured_plain = In the data ({ $event }): { $quantity } { $value }.
report-measured_needs = The criterion { $needs }.
report-why_confirmed = The explanation is confirmed by { $confirmed ->
    [one] { $confirmed } diagnostic factor
   *[other] { $confirmed } diagnostic factors
}.
report-why_partly = The explanation is confirmed in part: { $confirmed ->
    [one] { $confirmed } diagnostic factor confirms
   *[other] { $confirmed } diagnostic factors confirm
} it, and no factor remained to be tested.
report-why_partly_ended = The explanation is confirmed in part: { $confirmed ->
    [one] { $confirmed } diagnostic factor confirms
   *[other] { $confirmed } diagnostic factors confirm
} it, and the search ended before the others were tested.
report-why_not_met = The criterion is not met, so there is no event to explain. Of the tested factors of such events { $confirmed ->
    [one] { $confirmed } is found
   *[other] { $confirmed } are found
} and { $refuted ->
    [one] { $refuted } is not.
   *[other] { $refuted } are not.
}
report-why_event_untested = These data cannot test whether the event happened, so no cause is established: { $confirmed ->
    [one] { $confirmed } diagnostic factor shows
   *[other] { $confirmed } diagnostic factors show
} conditions that favour it somewhere in the region.
report-why_none = No cause is established: of the tested factors { $confirmed ->
    [one] { $confirmed } is confirmed
   *[other] { $confirmed } are confirmed
} and { $refuted ->
    [one] { $refuted } was not found.
   *[other] { $refuted } were not found.
}
report-why_confirmed_by = { $sure ->
    [high] The explanation is established
    [moderate] The explanation is well supported
   *[other] The explanation is supported, with little confidence
}: { $supporting ->
    [one] { $supporting } of the factors that count (in all { $confirmed }) speaks for it
   *[other] { $supporting } of the { $confirmed } factors that count speak for it
}.
report-why_partly_by = { $sure ->
    [high] The explanation is established in part
    [moderate] The explanation is well supported in part
   *[other] The explanation is supported in part, with little confidence
}: { $supporting ->
    [one] { $supporting } of the factors that count (in all { $confirmed }) speaks for it
   *[other] { $supporting } of the { $confirmed } factors that count speak for it
}, and no factor remained to be tested.
report-why_partly_ended_by = { $sure ->
    [high] The explanation is established in part
    [moderate] The explanation is well supported in part
   *[other] The explanation is supported in part, with little confidence
}: { $supporting ->
    [one] { $supporting } of the factors that count (in all { $confirmed }) speaks for it
   *[other] { $supporting } of the { $confirmed } factors that count speak for it
}, and the search ended before the others were tested.
report-why_none_by = No cause is established: { $confirmed ->
    [one] { $confirmed } of the tested factors counts
   *[other] { $confirmed } of the tested factors count
}, { $supporting ->
    [one] { $supporting } speaks for this explanation
   *[other] { $supporting } speak for the same explanation
}, and { $refuted ->
    [one] { $refuted } was not found.
   *[other] { $refuted } were not found.
}
report-why_weak = { $supporting ->
    [one] { $supporting } of the factors that count (in all { $confirmed }) speaks for it
   *[other] { $supporting } of the { $confirmed } factors that count speak for it
}; the confidence in it is too low to call it established.
report-why_likely = { $supporting ->
    [one] { $supporting } of the factors that count (in all { $confirmed }) speaks for it
   *[other] { $supporting } of the { $confirmed } factors that count speak for it
}; the event itself is not certain in these data, so its cause is not established either.
report-why_not_testable = The cause cannot be tested on these data.
report-why_not_testable_but = No factor for a cause can be tested on these data.
report-cause_by_kind = The kind of event that the classification found speaks for this explanation alone, which it does not establish: { $cause }.
report-cause_if_met = If it did happen, what was found agrees best with this explanation: { $cause }.
report-why_missing = Fields that its factors need and that are missing: { $fields }.
report-why_confidence = Confidence in the explanation: { $level } ({ $confidence }).
report-against = Looked for and not found: { $names }.
report-against_more = Looked for and not found ({ $all } in all), among others: { $names }.
report-types_not_tested = Types that these data do not allow to be tested: { $types }.
report-factors_open = Factors that remained undetermined: { $count }; a later section says why.
report-factors_blocked = Further factors could not be tested, because these fields are missing: { $fields }.
report-watch_began_before_data = The event had begun when the data begin: its true onset needs earlier data.
report-watch_lasts_beyond_data = The event is still going on when the data end: later data show its end.
report-watch_began_before_period = The event had begun when the period asked for begins: ask for an earlier start to see its onset.
report-watch_lasts_beyond_period = The event lasts when the period asked for ends: ask for a later end to see it whole.
report-watch_reaches_region_edge = The event reaches the edge of the region: a larger region shows it whole.
report-watch_coarse_grid = Compare with station reports, or with data on a finer grid.
report-watch_objects = The period and region hold { $count ->
    [one] { $count } event
   *[other] { $count } events
} of this type; a table lists them with their ids.
report-objects_next = Each can be diagnosed by itself: name its id as the object of a request.
report-section_objects = Events of this type
report-amount_over = { $value } ({ $window })
report-head_object = Event
report-head_place = Peak at
report-head_onset = Onset
report-head_end = End
report-head_area = Area
report-caption_event = { $title }, { $start } to { $end }; extreme value { $value } near { $place }.
report-caption_event_at = { $title }, { $time }; extreme value { $value } near { $place }.
report-caption_event_plain = { $title }, { $start } to { $end }.
report-caption_event_at_plain = { $title }, { $time }.
report-peak = The { $quantity } ({ $window }) reaches { $value } near { $place }; the main phase is around { $time }.
report-peak_plain = The { $quantity } ({ $window }) reaches { $value }.
report-mechanisms = Confirmed by: { $names }.
report-speaking_for = Factors that speak for it: { $names }.
report-found_beside = Found at the event too, without speaking for it: { $names }.
report-odds = Taken together, what was found and missed is { $ratio } times as probable with such an event as without (interval { $low } to { $high }), by { $known ->
    [one] { $known } finding
   *[other] { $known } findings
} of known discrimination, with allowance for dependence. Findings of unknown discrimination, which change nothing: { $unknown }.
report-turns = Rounds of hypothesis, verification and judgement: { $turns }; factors tested and not found: { $refuted }.
report-snapshot = The data hold a single time, so the verdicts describe a snapshot and their confidence is reduced.
report-criterion_fired = The criterion of { $event } is met: { $quantity } ({ $window }) { $value }, against a threshold of { $threshold }; severity index { $severity }.
report-criterion_area = The share of the region that meets it is { $area }, from { $onset } to { $end }.
report-open_onset_data = { $time } or earlier (the data begin)
report-open_end_data = { $time } or later (the data end)
report-open_onset_period = { $time } or earlier (the period asked for begins during the event)
report-open_end_period = { $time } or later (the period asked for ends during the event)
report-criterion_measured_from = The change is measured from the day that begins at { $start }, before the period asked for.
report-criterion_area_at = The share of the region that meets it at { $onset } is { $area }.
report-criterion_grade = Grade: { $grade }.
report-criterion_scaled = The station threshold is { $point }. It is scaled to the grid, so a grade given here is an equivalent, not the grade of a national standard.
report-criterion_label = Source of the threshold: { $label }.
report-severity_restated = This factor uses the same quantity as the event criterion. It indicates severity and is not counted as a confirmed factor.
report-secondary = Other types that meet their criterion, in order of rank: { $types }.
report-compound = Linked events: { $labels }.
report-reason_not_fired = Criterion not met in full ({ $events }): { $reason }.
report-reason_likely_at_stations = Likely at stations ({ $events }): { $reason }.
report-reason_not_assessable = Not assessable ({ $events }): { $reason }.
report-reason_key = Labels of thresholds: [S] national or agency standard, from secondary sources; [K] professional knowledge, not re-checked; [D] design default, to be calibrated.
report-head_type = Type
report-head_result = Criterion
report-head_quantity = Quantity
report-head_peak = Peak
report-head_threshold = Threshold
report-head_share = Share of the area
report-head_category = Category
report-head_factor = Factor
report-head_found = Found
report-head_closest = Closest to it
report-head_expected = Expected
report-head_strength = Strength
report-head_confidence = Confidence
report-head_time = Time
report-head_stage = Stage
report-head_signal = Decisive signal of
report-cell = { $value }
report-empty = –
report-expected = { $comparison } { $threshold }
report-expected_clim = { $quantity } { $comparison } { $threshold }
report-closest = not found
report-chain_intro = What each factor shows, and why it matters:
report-factor_index = { $name }: { $value } near { $place } at { $time }.
report-factor_index_area = { $name }: { $value } over the region at { $time }.
report-factor_clim = In its climatology this is a standardised anomaly of { $z } and percentile { $percentile } (samples: { $count }; effectively independent: { $effective }).
report-factor_smoothed = The value is of fields smoothed with a Gaussian of sigma { $sigma }, not of one cell.
report-factor_base_rate = On other days of the season the same test is met in { $rate } of cases.
report-factor_clim_z = In its climatology this is a standardised anomaly of { $z }.
report-factor_clim_cells = The climatology is of the grid point, so a group of contiguous cells is asked for; together they reach { $z }.
report-second_reader = { $title }: the second reader { $reader }, which saw the picture only, agreed with the arrays on { $agreed } of { $compared } questions.
report-second_reader_differs = It disagreed on the following; the arrays decide: { $questions }.
report-factor_figure = { $name }: the chart at { $time } shows { $feature } near { $place }.
report-factor_figure_plain = { $name }: the chart at { $time } shows { $feature }.
report-why = { $rationale }
report-why_in_general = In general: { $rationale }
report-at_onset = Onset of { $event }
report-at_open_onset_data = { $event } already under way or beginning when the data begin
report-at_peak_time = Peak of { $event }
report-at_end = End of { $event }
report-at_open_end_data = { $event } not over when the data end
report-at_open_onset_period = { $event } already under way when the period asked for begins
report-at_open_end_period = { $event } not over when the period asked for ends
report-part_far_before = Its nearest part is { $distance } { $direction } of the event's peak, { $hours } before it.
report-part_far_after = Its nearest part is { $distance } { $direction } of the event's peak, { $hours } after it.
report-part_far_same = Its nearest part is { $distance } { $direction } of the event's peak, at the same time.
report-part_near_before = Its nearest part is { $distance } from the event's peak, { $hours } before it.
report-part_near_after = Its nearest part is { $distance } from the event's peak, { $hours } after it.
report-part_near_same = Its nearest part is { $distance } from the event's peak, at the same time.
report-part_here_before = It runs through the event's peak, { $hours } before it.
report-part_here_after = It runs through the event's peak, { $hours } after it.
report-part_here_same = It runs through the event's peak, at the same time.
report-peak_far_before = This is { $distance } { $direction } of the event's peak, { $hours } before it.
report-peak_far_after = This is { $distance } { $direction } of the event's peak, { $hours } after it.
report-peak_far_same = This is { $distance } { $direction } of the event's peak, at the same time.
report-peak_near_before = This is { $distance } from the event's peak, { $hours } before it.
report-peak_near_after = This is { $distance } from the event's peak, { $hours } after it.
report-peak_near_same = This is { $distance } from the event's peak, at the same time.
report-peak_here_before = This is at the event's peak, { $hours } before it.
report-peak_here_after = This is at the event's peak, { $hours } after it.
report-peak_here_same = This is at the event's peak, at the same time.
report-peak_area_before = This is the value around the event's peak, { $hours } before it.
report-peak_area_after = This is the value around the event's peak, { $hours } after it.
report-peak_area_same = This is the value around the event's peak, at the same time.
report-elsewhere_far_before = It is found { $distance } { $direction } of the event's peak, { $hours } before it; it is no evidence of the event.
report-elsewhere_far_after = It is found { $distance } { $direction } of the event's peak, { $hours } after it; it is no evidence of the event.
report-elsewhere_far_same = It is found { $distance } { $direction } of the event's peak, at the same time; it is no evidence of the event.
report-elsewhere_near_before = It is found { $distance } from the event's peak, { $hours } before it; it is no evidence of the event.
report-elsewhere_near_after = It is found { $distance } from the event's peak, { $hours } after it; it is no evidence of the event.
report-elsewhere_near_same = It is found { $distance } from the event's peak, at the same time; it is no evidence of the event.
report-elsewhere_area_before = It is found over the region, { $hours } before it; it is no evidence of the event.
report-elsewhere_area_after = It is found over the region, { $hours } after it; it is no evidence of the event.
report-elsewhere_area_same = It is found over the region, at the same time; it is no evidence of the event.
report-repeats = Shown as well, and not counted again because a confirmed factor shows the same: { $names }.
report-trivial = Found as strongly without the event, and therefore not counted: { $names }.
report-uncontrolled = Of the factors that count, { $number } could not be tested without the event, because these data contain too few quiet places and times; this lowers the confidence.
report-control_place = { $distance } { $direction }: { $finding }
report-control_before = { $hours } before, at the same place: { $finding }
report-control_after = { $hours } after, at the same place: { $finding }
report-controls = Looked for at quiet places and times: { $tests }.
report-standing_control_counts = Not found as strongly at quiet places or times, so they count: { $names }.
report-standing_control_trivial = Found as strongly at quiet places or times, so they do not count: { $names }.
report-standing_control_none = The data hold too few quiet places and times to test whether these discriminate: { $names }.
report-ratio_counts = In real cases it is found { $ratio } times as often with such an event as without ({ $low } to { $high }; { $cases } independent cases with, { $without } without).
report-ratio_trivial = In real cases it is not found clearly more often with such an event than without, so it does not count ({ $ratio } times as often, { $low } to { $high }; { $cases } independent cases with, { $without } without).
report-ratio_unknown = For these the ratio of cases with and without the event is unknown, because too few independent real cases are at hand: { $names }.
report-ratio_unknown_all = For none of these factors is the ratio of cases with and without the event known, because too few independent real cases are at hand; so the confidence in the explanation is never high.
report-refuted_elsewhere = { $name }: not found at the event.
report-refuted_reason = { $name }: { $reason }.
report-none_refuted = Every factor that could be decided is confirmed.
report-none_decided = No factor could be decided, so none is confirmed and none is refuted.
report-undetermined = { $name } could not be decided: { $reason }.
report-untested = Fields that these factors need are missing in the data or the climatology: { $names }.
report-caption_plain = { $title }, { $time }.
report-caption_feature = { $title }, { $time }. Shown: { $feature } near { $place }.
report-caption_index = { $title }, { $time }. Shown: { $value } near { $place }.
report-caption_area = { $title }, { $time }. Value over the region: { $value }.
report-confidence_event = The classification ranks the types by its own confidence index; here it is { $confidence }, the product of these reductions: { $parts }.
report-confidence_full = The classification ranks the types by its own confidence index; nothing in the data reduces it here ({ $confidence }).
report-confidence_part = { $name } { $value }
report-confidence_many = Many factors were tried; the false discovery rates of the confirmed ones (Benjamini-Yekutieli) are { $rates }.
report-strongest_within = Here only what lies within { $reach } of the peak, in the hours that count, is looked at; in the region as a whole it reaches { $peak } at { $time }.
report-outside_region = This place lies outside the region: the factor is searched for in a wider area.
report-confidence_no_climatology = No climatology was given: verdicts rest on operational thresholds, which are defaults from experience or design and not calibrated for this place.
report-warning = Notes of the classification: { $labels }.
report-data_source = Data: { $source } ({ $origin }); times: { $times }; pressure levels: { $levels }; grid spacing about { $spacing }.
report-data_of_run = The request chose the forecast run of { $run }.
report-data_of_member = The request chose ensemble member { $member }.
report-data_of_run_member = The request chose ensemble member { $member } of the forecast run of { $run }.
report-attribution = Attribution: { $text }
report-methods = Criteria: { $preset }; days by the clock of { $days }. Expectations: Guideline Library, release { $release }. Software: HVR-Met { $version }.
report-finding = Note on the input data: { $message }
report-library_draft = The library entries used are drafts: their thresholds are operational defaults, and references that were not verified are listed as such.
report-part_of = part of { $place }
report-section_causes = Competing causes
report-head_cause = Explanation
report-head_standing = Standing
report-head_speaks_for = Evidence for
report-head_speaks_against = Evidence against
report-cause_favoured = The evidence favours this explanation: { $cause }.
report-cause_leads = Among the explanations that were weighed, what was found agrees best with this one, which it does not establish: { $cause }.
report-cause_also = Also contributing: { $causes }.
report-cause_fallen = The explanation “{ $cause }” is rejected. Evidence against it: { $names }.
report-cause_untested = No tested factor supports or opposes: { $causes }.
report-cause_open = Inconclusive, because the evidence is too weak for it or against it, or does not show what it cannot do without: { $causes }.
report-by_classification = the classification of the { $event } as { $subtype }
report-by_subtype = the classification's subtype
report-mechanism_head = Mechanism – { $cause }.
report-mechanism_shown = Supported here by: { $names }.
report-stopped_turns_used = The search ended because all turns allowed were used; factors may be left untested.
report-stopped_library_exhausted = The search ended because no applicable factor of the library remained to be tested on these data.
report-stopped_nothing_testable = No factor of the library could be tested on these data, so the result rests on the classification alone.
report-stopped_empty_library = The library has no factor for this type, so the result rests on the classification alone.
report-criterion_subtype = Subtype: { $subtype }.
report-criterion_labels = Notes: { $labels }.
report-check_refuse = Not used: { $message }. { $cure }
report-check_doubt = In doubt: { $message }. { $cure }
report-check_tell = Noted: { $message }.
report-check_ran = Physical checks that examined the data before use: { $ran }; with findings: { $found }.
report-check_not_run = Checks that could not run on these data: { $names }.
report-check_summary_refuse = The checks of data refused a field: { $message }.
report-check_summary_doubt = The data are in doubt: { $message }. This lowers the confidence.
report-basis_data = the checks of data doubt: { $doubts }
report-data_check = Data check: { $message }.
report-data_repair = { $fields } at { $level } is not in the data; it was interpolated between { $above } and { $below }, in the logarithm of pressure.
report-zone_assumed = The request named no time zone; days are those of the centre's own zone, { $zone }, which is assumed.
report-ablation = This run measures the system. It ran without { $parts } and is not a forecast product.
report-mechanism_feeds = It leads to: { $causes }.
report-section_steering = Interventions during the run
report-stopped_ordered = The search was ended by request; the conclusion rests on what had been tested by then.
report-stopped_deadline = The search reached its deadline; the conclusion rests on what had been tested by then.
report-steered_pin = { $author } gave { $factor } priority (“{ $reason }”).
report-steered_add = { $author } added { $factor } to the factors that the search had chosen (“{ $reason }”).
report-steered_veto = { $author } excluded { $factor }, which was not tested (“{ $reason }”).
report-steered_veto_aside = { $author } excluded { $factor }, which had been tested and is not counted (“{ $reason }”).
report-steered_conclude = { $author } ended the search (“{ $reason }”).
report-steered_deadline = The search ended at its deadline (“{ $reason }”).
report-steered_pin_asked = { $author } asked to give { $factor } priority (“{ $reason }”).
report-steered_add_asked = { $author } asked to add { $factor } (“{ $reason }”).
report-steered_veto_asked = { $author } asked to exclude { $factor } (“{ $reason }”).
report-steered_conclude_asked = { $author } asked to end the search (“{ $reason }”).
report-steered_refused = This could not be done: { $message }.
report-window_part = maximum over { $part } h (the data do not cover { $whole } h)
report-window_rolling = any { $part } h
report-window_maximum = maximum of { $part } h
report-marked = { $name } ({ $mark })
report-named_level = { $name } ({ $level })
report-named_chart = { $name } (chart)
report-not_found = { $name } (not found)
report-area_beyond = an area of { $comparison } { $limit }
report-feature_limited = { $area } (extreme { $value })
report-mechanism_missing = Also tested and not found, so this part of the mechanism is not confirmed: { $names }.
report-feature_valued = { $feature } ({ $value })
report-peak_at = The { $quantity } ({ $window }) reaches { $value } near { $place } at { $time }.
report-extent = The criterion is met from { $onset } to { $end }, over { $area } of the region.
report-head_part = Part
report-head_value = Value
report-head_basis = Basis
report-basis_criterion = Robustness to thinning: { $held } of { $compared } such verdicts stayed the same when finer data were thinned to this resolution
report-basis_source = { $origin }
report-basis_lead_time_unknown = The time between the start of the forecast and the event
report-basis_lead_time = The forecast was started at { $init }
report-basis_factors = { $confirmed ->
    [one] { $confirmed } confirmed factor; confidence of its verdict { $mean }
   *[other] { $confirmed } confirmed factors; mean confidence of their verdicts { $mean }
}
report-basis_many_tests = Reduction by the mean false discovery rate of the confirmed factors
report-basis_breadth = A category has no factor that counts, so the confidence is not high
report-basis_agreement = Factors that were tried and do not count, and those that stayed open
report-basis_untestable = Share of the applicable findings that these data do not allow to be tested
report-basis_discrimination = The discrimination of some factor that counts is unknown, so the confidence is not high
report-basis_controls = Factors that could not be tested at quiet places or times: { $number }
report-confidence_product = The overall confidence is the product of the parts in the table.
report-reason_ruled_out = Ruled out ({ $events }): { $reason }.
report-secondary_itself = Another type also meets its criterion and ranks first: { $event }.
report-own_words = The forecaster’s own words ({ $author }, { $time }), not checked against the evidence
report-said_reduced = { $name } ({ $reduction })
report-said_value = Computed for the review: { $name }: { $found }.
report-said_period = { $start } to { $end }
report-said_detected = Detected: { $found }.
report-said_detected_short = Detected, but without meeting the detector’s criterion: { $found }.
report-said_not_detected = Looked for and not detected: { $found }.
report-said_explanation = Explanation weighed: { $cause }; standing: { $standing }.
report-section_situation = Synoptic situation
report-story_fall = The temperature near the ground falls most sharply at { $place }: by { $fall } in { $hours }, from { $start } to { $end }, the daily course included.
report-story_time = The situation at { $time }, with distances from { $from }:
report-story_then = The situation then, with distances from { $from }:
report-story_from_event = the peak of the event
report-story_from_region = the middle of the region
report-story_here = right there
report-row_here = right there
report-story_reduced = Its pressure is reduced to sea level over ground of { $ground }.
report-story_away = { $distance } to the { $bearing }
report-story_low = A low of { $value } lies { $where }, at { $place }.
report-story_low_edge = A low is cut by the edge of the data: { $value } at { $place }, { $where }; its centre may lie outside.
report-story_cyclone = A tropical cyclone ({ $category } by its wind in these data) of { $value } lies { $where }, at { $place }.
report-story_cyclone_edge = A tropical cyclone ({ $category } by its wind in these data) lies { $where }; the pressure falls to { $value } at { $place }, on the edge of the data, so its centre may lie outside.
report-story_cyclone_wind = Its wind near the surface reaches { $wind } at { $place }, and its core at { $level } is warmer than the air around by { $warmer }.
report-story_radius_gale = Gales reach out to { $radius } from its centre.
report-story_radius_hurricane = Winds of hurricane force reach out to { $radius }.
report-story_high = A high of { $value } lies { $where }, at { $place }.
report-story_high_edge = A high of { $value } stands at the edge of the data { $where }, at { $place }.
report-story_moves_low = The low moves to the { $toward } at { $speed }.
report-story_moves_high = The high moves to the { $toward } at { $speed }.
report-story_stays_low = The low hardly moves.
report-story_stays_high = The high hardly moves.
report-story_deepens = It deepens: { $change } in { $hours }.
report-story_deepens_fast = It deepens rapidly: { $change } in { $hours } ({ $rate } bergeron).
report-story_fills = It fills: { $change } in { $hours }.
report-story_high_changes = Its central pressure changes by { $change } in { $hours }.
report-story_later_low = At { $time } it lies at { $place } with { $value }.
report-story_later_high = At { $time } it lies at { $place } with { $value }.
report-story_front = At { $level } { $type } comes nearest { $where }, at { $place }, with a contrast of { $contrast }.
report-story_no_front = No front is found nearby in the temperature at the front level.
report-story_upper = At { $level } { $kind } of { $value } lies { $where }, at { $place }.
report-story_trough = The axis of a trough at { $level } is deepest { $where }, at { $place } ({ $departure } from the mean along its latitude).
report-story_ridge = The axis of a ridge at { $level } is sharpest { $where }, at { $place } ({ $departure } from the mean along its latitude).
report-story_jet = The jet at { $level } reaches { $speed } { $where }, at { $place }, and blows to the { $toward }.
report-story_quadrant = The event lies in its { $quadrant }.
report-story_plume_beyond = Into the region reaches { $kind }; its core lies outside, with { $value } at { $place }, flowing to the { $toward }.
report-story_plume = Across the region runs { $kind }, with up to { $value } at { $place }, flowing to the { $toward }.
report-story_cannot_tell = These data cannot show: { $names }.
report-caption_situation = { $title }, { $time }.
report-row_moves = { $toward }, { $speed }
report-row_away = { $distance } { $bearing }
report-row_jet = jet at { $level }
report-row_aloft = { $kind } ({ $level })
report-head_system = System
report-head_lies_at = Lies at
report-head_from_event = From the event
report-head_moves = Moves

### section: term
term-undetermined = undetermined
term-steering_pin = give priority to
term-steering_veto = exclude
term-steering_add = add
term-steering_conclude = end the search
term-steering_deadline = deadline
term-confirmed = confirmed
term-refuted = refuted
term-tested_value = value
term-tested_z = standardised anomaly
term-tested_percentile = percentile
term-reduction_max = highest
term-reduction_min = lowest
term-reduction_mean = mean
term-reduction_median = median
term-reduction_max_abs = largest by amount
term-reduction_point = at the point

term-rainstorm = rainstorm
term-snowstorm = snowstorm
term-gale = gale
term-heat_wave = heat wave
term-idealised_rainstorm = Idealised rainstorm
term-cold_wave = cold wave
term-fired = met
term-not_fired = not met
term-not_assessable = not assessable
term-likely_at_stations = likely at stations
term-met = met
term-not_met = not met
term-cannot_be_tested = cannot be tested
term-partly_untested = no criterion is shown to be met, some cannot be tested
term-partly = confirmed in part
term-not_testable = not testable
term-any_event = all types
term-precipitation_total = precipitation
term-snow_total = snowfall, water equivalent
term-gust_maximum = strongest gust
term-wind_maximum = strongest wind
term-temperature_maximum = highest temperature
term-temperature_minimum = lowest temperature
term-temperature_change = change of temperature
term-temperature_fall = fall of the daily minimum temperature in 1 to 3 days
term-dynamics = dynamic
term-thermodynamics = thermodynamic
term-moisture = moisture
term-weak = weak
term-significant = significant
term-strong = strong
term-extreme = extreme
term-clim_A = climatology of the reduced index
term-clim_B = gridded climatology
term-absolute = operational threshold
term-detector = feature detector
term-index = index
term-figure = figure
term-tool = tool
term-none = none
term-at-least = at least
term-at-most = at most
term-in = within
term-upper = at least
term-lower = at most
term-range = within
term-S = national or agency standard, from secondary sources
term-K = professional knowledge, not re-checked
term-D = design default, to be calibrated
term-verified = verified
term-title_seen = title seen, details not verified
term-from_knowledge = from knowledge, not verified
term-analysis = analysis
term-reanalysis = reanalysis
term-forecast = forecast
term-idealised = idealised case
term-unknown = origin not stated
term-event_supported = event supported
term-no_significant_event = no significant event
term-insufficient_evidence = insufficient evidence
term-longest_run_deg = the longest blocked sector in degrees
term-closed_extremum = a closed centre
term-trough_axis = a trough axis
term-ridge_axis = a ridge axis
term-shear_line = a shear line
term-pressure_track = track of a pressure centre
term-vortex = a vortex
term-front_tfp = a front
term-jet_core = a jet core
term-llj_object = a low-level jet
term-moisture_tongue = a moisture tongue
term-convergence_line = a convergence line
term-ivt_object = a corridor of vapour transport
term-blocked_sector = a blocked sector
term-cutoff_low = a cut-off low
term-threshold_object = an area beyond the threshold
term-anomaly_object = an area of anomaly
term-advection_center = an advection centre
term-allobaric_couplet = an allobaric couplet
term-gradient_band = a band of strong gradient
term-dry_intrusion = a dry intrusion
term-wpsh_588 = the subtropical high
term-coupled_divergence = coupled divergence
term-ascent_column = a column of ascent
term-cold_dome = a cold dome
term-upright_theta_e = an upright zone of equivalent potential temperature
term-zero_line = the zero line
term-warm_dome = a warm dome
term-frontogenesis_band = a band of frontogenesis
term-pv_streamer = a streamer of potential vorticity
term-dt_depression = a depression of the tropopause
term-profile_unstable = an unstable profile
term-profile_inversion = an inversion
term-series_drop = a drop in the series
term-persistence = persistence
term-qvec_forcing = Q-vector forcing
term-ascent_object = an area of ascent
term-descent_object = an area of descent
term-polar_low_center = a polar vortex centre
term-flow_northerly = an outflow of cold air
term-warm_sector_dry = a dry warm sector
term-completeness = completeness of the data
term-margin = margin to the threshold
term-resolution = resolution
term-source = kind of source
term-phase = phase of precipitation
term-sampling = sampling in time
term-lead_time = lead time
term-pct = percentile
term-z = standardised anomaly
term-cma = China Meteorological Administration (preset cma)
term-nws = US National Weather Service (preset nws)
term-etccdi = ETCCDI percentile indices (preset etccdi)
term-precipitation = precipitation
term-rain = rain
term-snowfall-in-water-equivalent = snowfall in water equivalent
term-10-m-wind = 10-m wind
term-wind-at-1000-hPa = wind at 1000 hPa
term-wind-at-925-hPa = wind at 925 hPa
term-wind-at-850-hPa = wind at 850 hPa
term-wind-at-700-hPa = wind at 700 hPa
term-2-m-temperature = 2-m temperature
term-10-m-gust = 10-m gust
term-heat-index = heat index
term-daily-maximum-temperature = daily maximum temperature
term-daily-minimum-temperature = daily minimum temperature
term-daily-precipitation = daily precipitation
term-1-days = single days
term-6-days = runs of 6 days
term-fall-of-the-daily-minimum-temperature = fall of the daily minimum temperature
term-rolling-24-h = any 24 h
term-rolling-12-h = any 12 h
term-fixed-24-h = 24 h of the observing day
term-fixed-12-h = 12 h of the observing day
term-24-h = in 24 h
term-48-h = in 48 h
term-72-h = in 72 h
term-3-days = runs of 3 days
term-2-days = runs of 2 days
term-instantaneous = instantaneous
term-maximum-of-1-h = maximum of 1 h
term-maximum-of-3-h = maximum of 3 h
term-maximum-of-6-h = maximum of 6 h
term-heavy-rainstorm = heavy rainstorm
term-extraordinary-rainstorm = extraordinary rainstorm
term-large-snowstorm = large snowstorm
term-extraordinary-snowstorm = extraordinary snowstorm
term-gale-Beaufort-8-to-9 = gale (Beaufort 8 to 9)
term-storm-Beaufort-10-to-11 = storm (Beaufort 10 to 11)
term-hurricane-force-Beaufort-12 = hurricane force (Beaufort 12)
term-gale-gusts-of-Beaufort-9-to-10 = gale (gusts of Beaufort 9 to 10)
term-storm-gusts-of-Beaufort-11-to-12 = storm (gusts of Beaufort 11 to 12)
term-hurricane-force-gusts-of-Beaufort-13 = hurricane force (gusts of Beaufort 13)
term-heavy-snow-8-in-in-24-h = heavy snow (8 in in 24 h)
term-heavy-snow-16-in-in-24-h = heavy snow (16 in in 24 h)
term-heavy-snow-24-in-in-24-h = heavy snow (24 in in 24 h)
term-heavy-snow-6-in-in-12-h = heavy snow (6 in in 12 h)
term-heavy-snow-12-in-in-12-h = heavy snow (12 in in 12 h)
term-heavy-snow-18-in-in-12-h = heavy snow (18 in in 12 h)
term-high-wind-40-mph = high wind (40 mph)
term-storm-force-48-kt = storm force (48 kt)
term-hurricane-force-64-kt = hurricane force (64 kt)
term-high-wind-gusts-of-58-mph = high wind (gusts of 58 mph)
term-high-wind-gusts-of-75-mph = high wind (gusts of 75 mph)
term-high-wind-gusts-of-92-mph = high wind (gusts of 92 mph)
term-excessive-heat-105-degF = excessive heat (105 °F)
term-excessive-heat-110-degF = excessive heat (110 °F)
term-extreme-heat-115-degF = extreme heat (115 °F)
term-heat-wave-yellow = heat wave, lowest level
term-heat-wave-orange = heat wave, middle level
term-heat-wave-red = heat wave, top level
term-cold-wave = cold wave
term-strong-cold-wave = strong cold wave
term-super-strong-cold-wave = super-strong cold wave
term-mixed_precipitation = mixed precipitation
term-land_mask_missing = the data have no land mask
term-precipitation_interval_assumed = the interval of the precipitation is assumed
term-short_climatology = the climatology rests on fewer than 20 years
term-climatology_of_other_days = the days of the climatology begin at another hour
term-proxy_precip = precipitation is estimated from the moisture budget
term-tmin_undersampled = minimum temperature from few samples a day
term-centre_at_data_edge = centre on the edge of the data
term-low_over_high_ground = ground higher than 500 m beneath the track of the low
term-low_moves_far = the low moves farther than 330 km in 3 h
term-height_of_ground_unknown = the height of the ground is not in the data
term-tmax_undersampled = maximum temperature from few samples a day
term-peak_underestimated = the peak may be underestimated between samples
term-phase_unknown = the phase of the precipitation is unknown
term-freezing_or_sleet = freezing rain or sleet is possible
term-wet_bulb_from_temperature = wet-bulb temperature taken from temperature alone
term-wet_bulb_from_lowest_level = wet-bulb temperature taken from the lowest pressure level
term-slr_assumed = the snow-to-liquid ratio is assumed
term-incomplete_window = an accumulation window is incomplete
term-antecedent_hours_used = hours before the period are used
term-antecedent_days_used = days before the period are used
term-lower_bound = the accumulation is a lower bound: the data are shorter than the window
term-fixed_window_utc = precipitation is summed over days of UTC, for no time of the data falls on the local observing hour
term-leading = leading
term-contributing = contributing
term-fallen = fallen
term-open = open
term-decomposer = the Decomposer
term-data_specialist = the Data Specialist
term-code_executor = the Code Executor
term-plotter = the Plotter
term-image_checker = the Image Checker
term-diagnostician = the Diagnostician
term-reporter = the Reporter
term-library = the Guideline Library
term-indices = index factors
term-figures = chart factors
term-conditions = conditions of season and place
term-alternatives = causal alternatives
term-causes = competing explanations
term-climatology = the climatology
term-synoptic = synoptic
term-convective = convective
term-tropical_cyclone = tropical cyclone
term-foehn = foehn
term-humid_heat = humid heat
term-dry_heat = dry_heat
term-over_land = met over land
term-over_sea = met over the sea
term-strong_wind = strong wind below a gale
term-blizzard_proxy = blizzard conditions by proxy
term-cooling = cooling without a cold wave
term-cold_spell = cold spell
term-gust_from_potential = gusts estimated from the wind aloft
term-freezing_rain = freezing rain
term-sleet = sleet (ice pellets)
term-freezing_or_sleet_ambiguous = freezing rain or sleet
term-10-m-gust-estimated-from-the-wind-aloft = 10-m gust estimated from the wind aloft
term-rolling = by the largest sum, not the observing day
term-lower-bound = lower bound
term-closed_low = a closed low
term-closed_high = a closed high
term-polar_vortex_centre = a polar vortex centre
term-subtropical_high = the subtropical high
term-pressure_rise = a centre of rising pressure
term-pressure_fall = a centre of falling pressure
term-front = a front
term-low_level_jet = a low-level jet
term-equatorward_flow = an outflow of cold air
term-atmospheric_river = an atmospheric river
term-vapour_corridor = a corridor of vapour transport
term-warm_advection = a centre of warm advection
term-cold_advection = a centre of cold advection
term-pv_cutoff = a cut-off of potential vorticity
term-abrupt_change = a drop in the series
term-unstable_profile = an unstable profile
term-inversion = an inversion
term-warm_nose = a warm nose
term-high = high
term-moderate = moderate
term-low = low
term-very_low = very low
term-check_refused_by_reader = what the reader refuses
term-check_noted_by_reader = what the reader notes
term-check_impossible_values = limits of each quantity
term-check_constant_field = constant fields
term-check_no_values = fields without values
term-check_same_field_twice = fields written twice
term-check_patch_of_one_value = fill values among the data
term-check_single_spike = single spikes
term-check_seam_in_field = seams
term-check_repeated_rows = repeated rows
term-check_noise = noise
term-check_cut_off_peak = cut-off peaks
term-check_gap_in_time = gaps in time
term-check_missing_where_extreme = missing values at the peak
term-check_stands_still = repeated times
term-check_sudden_step = times of another date
term-check_times_in_disorder = order of times
term-check_alternating_times = two series in one
term-check_unit_not_given = unit of precipitation
term-check_negative_rain = negative precipitation
term-check_rain_beyond_records = records of rainfall
term-check_rain_too_small = rain too small
term-check_rain_is_a_running_total = running totals
term-check_rain_is_a_running_sum = overlapping sums
term-check_snow_beyond_rain = snow within precipitation
term-check_humidity_too_low = scale of humidity
term-check_supersaturated = saturation
term-check_humidity_grows_with_height = humidity with height
term-check_dewpoint_above_temperature = dewpoint within temperature
term-check_dewpoint_far_below = dewpoint depression
term-check_surface_humidity_apart = humidity near the ground
term-check_wind_against_balance = direction against pressure
term-check_wind_speed_against_balance = speed against pressure
term-check_surface_wind_apart = wind near the ground
term-check_gust_against_wind = gust against wind
term-check_ascent_against_convergence = ascent against convergence
term-check_ascent_against_rain = ascent against rain
term-check_wind_falls_with_height = wind with height
term-check_height_of_level = heights of levels
term-check_thickness_against_temperature = hydrostatic balance
term-check_levels_out_of_order = order of levels
term-check_levels_far_up = levels in the troposphere
term-check_level_apart = levels between their neighbours
term-check_same_level_twice = repeated levels
term-check_pressure_against_height = pressure against height
term-check_surface_pressure_against_ground = surface pressure against the ground
term-check_below_the_ground = values beneath the ground
term-check_pressure_reduced_over_high_ground = sea-level pressure over high ground
term-check_surface_temperature_apart = temperature near the ground
term-check_extremes_out_of_order = order of temperature extremes
term-check_times_apart = times of fields against each other
term-check_time_of_one_field_wrong = single times of one field
term-check_fields_in_different_places = axes of fields against each other
term-check_not_where_the_land_is = place against land and sea
term-check_warmer_toward_the_pole = temperature toward the pole
term-check_thermal_wind = thermal wind
term-check_not_of_the_season = season and hemisphere
term-check_not_of_the_hour = hour of the day
term-check_wave_of_two_cells = waves of two cells
term-check_few_values = steps of values
term-check_break_in_course = breaks in the course
term-check_every_other_time = series in turns
term-check_beside_the_usual_hours = usual hours
term-check_far_from_climate = offsets against the climate
term-check_pressure_at_the_sea = pressure over the sea
term-check_date_of_the_file = dates of the file
term-check_other_date_in_name = dates in names
term-check_mixed_leads = runs in one series
term-check_joined_out_of_order = files out of order
term-check_values_missing_in_places = cells without values
term-check_rows_left_out = rows left out
term-check_rectangle_apart = rectangles set into a field
term-check_two_times_exchanged = times exchanged
term-check_row_of_one_value = stripes
term-check_hardly_any_vertical_motion = hardly any vertical motion
term-check_far_in_the_future = times far in the future
term-check_names_contradict = names that contradict
term-check_longitudes_westward = direction of longitudes
term-wind_exchanged = the components are exchanged
term-wind_u_reversed = the zonal component is reversed
term-wind_v_reversed = the meridional component is reversed
term-wind_both_reversed = both components are reversed
term-wind_turned_left = the wind is turned by a right angle
term-wind_turned_right = the wind is turned by a right angle the other way
term-wind_exchanged_reversed = the components are exchanged and reversed
term-axis_south_north = rows in reverse
term-axis_west_east = columns in reverse
term-axis_both_axes = rows and columns in reverse
term-axis_hemisphere = the other hemisphere
term-axis_longitude_sign = longitudes with the other sign
term-axis_east = east
term-north = north
term-northeast = northeast
term-east = east
term-southeast = southeast
term-south = south
term-southwest = southwest
term-west = west
term-northwest = northwest
term-axis_north = north
term-data = data
term-field_u = zonal wind
term-field_v = meridional wind
term-field_t = temperature
term-field_q = specific humidity
term-field_z = geopotential
term-field_w = vertical velocity
term-field_msl = sea-level pressure
term-field_sp = surface pressure
term-field_t2m = 2-m temperature
term-field_d2m = 2-m dewpoint
term-field_u10 = 10-m zonal wind
term-field_v10 = 10-m meridional wind
term-field_fg10 = 10-m gust
term-field_mx2t = maximum 2-m temperature
term-field_mn2t = minimum 2-m temperature
term-field_tp = precipitation
term-field_sf = snowfall
term-field_sst = sea surface temperature
term-field_model_cape = CAPE of the model
term-field_tcwv = column water vapour of the model
term-field_viwve = eastward water vapour flux of the model
term-field_viwvn = northward water vapour flux of the model
term-field_tcc = total cloud cover
term-field_lcc = low cloud cover
term-field_mcc = medium cloud cover
term-field_hcc = high cloud cover
term-field_blh = boundary layer height
term-field_skt = skin temperature
term-field_sd = snow on the ground
term-field_lsm = land mask
term-field_orog = height of the surface
term-criterion = verdict on the criterion
term-factors = diagnostic factors
term-many_tests = number of tests
term-breadth = kinds of factors
term-agreement = factors that do not count
term-untestable = findings that cannot be tested
term-discrimination = unknown discrimination
term-controls = tests without the event
term-control_as_strong = found as strongly
term-control_weaker = found, but weaker
term-control_absent = not found
term-control_unknown = cannot be judged
term-control_counts = the factor discriminates and counts
term-control_trivial = the factor is present without the event too and does not count
term-control_none = too few quiet places and times of these data can be judged
term-pressure_low = low
term-pressure_high = high
term-compass_n = north
term-compass_ne = north-east
term-compass_e = east
term-compass_se = south-east
term-compass_s = south
term-compass_sw = south-west
term-compass_w = west
term-compass_nw = north-west
term-cold_front = a cold front
term-warm_front = a warm front
term-stationary_front = a stationary front
term-occluded_front = an occluded front
term-untyped_front = a front of no clear type
term-trough = trough
term-ridge = ridge
term-left_exit = left exit
term-right_exit = right exit
term-left_entrance = left entrance
term-right_entrance = right entrance
term-tropical_depression = tropical depression
term-tropical_storm = tropical storm
term-severe_tropical_storm = severe tropical storm
term-typhoon = typhoon
term-severe_typhoon = severe typhoon
term-super_typhoon = super typhoon
term-severe_tropical_cyclone = severe tropical cyclone
term-hurricane_1 = hurricane of category 1
term-hurricane_2 = hurricane of category 2
term-hurricane_3 = hurricane of category 3
term-hurricane_4 = hurricane of category 4
term-hurricane_5 = hurricane of category 5
term-lacking_pressure = lows and highs of surface pressure
term-lacking_tracks = tracks and deepening
term-lacking_axes = troughs and ridges
term-lacking_jet = the jet
term-lacking_fronts = fronts
term-lacking_upper = centres aloft
term-lacking_plumes = moisture plumes
term-front_cold = cold
term-front_warm = warm
term-front_stationary = stationary
term-front_occluded = occluded
term-front_untyped = untyped
term-quadrant_right_entrance = right_entrance
term-quadrant_left_entrance = left_entrance
term-quadrant_right_exit = right_exit
term-quadrant_left_exit = left_exit
term-sign_cooling = cooling
term-sign_pressure-rise = pressure rise
term-sign_wind = wind
term-sign_none = none
term-quadrant_core = core
term-quadrant_axis = axis
term-test_answered = answered
term-test_failed = failed
term-test_there = there
term-test_not_there = not there
term-test_above = above
term-test_at_least = at least
term-test_below = below
term-test_at_most = at most
term-status_ok = ok
term-status_missing_input = missing_input
term-status_insufficient_valid_area = insufficient_valid_area
term-status_out_of_range = out_of_range
term-status_undetermined = undetermined
term-severity_error = error
term-severity_warning = warning
term-severity_info = info
term-weight_tell = tell
term-weight_doubt = doubt
term-weight_refuse = refuse
term-feasibility_feasible = feasible
term-feasibility_partial = partial
term-feasibility_blocked = blocked
term-note_below_ground_unmasked = levels below the ground are not masked: surface pressure is missing
term-note_centre_at_data_edge = the centre lies at the edge of the data
term-note_climatology_of_other_days = the days of the climatology begin at another hour
term-note_coarse_levels = the levels are far apart for this quantity
term-note_edge_method-one_sided = differences at the edge of the data are one-sided
term-note_given_by_model = the data lack the levels to compute it: the value is the model's own field
term-note_height_of_ground_unknown = the height of the ground is not known
term-note_humidity_clipped = humidity was limited to its physical range
term-note_incomplete_window = samples are missing in a part of the period
term-note_land_mask_missing = the land mask is missing
term-note_level_ignored = this index takes no level: the one given is ignored
term-note_low_moves_far = the low moves far from one time to the next
term-note_low_over_high_ground = the low lies over high ground, where sea-level pressure is uncertain
term-note_no_lapse_correction = temperature is not corrected for height
term-note_sector_mean = the mean is over a sector, not the whole circle of latitude
term-note_short_climatology = the climatology covers few years
term-note_snow_from_wet_bulb = snow is estimated from precipitation and wet-bulb temperature
term-note_surface_pressure_assumed = surface pressure is assumed
term-note_surface_pressure_from_orography = surface pressure is estimated from the height of the ground
term-note_surface_wind_from_lowest_level = the wind of the lowest level is taken as that at the surface
term-note_wet_bulb_from_lowest_level = wet-bulb temperature is that of the lowest level
term-note_wet_bulb_from_temperature = air temperature is taken as wet-bulb temperature
term-note_domain_truncated = the domain of the index is cut at the edge of the data
term-by_hour-and-day-of-the-year = hour and day of the year
term-by_day-of-the-year = day of the year
term-by_all-days = all days
term-grid_latitude_longitude = latitude_longitude
term-stage_hypothesis = hypothesis
term-stage_data = data
term-stage_index = index
term-stage_figure = figure
term-stage_report = report
term-kind_map = a map
term-kind_section = a section
term-kind_hovmoller = a longitude-time chart
term-kind_time_height = a time-height chart
term-wire_number = number
term-wire_position = position
term-wire_time = time
term-wire_truth = truth
term-wire_positions = positions
term-wire_times = times
term-wet-day-99th-percentile-of-daily-precipitation-R99p = wet-day 99th percentile of daily precipitation (R99p)
term-90th-percentile-of-the-daily-maximum-temperature-for-3-days-TX90p = 90th percentile of the daily maximum temperature for 3 days (TX90p)
term-10th-percentile-of-the-daily-minimum-temperature-for-6-days-CSDI = 10th percentile of the daily minimum temperature for 6 days (CSDI)

### section: index

# Names of the index operators.
index-temperature_standardized_anomaly = Temperature standardised anomaly
index-pwat_standardized_anomaly = Precipitable water standardised anomaly
index-gh500_standardized_anomaly = 500-hPa height standardised anomaly
index-mslp_standardized_anomaly = Sea-level pressure standardised anomaly
index-max_vertical_velocity = Maximum upward vertical velocity
index-max_subsidence = Maximum subsidence
index-adiabatic_warming_rate = Adiabatic (subsidence) warming rate
index-polar_vortex_center_height = Polar vortex centre geopotential height
index-blocking_index = Tibaldi-Molteni blocking fraction
index-meridional_ridge_amplitude = 500-hPa ridge-trough amplitude
index-east_asian_trough_intensity = East Asian trough intensity
index-cyclone_pressure_change_rate = Surface cyclone central pressure change rate
index-tmax_daily = Daily maximum 2-m temperature
index-tmin_daily = Daily minimum 2-m temperature
index-tmin_drop = Maximum 24/48/72-h drop of daily minimum temperature
index-dcape = Downdraught CAPE
index-spi = Standardised precipitation index
index-eady_growth_rate = Maximum Eady growth rate
index-ageostrophic_wind_max = Ageostrophic wind maximum
index-qvector_convergence = Q-vector convergence (QG ascent forcing)
index-bulk_shear_0_6km = Bulk wind shear 0-6 km
index-ehf = Excess heat factor
index-horizontal_temperature_gradient = Horizontal temperature gradient
index-warm_advection_center_intensity = Warm advection centre intensity
index-surface_negative_temp_advection = Surface negative (cold) temperature advection
index-frontogenesis_center = Petterssen frontogenesis centre value
index-gust_potential = Gust potential from mixed-layer momentum
index-gh500 = 500-hPa geopotential height
index-thickness_1000_500 = 1000-500 hPa thickness
index-lapse_rate_850_500 = Lapse rate 850-500 hPa
index-specific_humidity_level = Specific humidity at a level
index-q_change_24h = 24-h specific humidity change
index-dewpoint_depression_700 = 700-hPa dewpoint depression
index-average_relative_humidity = Average relative humidity
index-moist_layer_depth = Depth of the moist layer
index-jet_intensity = Upper-level jet intensity
index-low_level_jet = Low-level jet strength
index-positive_vorticity = Positive (cyclonic) relative vorticity
index-low_level_divergence_extrema = Low-level divergence extremum (convergence)
index-upper_level_convergence_extrema = Upper-level convergence extremum
index-upper_level_divergence_max = Upper-level divergence maximum
index-pva_500 = 500-hPa absolute vorticity advection
index-freezing_level_height = 0 degC isotherm height
index-wet_bulb_zero_height = Wet-bulb zero height
index-snow_level_height = Snow level height (Tw = +1.0 degC)
index-dgz_ascent = Ascent in the saturated dendritic growth zone
index-rh_2m = 2-m relative humidity
index-vpd_2m = 2-m vapour pressure deficit
index-wet_bulb_temperature_2m = 2-m wet-bulb temperature
index-wbgt_simplified = Simplified wet-bulb globe temperature
index-heat_index = Heat index (Rothfusz / NWS)
index-humidex = Humidex
index-wind_chill = Wind chill temperature
index-apparent_temperature = Apparent temperature (Steadman 1994, shade)
index-cape = Convective available potential energy
index-cin = Convective inhibition
index-lifted_index = Lifted index
index-precip_24h = 24-h precipitation maximum
index-snowfall_24h = 24-h snowfall (water equivalent) maximum
index-snow_fraction = Snow fraction of precipitation
index-surface_low_pressure = Surface low central pressure
index-cold_high_intensity = Cold high pressure central intensity
index-thunderstorm_high_intensity = Thunderstorm (meso) high central intensity
index-mslp_gradient = Maximum sea-level pressure gradient
index-siberian_high_intensity = Siberian high intensity
index-pressure_change_24h_difference = 24-h pressure change difference across the region
index-pressure_tendency_3h = Maximum pressure tendency (isallobaric forcing)
index-thetae_850_max = 850-hPa equivalent potential temperature maximum (high-energy tongue)
index-thetae_diff_850_500 = Equivalent potential temperature difference 850-500 hPa
index-brunt_vaisala_lowlevel = Low-level Brunt-Vaisala frequency
index-storm_relative_helicity = Storm-relative helicity 0-3 km
index-wcb_indicator = Warm conveyor belt indicator area
index-wpsh_west_point = Western ridge point of the western Pacific subtropical high
index-wpsh_ridge_latitude = Ridge-line latitude of the western Pacific subtropical high
index-temperature_level = Temperature at a level
index-temp_change_24h = 24-h temperature change
index-dry_mixdown_tmax = Potential maximum temperature from 850-hPa dry-adiabatic mixing
index-cold_pool_central_temperature = Cold pool central temperature
index-showalter_index = Showalter index
index-k_index = K index
index-total_totals = Total totals index
index-sweat_index = SWEAT index (severe weather threat)
index-pwat = Precipitable water
index-ivt = Integrated water vapour transport magnitude
index-wv_flux_convergence_intensity = Vertically integrated water-vapour flux convergence
index-moisture_flux_divergence = Moisture flux divergence at a level
index-moisture_flux_850 = 850-hPa moisture flux magnitude
index-moist_pv_mpv1 = Moist potential vorticity, MPV1 (and MPV2)
index-dynamic_tropopause_pressure = Dynamic tropopause (2 PVU) pressure
index-pv_isentropic_max = Isentropic potential vorticity maximum
index-surface_wind_speed = 10-m wind speed
index-wind_gust_10m = 10-m wind gust
index-vertical_wind_shear = Vertical wind shear between two pressure levels
index-meridional_wind_850 = 850-hPa meridional wind
index-orographic_vertical_velocity = Vertical velocity forced by sloping ground
index-barrier_wind = Low-level wind along a barrier
index-gap_pressure_fall = Pressure fall along a gap
index-cold_air_damming = Strength of cold air dammed at a barrier
index-basin_inversion = Inversion over basins and valleys
index-surface_inversion = Inversion above the ground
index-upslope_rain_share = Share of rain on the windward side
index-water_effect_difference = Upwind water minus 850-hPa temperature
index-breeze_ratio = Breeze index (Biggs and Graves)
index-temperature_change_by_advection = Temperature change by advection
index-water_from_convergence = Water brought by convergence
index-pressure_change_by_warming = Pressure change by warming of the column
index-warm_core_anomaly = Warm core of a low (500-300 hPa)

### section: map

# What stands on charts.

map-barbs_kt = half 5, full 10, flag 50 kt
map-barbs_ms = half 2, full 4, flag 20 m s⁻¹
map-unnamed = model and run not named in the data
map-constant = { $name }: { $value } { $unit } everywhere
map-region = region of the diagnosis
map-event_place = strongest point of the event
map-extremum = extreme value
map-extremum_at_event = extreme value near the event
map-no_data = no data
map-name = { $name }
map-at_level = { $name } at { $level }
map-in_hours = { $name }, { $hours } h
map-over_hours = { $name } in { $hours } h
map-period = { $start } to { $end }
map-run = run of { $run }, +{ $lead } h
map-no_tropopause = white: no 2-PVU surface in the data
map-no_isentrope = white: below ground or outside the levels
map-natural_earth = Coastlines and borders: Natural Earth
map-title = { CAPITALISED($name) }
map-situation = Synoptic situation
map-level_of = { $level } { UNCAPITALISED($name) }
map-with_level = { $name } ({ $level })
map-with_unit = { $name } ({ $unit })
map-layer = { $name } ({ $facts })
map-two_facts = { $first }, { $second }
map-kind_shading = shaded
map-kind_contour = contours
map-kind_barb = barbs
map-kind_quiver = arrows
map-kind_bar = bars
map-kind_line = line
map-kind_dashed = dashed
map-every = every { $interval }
map-not_in_data = not in the data
map-month =
    { $month ->
        [1] Jan
        [2] Feb
        [3] Mar
        [4] Apr
        [5] May
        [6] Jun
        [7] Jul
        [8] Aug
        [9] Sep
        [10] Oct
        [11] Nov
       *[12] Dec
    }
map-weekday =
    { $weekday ->
        [0] Mon
        [1] Tue
        [2] Wed
        [3] Thu
        [4] Fri
        [5] Sat
       *[6] Sun
    }
map-valid = Valid { map-weekday } { $day } { map-month } { $year } { $clock } UTC
map-of_one_time = { $names }: { $time }
map-solar_time = { $day } { map-month } { $clock } solar time at the region
map-times = { $first } to { $last } UTC, { $count ->
    [one] one time
   *[other] { $count } times
 }
map-first_time = { $day } { map-month } { $hour }
map-last_time = { $day } { map-month } { $year } { $hour }
map-panel_time = { $day } { map-month } { $hour } UTC
map-tick_date = { $day } { map-month }
map-dewpoint = Dewpoint
map-parcel = Most unstable parcel
map-sounding_cape = MUCAPE  { $value }
map-sounding_cin = CIN  { $value }
map-sounding_li = LI  { $value }
map-sounding_lcl = LCL  { $value }
map-sounding_lfc = LFC  { $value }
map-sounding_el = EL  { $value }
map-hodograph = Hodograph ({ $unit })
map-hodograph_missing = { $name }: { map-no_data }
map-interval_precipitation = Precipitation per interval
map-interval_precipitation_short = Precipitation
map-climatology = Climatology: { $lines }
map-climatology_of = Climatology of { $years } years: { $lines }
map-climatology_lines = dashed mean, shaded { $band }
map-climatology_extremes = dashed mean, shaded { $band }, dotted extremes
map-percentiles = 10–90 %
map-deviation = one standard deviation
map-band_mean = { $name }, mean of { $south }–{ $north }
map-band_departure = { $name }, mean of { $south }–{ $north }, from the mean of the period
map-letter_low = L
map-letter_high = H
map-letter_cyclone = TC
map-mark_trough_axis = trough
map-mark_ridge_axis = ridge
map-mark_jet_core = J
map-mark_low_level_jet = LLJ
map-mark_shear_line = shear line
map-mark_with_value = { $name } { $value }

### section: quantity

# Names of quantities, as charts and questions call them.

quantity-height = Height
quantity-temperature = Temperature
quantity-specific_humidity = Specific humidity
quantity-relative_humidity = Relative humidity
quantity-potential_temperature = Potential temperature
quantity-equivalent_potential_temperature = Equivalent potential temperature
quantity-omega = Vertical velocity
quantity-wind_speed = Wind speed
quantity-cyclonic_vorticity = Cyclonic vorticity
quantity-divergence = Divergence
quantity-temperature_advection = Temperature advection
quantity-moisture_flux_divergence = Moisture flux divergence
quantity-frontogenesis = Frontogenesis
quantity-q_vector_convergence = Q-vector convergence (−2∇·Q)
quantity-wind = Wind
quantity-moisture_flux = Moisture flux
quantity-q_vector = Q vector
quantity-section = Cross section
quantity-section_humidity = Specific humidity
quantity-section_wind = Wind
quantity-section_omega = Vertical velocity
quantity-sounding = Sounding
quantity-surface_series = Time series
quantity-height_anomaly = Height anomaly
quantity-temperature_2m_anomaly = 2-m temperature anomaly
quantity-thickness_anomaly = 1000–500 hPa thickness anomaly
quantity-column_series = Column over time
quantity-thickness = 1000–500 hPa thickness
quantity-precipitable_water = Precipitable water
quantity-ivt = Vapour transport
quantity-mucape = Most unstable CAPE
quantity-deep_layer_shear = 0–6 km wind shear
quantity-isentropic_potential_vorticity = Potential vorticity
quantity-isentropic_wind = Wind
quantity-isentropic_pressure = Pressure
quantity-dynamic_tropopause_pressure = Dynamic tropopause (2 PVU) pressure
quantity-dynamic_tropopause_theta = Dynamic tropopause (2 PVU) potential temperature
quantity-mean_sea_level_pressure = Sea-level pressure
quantity-temperature_2m = 2-m temperature
quantity-relative_humidity_2m = 2-m relative humidity
quantity-heat_index = Heat index
quantity-wet_bulb_2m = 2-m wet-bulb temperature
quantity-wind_speed_10m = 10-m wind speed
quantity-divergence_10m = 10-m divergence
quantity-wind_10m = 10-m wind
quantity-precipitation_24h = 24-h precipitation
quantity-snowfall_24h = 24-h snowfall (water equivalent)
quantity-temperature_2m_change_24h = 24-h change of 2-m temperature
quantity-pressure_change_24h = 24-h pressure change

### section: figure

# Titles of the charts of the catalogue.

figure-cape_shear = CAPE and 0-6 km shear
figure-cold_composite = Cold wave composite: MSLP, 850 temperature and wind
figure-cold_dry_air_mass = 850-hPa specific humidity and 500-hPa dry flow
figure-div200_wind200 = 200-hPa divergence and wind
figure-div_coupling = Upper-lower divergence coupling: 200-hPa and 850-hPa divergence with jet
figure-dry_intrusion_500 = 500-hPa relative humidity and height: dry intrusion
figure-dt_pressure = Pressure of the dynamic tropopause (2 PVU) and sea-level pressure
figure-front_cross_section = Vertical cross section: theta, wind and frontogenesis
figure-frontogenesis850 = 850-hPa frontogenesis and potential temperature
figure-gale_composite = Gale composite: MSLP, 850 wind speed and 24-h pressure change
figure-gh500_map = 500-hPa geopotential height
figure-gh500_vorticity = 500-hPa height and vorticity
figure-gh500_wind500 = 500-hPa height and wind
figure-heat_composite = Heat wave composite: H500, T850 and 850 wind
figure-heat_humidity_map = 2-m heat index with 2-m RH contours
figure-hovmoller_gh500 = 500-hPa height anomaly, longitude against time
figure-ivt_map = Integrated water vapour transport
figure-jet200 = Upper-level jet: 200-hPa isotachs and height
figure-meteogram = Time series at the event point: T2m, MSLP, wind and precipitation
figure-mfc850 = 850-hPa moisture flux divergence and flux vectors
figure-moisture_cross_section = Vertical cross section: RH, theta_e and vertical velocity
figure-mslp_dp24 = Sea-level pressure and 24-h pressure change
figure-mslp_map = Mean sea-level pressure
figure-mslp_thickness = Sea-level pressure and 1000-500 hPa thickness
figure-mslp_wind10 = Sea-level pressure and 10-m wind
figure-omega500_gh500 = 500-hPa vertical velocity and height
figure-omega700_gh700 = 700-hPa vertical velocity and height
figure-polar_vortex_nh = Northern Hemisphere 500-hPa height (polar view)
figure-polar_vortex_nh_southern = Southern Hemisphere 500-hPa height (polar view)
figure-precip_24h_map = 24-h accumulated precipitation
figure-pv315_wind = Potential vorticity and wind on the 315 K surface
figure-pwat_map = Precipitable water
figure-q850_map = 850-hPa specific humidity
figure-qvector700 = 700-hPa Q vectors, convergence and height
figure-rain_composite = Rainstorm composite: 500 height, 850 wind and PWAT
figure-rh700_wind700 = 700-hPa relative humidity and wind
figure-shear_convergence_10m = 10-m wind and divergence (gust-front and coastal convergence)
figure-skewt_point = Skew-T log-p at the event point
figure-snow_composite = Snowstorm composite: MSLP, 850 temperature, 700 wind
figure-snow_t850 = 24-h snowfall (water equivalent) and 850-hPa 0 degC line
figure-spi_map = Antecedent 90-day standardised precipitation index
figure-t2m_anomaly_map = 2-m temperature standardised anomaly
figure-t2m_change24_map = 24-h change of 2-m temperature
figure-t2m_map = 2-m temperature
figure-t850_map = 850-hPa temperature
figure-t850_wind850 = 850-hPa temperature and wind
figure-tadv850 = 850-hPa temperature advection and height
figure-thetae850_wind = 850-hPa equivalent potential temperature and wind
figure-thickness_wind_sfc = 1000–500 hPa thickness anomaly, sea-level pressure and 10-m wind
figure-time_height = Time-height section at the event point
figure-wet_bulb_map = 2-m wet-bulb temperature (or WBGT)
figure-wind10m_map = 10-m wind speed
figure-wind850_shear = 850-hPa wind: shear line and low vortex
figure-wpsh_t2m = Subtropical high and surface heat: H500 and 2-m temperature

### section: detector

# What detectors find.
detector-closed_extremum = Closed high or low
detector-cutoff_low = Cut-off low
detector-polar_low_center = Polar vortex centre
detector-trough_axis = Trough axis
detector-ridge_axis = Ridge axis
detector-jet_core = Upper-level jet core
detector-llj_object = Low-level jet
detector-flow_northerly = Deep equatorward flow
detector-moisture_tongue = Moist tongue
detector-ivt_object = Vapour-transport corridor
detector-dry_intrusion = Dry intrusion
detector-gradient_band = Tight gradient
detector-frontogenesis_band = Frontogenesis band
detector-convergence_line = Convergence line
detector-coupled_divergence = Coupled divergence
detector-front_tfp = Front line
detector-shear_line = Shear line
detector-vortex = Low vortex
detector-blocked_sector = Blocking
detector-wpsh_588 = Subtropical high
detector-zero_line = Rain-snow boundary
detector-allobaric_couplet = Pressure-change couplet
detector-pv_streamer = Potential-vorticity streamer or cut-off
detector-dt_depression = Low dynamic tropopause
detector-cold_dome = Cold dome
detector-ascent_column = Deep ascent
detector-upright_theta_e = Upright moist air
detector-profile_unstable = Unstable profile
detector-profile_inversion = Inversion
detector-warm_sector_dry = Dry heat
detector-series_drop = Abrupt change
detector-persistence = Persistence
detector-threshold_object = Object beyond a threshold
detector-anomaly_object = Anomaly object
detector-advection_center = Temperature advection centre
detector-qvec_forcing = Q-vector forcing of ascent
detector-ascent_object = Mid-level ascent
detector-descent_object = Organised subsidence
detector-warm_dome = Warm dome

### section: event

# Why the criterion of an event type is met, not met, or cannot be tested.
event-reason = { $clauses }
event-no_land = the region has no land cells, and the criterion applies to land
event-preset_without_criteria = the preset { $preset } has no criteria for this type
event-withdrawn = not kept, because { $share } of the precipitation in the region is snow
event-threshold = { $point } [{ $label }]
event-threshold_scaled = { $effective }, the model-scaled equivalent of { $point } [{ $label }]
event-threshold_is = the threshold is { $limit }
event-one_cell = one cell of { $size }
event-area_labelled = { $area } [{ $label }]
event-share_labelled = { $share } [{ $label }]
event-reached = { $quantity } reached { $value }
event-reached_at = { $quantity } reached { $value } at { $time }
event-area_reached = a connected area of { $area } reaches it
event-area_and_share_reached = a connected area of { $area } and { $share } of the region reach it
event-no_cell = no cell reaches it
event-needed = required: { $needed }
event-needed_lasting = required: { $needed } for { $hours } [{ $label }]
event-needed_either = required: { $needed }
event-needed_of_proxy = required: { $needed } (precipitation estimated from the moisture budget)
event-place = { $places }
event-area_has_run = a connected area of { $area } has such a run
event-area_meets_both = a connected area of { $area } meets both
event-too_small = cells reach it, but no connected area is large enough
event-strongest_of = the strongest of { $count } events in the region and period
event-likely_at_stations = likely at stations: finer data typically show { $low } to { $high } where a grid of { $spacing } has this value
event-gust_aloft = likely at stations: the wind in the layer that mixes with the ground suggests gusts up to { $value }
event-gale_needs_wind = needs the 10-m wind (u10 and v10) or the 10-m gust (fg10); the data have neither, and winds on pressure levels cannot replace them
event-needs_temperature = needs the 2-m temperature of at least { $days ->
    [one] one day
   *[other] { $days } days
 }, which is not in the data
event-heat_needs_dewpoint = needs the 2-m temperature and dewpoint for the heat index, which are not in the data
event-no_temperature_in_period = the 2-m temperature has no time in the period
event-temperature_missing = the 2-m temperature is missing throughout the period
event-heat_single_time = needs daily maxima of at least { $days ->
    [one] one day
   *[other] { $days } days
 }; the data have a single time, which cannot show a heat wave
event-heat_few_days = needs daily maxima of at least { $days ->
    [one] one day
   *[other] { $days } days
 }; the data have { $count }
event-heat_sampled = needs daily maxima of at least { $days ->
    [one] one day
   *[other] { $days } days
 }; of { $given } days, { $sampled } have enough samples to rule it out
event-longest_run = the longest run of days at or above { $limit } is { $run } of the { $needed } needed
event-land_with_run = { $share } of the land has such a run, with a connected area of { $area }
event-cold_single_time = needs daily minima of at least two days; the data have a single time, which cannot show a fall of temperature
event-cold_sampled = needs daily minima of at least two consecutive days; of { $given } days in the data, { $sampled } have enough samples
event-fell = the daily minimum fell by up to { $fall } in { $hours } h, to { $lowest } at the lowest
event-fall_in_hours = { $fall } in { $hours } h
event-cold_needed = required: a fall of { $limits } and a minimum of at most { $least } [{ $label }]
event-cold_needed_scaled = required: a fall of { $limits } (scaled from { $points } K) and a minimum of at most { $least } [{ $label }]
event-land_meets_both = { $share } of the land meets both; required: { $needed }
event-only_cooling = only the fall is met: cooling, not a cold wave
event-only_cold_spell = it is cold without such a fall: a cold spell, not a cold wave
event-percentile_untested = the preset { $preset } tests the { $quantity } [{ $label }]: { $why }
event-climatology_none = needs a climatology of daily values at each grid point, and none is given; build one with `hvrmet climatology build --field { $item }` and pass it with --climatology
    .api = needs a climatology of daily values of { $item } at each grid point, and the source has none: ask the operator to build one and name it for the source
event-climatology_without_item = the climatology { $climatology } has no { $item } at grid points; build one with `hvrmet climatology build --field { $item }` and pass it with --climatology
    .api = the climatology { $climatology } has no { $item } at grid points: ask the operator to build one and name it for the source
event-climatology_other_percentiles = the climatology { $climatology } has these percentiles of { $item }: { $percentiles }; build one with `hvrmet climatology build --field { $item }` and pass it with --climatology
    .api = the climatology { $climatology } has these percentiles of { $item }: { $percentiles }; ask the operator to build one with others and name it for the source
event-climatology_grid_differs = the climatology { $climatology } and the data are on different grids; build one on the grid of the data
event-climatology_elsewhere = the climatology { $climatology } does not cover this place and season
event-needs_days_of = needs { $fields } on at least { $days ->
    [one] one day
   *[other] { $days } days
 }, which the data do not have
event-percentile_sampled = needs daily values of at least { $days ->
    [one] one day
   *[other] { $days } days
 }; of { $given } days, { $sampled } have enough samples within the climatology
event-percentile_upper = { $quantity } { $value } where it is farthest above the { $percentile }th percentile of its days, { $limit }
event-percentile_lower = { $quantity } { $value } where it is farthest below the { $percentile }th percentile of its days, { $limit }
event-percentile_floor = required as well: at least { $floor } [{ $label }]
event-percentile_run = the longest run of such days is { $run } of the { $needed } needed [{ $label }]
event-area_with_run = { $share } of the area has one; required: { $needed }
event-needs_precipitation = needs precipitation (tp) over 24 h; the data have neither it nor humidity and wind on levels at several times, from which it could be estimated
event-needs_phase = needs the phase of the precipitation: snowfall (sf), or the 2-m temperature with the 2-m dewpoint; the data have neither at the times of the precipitation
event-needs_interval = needs the accumulation interval of the { $quantity }, and { $hours } h of it
event-needs_hours = needs { $needed } h of { $quantity } without gaps; the data have { $given } h
event-fewer_hours = needs { $needed } h of { $quantity }; the data have { $given } h with at most { $amount }, less than the threshold for { $needed } h: { $limit }
event-amount = { $hours }-h { $quantity }
event-amount_lower_bound = { $quantity } of { $given } h, a lower bound for { $hours } h,
event-amount_reached = { $amount } reached { $value } by { $time }
event-fell_as_snow = up to { $amount } fell, but as snow

### section: verdict

# Why the expected anomaly of a factor is confirmed, refuted or undetermined.
verdict-reached = { $quantity } { $value } at { $time }; expected { $expected }
verdict-reached_in_cells = { $quantity } { $value } at { $time }; expected { $expected } in three adjacent cells
verdict-closest = { $quantity } { $value } at { $time } at the closest; expected { $expected }
verdict-closest_in_cells = { $quantity } { $value } at { $time } at the closest; expected { $expected } in three adjacent cells
verdict-between = between { $low } and { $high }
verdict-limit = { $op } { $limit }
verdict-second_test_missing = the second test needs { $output }, which was not computed
verdict-second_test_fails = { $output } is { $value }; the second test requires { $expected }
verdict-no_value = no value: { $status }
verdict-outside_range = the value { $value } lies outside the physical range
verdict-no_threshold = no climatology is given and the entry has no operational threshold
verdict-no_time = no analysed time lies in the period that counts
verdict-no_value_there = the index has no value at the place in the hours that count
verdict-anomaly_first_time_only = the anomaly is found only at the first time, so its onset is unknown
verdict-feature_first_time_only = the feature is found only at the first time, so its onset is unknown
verdict-too_far = the strongest value lies { $distance } from the region, and such a process acts over { $reach } at most
verdict-place_hour = the data have no hour at which this would be evidence of the event
verdict-place_edge = what was found lies on the edge of the data
verdict-place_below_ground = the level lies below ground there
verdict-place_reduced = the sea-level pressure there was reduced over ground above 1000 m
verdict-place_covered = the data cover too little of the surroundings of the event's peak
verdict-place_elsewhere = the strongest value lies beyond the surroundings of the event, and what is near is not known
verdict-no_detector = no detector could decide
verdict-no_feature = the expected feature is absent: { $detector } { $count ->
    [one] found one candidate
   *[other] found { $count } candidates
 }, best score { $score }
verdict-features = { $detector } { $count ->
    [one] found one feature
   *[other] found { $count } features
 }, score { $score }

### section: progress

# One line for each event of a run, as it happens.
progress-queued = queued: { $source }
progress-step = step { $number } of { $total }: { $step }: { $status }
progress-claimed = started by { $worker } (attempt { $attempt })
progress-steered = { $author }: { $action } { $factor } ({ $reason })
progress-steering_refused = { $author }: { $action } { $factor } was refused: { $reason }
progress-resumed = resumed after event { $event }
progress-period = period: { $start } to { $end }, { $times ->
    [one] one time
   *[other] { $times } times
 }
progress-data = data: { $fields ->
    [one] one field
   *[other] { $fields } fields
 }, { $levels ->
    [one] one level
   *[other] { $levels } levels
 }
progress-data_checked = data checks: { $ran } ran, nothing was found
progress-data_findings = data checks: { $ran } ran, findings: { $number } ({ $fields })
progress-event = event: { $primary }; criteria met: { $fired }
progress-no_event = event: no criterion is met
progress-systems = situation: lows { $lows }, highs { $highs }, pieces of fronts { $fronts }
progress-fired = { $event } (severity { $severity })
progress-round = round { $round }: test { $factors }
progress-factor = { $mark } { $factor } { $verdict }: { $reason }
progress-chart = chart of { $chart } checked: { $score } of 5
progress-chart_findings = chart of { $chart } checked: { $score } of 5 ({ $rules })
progress-model_failed = ! { $model } as { $role }: { $reason } ({ $code })
progress-step_failed = ! { $step }: { $reason }
progress-replan_continue = replan: { $left ->
    [one] one factor remains to be tested
   *[other] { $left } factors remain to be tested
 }
progress-replan_stop = the search ends
progress-conclusion = { $event }: { $occurrence }; cause: { $explanation }; { $confirmed } confirmed and { $refuted } refuted factors in { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
 }
progress-explained_confirmed = { $sure ->
    [high] established
    [moderate] well supported
   *[other] supported, with little confidence
}
progress-explained_partly = { $sure ->
    [high] established in part
    [moderate] well supported in part
   *[other] supported in part, with little confidence
}
progress-explained_not_testable = cannot be tested on these data
progress-explained_weak = too little confidence to call a cause established
progress-explained_none = no cause is established
progress-report = report: { $claims ->
    [one] one claim
   *[other] { $claims } claims
 } bound to { $evidence ->
    [one] one piece of evidence
   *[other] { $evidence } pieces of evidence
 }
progress-cancelled = cancelled by { $author }
progress-answered = answered
progress-retried = queued again by { $author }
progress-parked = parked after { $attempts ->
    [one] one attempt
   *[other] { $attempts } attempts
 }: { $reason }
progress-failed = failed ({ $code }): { $reason }
progress-opinion_of = { $index }: { $opinion }
progress-controls = { $factor } as strong at { $strong } of { $judged } quiet places or times: { $standing }
progress-controls_none = { $factor }: { $standing }
progress-opinion_none = no second opinion by { $library }: { $reason }
progress-opinion_agrees = second opinion by { $library }: { $value } { $unit }, ours { $ours }, difference { $difference } (agrees)
progress-opinion_differs = second opinion by { $library }: { $value } { $unit }, ours { $ours }, difference { $difference } (DIFFERS)
progress-data_digest = reading the data's digest
progress-parts_done = continuing: { $done } of { $all } parts are done
progress-part = [{ $done }/{ $all }] { $label }, { $seconds } s
progress-not_given = the data do not give: { $names }
progress-not_given_because = the data do not give { $name }: { $reason }

### section: question

# Why a form has no answer. The names follow "no_".
question-no_times = the data hold no time
question-no_grid = the data have no grid: name a region
question-no_future = the time asked for lies after the end of the data at { $end }: give data that reach further
question-no_rest_of_period = a good part of the period asked for lies after the end of the data at { $end }: ask for a period that ends there, or give data that reach further
question-no_such_time = the data hold no field at { $time }; the nearest time they hold is { $nearest }
question-no_data_in_period = the data do not cover { $start } to { $end }; they hold { $first } to { $last }
question-no_place_in_data = the data cover { $extent } and do not reach { $place }
question-no_shared_place = the places named have no cell of the data in common
question-no_field = the data hold no { $name }; they hold { $held }
question-no_level = { $quantity } needs a level: name one in hPa
question-no_level_in_data = the data do not hold the level { $level } hPa; they hold { $held } hPa
question-no_such_level = { $quantity } has no level of { $level } hPa: ask without one
question-no_height = the data hold pressure levels, 2 m and 10 m, not { $height } m above ground: name a level in hPa
question-no_such_quantity = there is no quantity { $name }: `hvrmet catalog` lists all
    .api = there is no quantity { $name }: GET /api/v1/catalog/ lists all
question-no_value = no cell of the place has a value at the times asked for
question-no_cells_meeting = no cell meets the condition at any of the times
question-no_whole_window = no window of { $hours } h lies wholly inside the period in data with a step of { $step } h: ask for a longer period, or give data with shorter intervals
question-no_whole_sum = the intervals of { $length } h in the data do not tile the whole period, so that its total is not known: ask for a period whose ends are ends of intervals in the data
question-no_whole_day = no day of the period is wholly covered by the data
question-no_climatology = no climatology of this field at grid points is given: name a file with --climatology
    .api = no climatology of this field at grid points belongs to the source: ask the operator to build one
question-no_such_percentile = the climatology holds the percentiles { $held }, not { $asked }
question-no_common_time = the quantities have no time in common
question-no_common_cells = the quantities do not lie on the same cells
question-no_named_unit = no named unit of this kind lies at { $position }
question-no_ratio = the second number is zero, so that there is no ratio
question-no_ratio_of_temperatures = a ratio of temperatures on the Celsius scale means nothing: ask for the difference
question-no_single_winner = { $first } and { $second } have the same value
question-no_so_many_units = { $count } countries or regions lie in the area, and { $most } are compared at most: name a smaller area
question-no_units = no country or region of the area has a value
question-no_step = the data hold one time, which has no duration
question-no_such_moment = the condition is met at no time of the period
question-no_trend = a trend needs at least four values, and there are { $count }
question-no_two_cells = a spread over an area needs several cells, and the place is one
question-no_two_times = a change needs two times
question-no_feature = no { $name } was found
question-no_detector = there is no detector { $name }: `hvrmet catalog` lists all
    .api = there is no detector { $name }: GET /api/v1/catalog/ lists all
question-no_few_times = a feature is looked for at { $most } times at most, and { $count } are meant: name one, or a shorter period
question-no_one_period = an event type is tested over one unbroken period
question-no_running_amount = a sum over hours is one of rain or snow, not of { $quantity }
question-no_sum = only amounts such as rain and snow have a total, not { $quantity }
question-no_sum_of_areas = areas of several times are not added: ask for their mean or maximum
question-no_direction_statistic = directions have a mean and single values, no highest or lowest
question-no_daily_statistic = a day has no statistic { $statistic }
question-no_space_statistic = an area has no statistic { $statistic }
question-no_space_statistic_said = the place has several cells: say whether the mean, the highest or the lowest is meant
question-no_time_statistic_said = { $count } times are meant: say whether the mean, the highest, the lowest or one time is meant
question-no_space_quantifier = the place has several cells: say whether it must hold anywhere, everywhere or over most of it
question-no_time_quantifier = several times are meant: say whether it must hold at any time, throughout or for most of them
question-no_hours_of_days = a value of a whole day has no hours: count days
question-no_surface_of_index = { $quantity } is not taken over land or sea alone
question-no_one_time_for_centroid = a centroid is that of one time: name it
question-no_single_time = one time is needed here
question-no_two_numbers = two numbers are needed here
question-no_two_positions = two positions are needed here
question-no_upper = both ends of the range are needed
question-no_unit_fits = { $stated } does not measure the same as { $unit }
question-no_negation = only what is true or false can be negated or joined
question-no_such_query = the form names neither a measure nor a condition
question-no_fault = the program failed ({ $kind }): report the question and the data to its maintainers
question-no_vague_side = how far '{ $words }' reaches is not said, and it does not hold in the box that was taken for it: give the region by name or by its edges
question-no_fitting_answer = the words ask for a { $asked }, and the form gives a { $got }
question-no_data_for_counterfactual = the data say what was, not what would have been { $subject }
question-no_data_for_simulator = it needs runs of a simulator: the data are fixed, and nothing can be added to them { $subject }
question-no_data_for_seasonal_outlook = the data are a case of days; an outlook of weeks or months needs a seasonal forecast { $subject }
question-no_data_for_not_in_data = the data hold nothing of this kind { $subject }
question-no_data_for_advice = it asks for advice, which no data hold { $subject }
question-no_data_for_cause = it asks for a cause: a diagnosis examines that (`hvrmet diagnose`) { $subject }
    .api = it asks for a cause: a diagnosis examines that (POST /api/v1/diagnoses/) { $subject }
question-no_data_for_open_text = it asks for a text of its own: a diagnosis writes a report (`hvrmet diagnose`) { $subject }
    .api = it asks for a text of its own: a diagnosis writes a report (POST /api/v1/diagnoses/) { $subject }
question-refused = I cannot answer this: { $reason }.
question-doubt = The data are in doubt: { $reason }.
question-note_part_of_day = of that day the data hold { $first } to { $last } only
question-note_part_of_period = of that period the data hold { $first } to { $last } only
question-note_now = Relative times count from the last time of the data, { $time }.
question-note_given_by_model = The data lack the levels to compute it: the value is the model's own field.
question-note_cut_days = A day that the data or the period cut counts for what it reached, and for nothing else.

# The reading of a form, said back.
question-read = Read as: { $query }.
question-plain = { $text }
question-read_unit = { $query }, in { $unit }
question-quantity_level = { $level }-hPa { $name }
question-quantity_height = { $height }-m { $name }
question-quantity_layer = { $first }-{ $last }-hPa { $name }
question-component_direction = direction of the { $name }
question-component_eastward = eastward part of the { $name }
question-component_northward = northward part of the { $name }
question-anomaly_absolute = anomaly of { $name }
question-anomaly_standardised = standardised anomaly of { $name }
question-quantity_hours = { $name } in { $hours } h
question-quantity_change = { $hours }-h change of { $name }
question-quantity_daily = { $statistic } { $name } of each day ({ $zone })
question-quantity_gradient = horizontal gradient of { $name }
question-quantity_absolute = size of the { $name }
question-stat_max = highest
question-stat_min = lowest
question-stat_mean = mean
question-stat_median = median
question-stat_sum = total
question-stat_range = range of
question-stat_std = standard deviation of
question-stat_percentile = percentile { $percentile } of
question-stat_first = first
question-stat_last = last
question-how_space = { $statistic } over the area
question-how_time = { $statistic } over the times
question-how_total = total of the period
question-how_within = where { $condition }
question-measure = { $quantity }{ $how }, { $place }, { $time }
question-how = { " " }({ $parts })
question-place_everywhere = the whole area of the data
question-place_box = { $box } (W,S,E,N)
question-place_point = the cell nearest to { $latitude }, { $longitude }
question-place_named_point = { $name } (nearest cell)
question-place_shared = the part common to { $places }
question-place_around = within { $km } km of { $centre }
question-place_extreme = where the { $quantity } was { $end } ({ $place }, { $time })
question-place_centroid = the centroid of the { $end } { $share } % of { $quantity } ({ $place }, { $time })
question-place_land = land of { $place }
question-place_sea = sea of { $place }
question-time_all = all times of the data
question-time_interval = { $start } to { $end }
question-time_days = { $dates } (days of { $zone })
question-month =
    { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }
question-time_months = { $months } of any year
question-time_month_of = { $months } { $year }
question-time_months_of = { $months } from { $year } on
question-time_relative_hours = hours { $first } to { $last } from { $anchor }
question-time_relative_hour = { $first } h from { $anchor }
question-time_relative_day = day { $first } to { $last } from { $anchor }
question-time_relative_week = week { $first } to { $last } from { $anchor }
question-time_relative_month = month { $first } to { $last } from { $anchor }
question-anchor_now = now
question-anchor_start = the start of the data
question-anchor_end = the end of the data
question-time_extreme = when the { $quantity } was { $end } ({ $place })
question-time_clock = { $time }, { $first } to { $last } o'clock ({ $zone })
question-relation_above = above
question-relation_at_least = at least
question-relation_below = below
question-relation_at_most = at most
question-relation_equal = equal to
question-relation_between = between
question-relation_outside = outside
question-amount_about = about { $amount }
question-amount_nearly = nearly { $amount }
question-amount_just_over = just over { $amount }
question-limit_percentile = its percentile { $percentile }
question-limit_climatology = percentile { $percentile } of its climatology
question-limit_plus = { $quantity } plus { $amount }
question-condition = { $quantity } { $relation } { $limit }
question-condition_not = not ({ $condition })
question-quantifier_any = anywhere
question-quantifier_all = everywhere
question-quantifier_most = over most of it
question-quantifier_none = nowhere
question-lasting_any = at any time
question-lasting_all = at all times
question-lasting_most = most of the time
question-lasting_none = at no time
question-count_hours = hours in which { $condition }{ $how }, { $place }, { $time }
question-count_days = days on which { $condition }{ $how }, { $place }, { $time }
question-count_times = times at which { $condition }{ $how }, { $place }, { $time }
question-count_spells = number of spells in which { $condition }{ $how }, { $place }, { $time }
question-count_cells = number of cells with { $condition }{ $how }, { $place }, { $time }
question-count_area = area with { $condition }{ $how }, { $place }, { $time }
question-count_area_percent = share of the area with { $condition }{ $how }, { $place }, { $time }
question-count_time_percent = share of the time in which { $condition }{ $how }, { $place }, { $time }
question-spell_hours = longest run of hours in which { $condition }{ $how }, { $place }, { $time }
question-spell_days = longest run of days on which { $condition }{ $how }, { $place }, { $time }
question-trend = linear trend for each { $per } of { $measure }
question-per_hour = hour
question-per_day = day
question-per_year = year
question-operation_subtract = ({ $numbers }), the first minus the second
question-operation_add = sum of ({ $numbers })
question-operation_multiply = product of ({ $numbers })
question-operation_divide = ratio of ({ $numbers }), the first to the second
question-operation_percent = ({ $numbers }), the first in per cent of the second
question-operation_percent_change = ({ $numbers }), by how many per cent the first is above the second
question-operation_absolute = size of ({ $numbers })
question-operation_mean = mean of ({ $numbers })
question-operation_largest = largest of ({ $numbers })
question-operation_smallest = smallest of ({ $numbers })
question-distance = distance between { $start } and { $end }
question-coordinate_latitude = latitude of { $position }
question-coordinate_longitude = longitude of { $position }
question-coordinate_bearing = bearing from { $position } to { $to }
question-elapsed = hours from ({ $start }) to ({ $end })
question-compare = whether ({ $left }) is { $relation } { $right }
question-compare_significant = { $statement }, significantly
question-holds = whether { $condition }{ $how }, { $place }, { $time }
question-tendency = rise or fall of { $measure }
question-tendency_rise = whether it rose: { $measure }
question-tendency_fall = whether it fell: { $measure }
question-tendency_steady = whether it stayed the same: { $measure }
question-event_present = whether there is { $event }, { $place }, { $time }
question-event_grade = grade of { $event }, { $place }, { $time }
question-event_types = which event types are met, { $place }, { $time }
question-feature_present = whether there is { $feature }, { $place }, { $time }
question-feature_position = where { $feature } lies, { $place }, { $time }
question-feature_count = number of { $feature }, { $place }, { $time }
question-negation = the contrary of: { $statement }
question-when_extreme = when it was { $end }: { $measure }
question-when_first = the first time at which { $condition }{ $how }, { $place }, { $time }
question-when_last = the last time at which { $condition }{ $how }, { $place }, { $time }
question-when_all = every time at which { $condition }{ $how }, { $place }, { $time }
question-where_coordinates = position of { $position }
question-where_country = country of { $position }
question-where_region = state or province of { $position }
question-where_town = nearest town to { $position }
question-where_quadrant = quadrant of { $position }
question-ranking = which of { $candidates } has the { $end }: { $number }
question-ranking_order = order of { $candidates } by: { $number }
question-units_country = countries in which { $condition }{ $how }, { $place }, { $time }
question-units_region = states and provinces in which { $condition }{ $how }, { $place }, { $time }
question-units_country_by = countries with the { $end }: { $measure }
question-units_region_by = states and provinces with the { $end }: { $measure }
question-share = over at least { $percent } % of the area
question-impossible = a question that no data answer
question-assumed = Not said and assumed: { $parts }.
question-assumed_everywhere = the whole area of the data
question-assumed_all_times = all times of the data
question-assumed_only_day = the only day of the data
question-assumed_now_is_end_of_data = now is the end of the data
question-part_place = place
question-part_time = time
question-part_zone = time zone
question-part_level = level
question-part_space = over the area
question-part_over = over the times
question-part_unit = unit
question-part_hours = hours
question-part_year = year
question-part_quantity = quantity
question-part_limit = limit
question-part_which = which
question-part_event = event
question-part_vague = not judged
question-part_data_source = data source
question-part_named_source = named source, not checked
question-part_storm = named storm, not checked
question-part_aside = said beside it, binds nothing
question-part_statistic = statistic
question-reduced_max = highest
question-reduced_min = lowest
question-reduced_mean = mean
question-reduced_median = median
question-reduced_range = spread of
question-reduced_max_48h = largest 48-h
question-reduced_max_72h = largest 72-h
question-reduced_change = change of
question-reduced_nearest = nearest
question-reduced_std = standard deviation of
question-reduced_percentile = percentile { $number } of
question-at_time = at { $time }
question-from_to = from { $start } to { $end }
question-line_understood = understood: { $part }: { $meaning }
question-line_understood_of = understood: { $part } '{ $words }': { $meaning }
question-line_assumed = assumed: { $part }: { $meaning }
question-line_assumed_of = assumed: { $part } '{ $words }': { $meaning }
question-line_ambiguous = ambiguous: '{ $words }': { $reason }
question-line_ambiguous_of = ambiguous: '{ $words }': { $reason } ({ $choices })
question-labelled = { $name } ({ $kind })
question-labelled_of = { $name } ({ $kind }, { $of })
question-operator = { $name } ({ $title })
question-kind_country = country
question-kind_territory = territory
question-kind_state = state
question-kind_province = province
question-kind_region = region
question-kind_town = town
question-verdict_supported = supported
question-verdict_contradicted = contradicted
question-verdict_not_checkable = not checkable
question-check_open = { $verdict }: { $reason }
question-check = { $verdict }: { $statistic } { $operator } is { $found }
question-check_where = { $verdict }: { $statistic } { $operator } is { $found } ({ $aside })
question-part_timezone = time zone
question-part_threshold = threshold
question-part_preset = preset
question-part_chart = chart
question-part_unread = words
question-part_feature = feature
question-part_request = request
question-part_looked_at = also named
question-part_question = question
question-assumed_part = { $part }: { $meaning }

# Answers.
question-answer_number = { $value }.
question-shown_both = { $display } ({ $value })
question-answer_yes = Yes
question-answer_no = No
question-answer_boolean = { $verdict }.
question-answer_found = { $verdict }: found { $found }.
question-answer_list = { $items }.
question-answer_none = none
question-answer_at = { $answer } at { $position }
question-answer_when = { $answer }, { $time }
question-answer_values = { $answer } ({ $values })
question-answer_ranked = { $label } { $value }
question-answer_trend = { $answer } (p = { $p }, { $verdict })
question-trend_significant = significant at 5 %
question-trend_insignificant = not significant at 5 %
question-direction_rise = it rose
question-direction_fall = it fell
question-direction_steady = it stayed the same
question-quadrant_northeast = northeast
question-quadrant_northwest = northwest
question-quadrant_southeast = southeast
question-quadrant_southwest = southwest
question-counted_days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
question-counted_times = { $count ->
    [one] { $count } time
   *[other] { $count } times
}
question-counted_cells = { $count ->
    [one] { $count } cell
   *[other] { $count } cells
}

### section: error

# What was wrong with a request or with data, where, and what to do.
error-line = error ({ $code }): { $text }
error-untranslated = { $text } ({ $code })
error-interrupted = interrupted
error-file_error = { $path }: { $reason }; check that the path exists, is writable and that the disk has room
error-invalid_region = --region { $text }: not a region; write four numbers W,S,E,N in degrees, the south edge not north of the north edge, e.g. 100,20,120,40
    .api = { $text } is not a region: write four numbers W,S,E,N in degrees, the south edge not north of the north edge, e.g. 100,20,120,40
error-invalid_time = { $option } { $text }: not a time; write ISO 8601 with a zone, such as 2026-07-01T12:00Z
error-half_a_period = give both --start and --end, or neither for the whole period of the data
error-period_reversed = the period ends ({ $end }) before it starts ({ $start })
error-invalid_level = --level { $text }: not a pressure in hPa
    .api = { $text } is not a pressure in hPa
error-no_numbers = { $option }: { $text } is not numbers with commas between them
error-unknown_choice = { $option } { $text }: choose from { $choices }
error-unknown_choice_near = { $option } { $text }: choose from { $choices } (did you mean { $near }?)
error-time_needed = the data have { $count } times: name one with the time option
error-output_folder_missing = the folder { $folder } does not exist; create it or choose another --out
error-output_not_empty = { $folder } is not empty: name another --out, or add --resume to continue the run in it
error-nothing_to_resume = { $folder } has no run to resume: { $file } is missing
error-question_or_claim = give one of a question, --claim SENTENCE and --form FILE or JSON
error-no_test_data = set { $name } to the folder of the real cases
error-question_form_json = the form is not JSON: { $reason }
error-question_too_long = the question has { $length } characters, at most { $most } are read
error-question_empty = the question is empty
error-max_turns = --max-turns { $text }: a number from 1 to { $most }
error-unknown_tool = there is no { $what } called '{ $name }' in the catalogue; the nearest are { $near }; `hvrmet catalog` lists all
    .api = there is no { $what } called '{ $name }' in the catalogue; the nearest are { $near }; GET /api/v1/catalog/ lists all
error-unknown_tool_near = there is no { $what } called '{ $name }' in the catalogue; did you mean { $near }?
error-unknown_preset = the preset '{ $name }' is not known; there are { $choices }
error-unknown_object = no event has the id '{ $name }'; there are: { $choices }
error-unknown_timezone = the time zone '{ $name }' is not known; give an IANA name such as Asia/Shanghai, or an offset such as +08:00
error-unknown_place = no place called '{ $name }' is known; nothing is spelt like it; or give the region as W,S,E,N in degrees
error-unknown_place_near = no place called '{ $name }' is known; the nearest spellings are { $near }; or give the region as W,S,E,N in degrees
error-ambiguous_place = several places are called '{ $name }': { $places }; add a country or state, or give its region as W,S,E,N in degrees
error-unknown_factor = the library expects nothing of a factor '{ $name }', so it could not be judged
error-unknown_factor_near = the library expects nothing of a factor '{ $name }', so it could not be judged; near it: { $near }
error-region_between_cells = no cell centre of the data lies in the region { $region }; the data cover { $extent } with cells of { $spacing } degrees
error-region_outside_data = The region { $region } lies outside the data, which cover { $extent }: choose a region inside, or data that cover it.
error-period_without_data = The data have no time in { $asked }: they cover { $period }. Choose a period inside.
error-period_between_times = The data have no time in { $asked }: they cover { $period } (the nearest times are { $before } and { $after }). Choose a period inside.
error-missing_level = Level { $levels } hPa is not in the data; there are { $available } hPa. Ask for one of these: levels are never substituted.
error-missing_level_of = Level { $levels } hPa is not in the data for { $variable }; there are { $available } hPa. Ask for one of these: levels are never substituted.
error-missing_variable = The data do not hold { $variable }; they hold { $available }. Add a file with this field, or choose an analysis that does not need it.
error-no_data = No data were given: name a file or a directory.
error-file_not_found = There is no file { $path }: check the path.
error-not_readable = { $path } cannot be read ({ $reason }): check its permissions.
error-empty_file = { $path } is empty: download or copy it again.
error-compressed_file = { $path } is compressed ({ $kind }): unpack it and give the file.
error-html_instead_of_data = { $path } is a web page, not data: the download went wrong (a login page, perhaps); fetch the file itself.
error-text_instead_of_data = { $path } is text: gridded data in NetCDF, Zarr or GRIB are needed (the name does not matter, the content does).
error-unrecognised_format = { $path } is of a kind that is not known here: gridded data in NetCDF, Zarr or GRIB are needed (the name does not matter, the content does).
error-missing_time = the source has no field valid at { $asked }; it has { $count } times from { $first } to { $last }
error-missing_levels = the levels { $levels } hPa are not in the data, which hold { $available }
error-no_map = { $name } is one number per time by its definition and has no map
error-one_time = op { $op } looks at one time: give an instant, not a period
error-several_members = { $members } members are named: extremes are diagnosed one member at a time, never of a mean. Ask for a diagnosis of each
error-document_empty = { $name } is empty or not a mapping: it needs a list `{ $needs }`
error-document_unreadable = { $name } is neither YAML nor JSON: { $error }
error-no_grid = the data have no grid: name a region
error-not_a_vector = { $name } is not a vector
error-relative_time = the request names a relative time and the data have none
error-not_a_date = { $year }-{ $month }-{ $day } is not a date
error-unknown_unit = the unit { $symbol } is not known; write for example 'hPa', 'm s-1' or 'kg kg-1'
error-unreadable_unit = the unit { $text } cannot be read at { $part }
error-incompatible_units = { $from_unit } cannot be converted to { $to_unit }: they measure different things
error-missing_variable_why = The data do not hold { $variable } ({ $reason }); they hold { $available }. Add a file with this field, or choose an analysis that does not need it.
error-document_does_not_hold = { $name } is not valid: { $problems }
error-system_enoent = No such file or directory
error-system_eacces = Permission denied
error-system_eperm = Operation not permitted
error-system_eisdir = Is a directory
error-system_enotdir = Not a directory
error-system_enospc = No space left on device
error-system_erofs = Read-only file system
error-system_eexist = File exists
error-system_eio = Input/output error
error-system_emfile = Too many open files
error-system_enametoolong = File name too long
error-system_edquot = Disk quota exceeded
error-system_efbig = File too large
error-system_enotempty = Directory not empty
error-system_etimedout = Connection timed out
error-system_econnrefused = Connection refused
error-nothing_to_score = { $folder } holds no run: events.jsonl is missing
error-run_without_report = the run in { $folder } has no report yet: continue it with --resume
error-run_unreadable = the run in { $folder } cannot be read: { $error }
error-a_file = a file
error-quoted = { $text }
error-model_key = { $model }: the environment variable { $variable } is not set; put the provider's key there
error-model_unusable = { $model } cannot be used: { $reason }
error-workflow_document = the workflow

### section: data
data-unknown_name = No quantity that is used here has this name.
data-unused_level = The quantity is known, but it is not used at this level ({ $level }).
data-unused_extreme = A maximum or minimum over time of this quantity is not used, only its values.
data-unknown_dimension = Its dimension { $dimension } ({ $size }) is not known.
data-no_grid = No latitude and longitude go with it.
data-left_out = Not used of these data

### section: chart

# What answers the questions of a chart.
chart-lacks_named = the data have no { $names }
chart-lacks_input = a field is missing, or the data do not cover what is asked
chart-lacks_level = a pressure level is missing in the data
chart-lacks_layer = the levels of the data do not cover the layer
chart-lacks_levels = the data have too few pressure levels
chart-lacks_time = a time is missing in the data
chart-lacks_window = the data do not cover the whole period
chart-lacks_grid = the data cover too small an area
chart-lacks_point = the place lies outside the data
chart-lacks_something = the data do not suffice
chart-no_value = the area has no value
chart-no_time_before = the data have no time within the { $span } before
chart-together = { $parts }
chart-only_between = this can be asked only of regions between { $west } and { $east }
chart-fields_end = the fields end at { $reach } of latitude, short of { $wanted }
chart-shape = { $length } long, { $width } wide, along { $bearing }, { $span } of longitude
chart-no_object = there is no such object near the region
chart-one_missing = one of the two is not there
chart-axes = the axes are { $apart } apart, and { $share } of the first lies in the second
chart-not_reached = the fields do not reach { $box }
chart-connects = one object of { $area } reaches both
chart-connects_not = no object reaches both
chart-no_area = there is no such area
chart-toward = { $away } toward { $bearing } from { $place }
chart-no_subject = what the question asks about is not there
chart-side = { $here } there, { $middle } in the strongest gradient ({ $strongest } per 100 km) at { $place }
chart-part = values from { $limit } lie about { $place }, { $share } of them near a coast
chart-dipole = { $low } at { $low_place }, { $high } at { $high_place }
chart-no_zonal_mean = the fields do not cover the whole circle of latitude, so there is no zonal mean
chart-departure = { $value } relative to the zonal mean at { $place }
chart-one_missing_once = one of the two is missing at one of the times
chart-gaps = { $then } apart { $span } before, { $now } now
chart-undecided = { $number ->
    [one] one feature is found; it does not decide
   *[other] { $number } features are found; they do not decide
 }
chart-found = features found: { $number }
chart-found_kept = features found: { $number }, of which { $kept } meet the conditions
chart-at = at { $place }
chart-value_at = { $value } at { $place }
chart-no_centre = no centre is found
chart-calm = there is hardly any wind over the region
chart-upstream = upstream, about { $place }, { $mean } on average
chart-advection = mean advection { $value } per hour
chart-jet = { $side }, wind { $speed } at { $place }
chart-no_trough = there is no trough line near the region
chart-ahead = mean { $value } ahead of the axis at { $place }
chart-jet_slow = { $side }, wind { $speed } at { $place }: no jet there
chart-jet_left_entrance = left entrance
chart-jet_right_entrance = right entrance
chart-jet_left_exit = left exit
chart-jet_right_exit = right exit
chart-not_upstream = the fields do not reach upstream of the region
chart-ends_at_axis = the fields end at the trough axis
chart-no_line = no such line is found
chart-no_elongated = there is no elongated object near the region
chart-along_coast = { $share } of its axis, about { $place }, lies near a coast
chart-along_coast_high = { $share } of its axis, about { $place }, lies near a coast, { $high } over high ground
chart-ascent = { $value } or stronger at { $number ->
    [one] one time
   *[other] { $number } times
 } about the valid time
chart-veering = the wind turns by { $turned } toward warm advection between 850 and 500 hPa
chart-moistening = the moist layer grows from { $then } to { $now } in { $span }
chart-too_few_days = the data cover { $covered }, less than { $wanted }
chart-steady = { $value } on average for { $lasted } without a break
chart-eastward = the pattern moves east by { $speed } of longitude a day
chart-no_new_centre = there is no new centre west of the region
chart-new_centre = { $then } two days before, { $now } now, at { $place }
chart-too_short = the series is too short to show a motion
chart-share = { $share } of the area
chart-wind_from = mean wind from { $direction }, { $speed }
chart-steep = { $slope } per 100 km at { $place }, more than in { $share } of the area around
chart-trend = { $then } to { $now } in { $span }
chart-approaches = { $then } away { $span } before, { $now } now, at { $place }
chart-agree = correlation { $value } over { $number } cells
chart-no_cell = no cell has { $quantity } { $limit }
chart-name = { $english }
chart-reduce_max = maximum { $value } at { $place }
chart-reduce_min = minimum { $value } at { $place }
chart-reduce_mean = mean { $value }
chart-at_extreme = { $quantity } is { $value } at the extreme ({ $extreme }, { $place })
chart-no_value_at = there is no value at { $place }
chart-too_few_values = there are too few values to compare
chart-spread = mean T − Td { $value } below { $top }
chart-front = { $peak } per 100 km at { $place }, median { $median }, { $away } from the event
chart-section_ascent = { $value } at { $level }, { $gap } from the front
chart-profile_short = the profile does not reach { $top }
chart-no_low_air = there is no air below 850 hPa in the section
chart-moist_to = the moist layer reaches up to { $top }
chart-not_moist = there is no moist layer from below
chart-no_day_apart = the series has no two values 24 hours apart
chart-cooling = { $change } in 24 h at { $time }
chart-rise_with_wind = { $change } in 24 h with { $wind } at { $time }

### section: workflow

# The picture of a workflow.
workflow-state_planned = planned
workflow-state_answered = answered
workflow-state_failed = failed
workflow-state_skipped = skipped
workflow-state_not_wanted = not run
workflow-kind_index = index
workflow-kind_features = features
workflow-kind_figure = chart
workflow-kind_index_map = map of an index
workflow-kind_map = for each
workflow-no_answer = no answer
workflow-no_item_answered = none of { $count } items gave an answer: { $reason }
workflow-not_asked_for = not asked for
workflow-skipped_without = skipped: { $steps } gave nothing
workflow-skipped_because = skipped: { $reason }
workflow-condition_fails = not run: { $condition } does not hold
workflow-condition = { $step } { $test }
workflow-condition_bound = { $step } { $test } { $bound }
workflow-when = when { $condition }
workflow-wire = { $output } to { $argument }
workflow-for_each = for each of { $output }
workflow-needs = needs { $step }

### section: grammar

grammar-adjective_differs = '{ $words }' does not go with { $quantity }: name the quantity that is meant
grammar-area_of_point = { $words } is one cell and has no share of area: name a region
grammar-box_order = { $words } is no box: the order is W,S,E,N in degrees
grammar-change_over = a change of { $words } needs two times, or its length: 'from 06 to 18 UTC', 'in 24 hours'
grammar-compare_two = a comparison needs exactly two places, times, levels or quantities of one unit
grammar-extreme_of_difference = '{ $words }' of a difference: the extreme of differences is not computed, and it is not the difference of the extremes; ask for the difference at one place and time, or for 'the difference between the highest ...'
grammar-local_of_where = local time of which place? Name the place or the zone
grammar-days_and_hours = do the hours count for each of the days? Name each day with its hours
grammar-mean_of_amount = the mean of { $words } at one place may be per hour or per day: say 'mean daily' or 'mean hourly', or ask for the total
grammar-negated_range = 'not' together with '{ $words }' can be read in two ways: state what did happen
grammar-no_chart = which chart? None shows all that is named; `hvrmet catalog` lists them
    .api = which chart? None shows all that is named; GET /api/v1/catalog/ lists them
grammar-no_comparison = how should the quantity stand to { $words }? Say above, below, at least or at most
grammar-not_of_data = { $words }: data of weather cannot settle this
grammar-no_climate_change = '{ $words }': whether a changing climate had a part in an event needs a comparison with climates that data of one event do not hold. Ask for the event's causes in the weather
grammar-no_coast_distance = '{ $words }': distances to a coast are not computed, as no coastline is read with the data. Name a region, a town with a distance, or the area as W,S,E,N in degrees
grammar-no_forecast_quality = '{ $words }': how well an event was or could be forecast is not judged: that needs forecasts and observations set against each other
grammar-no_other_events = '{ $words }': an event is not compared with other events of the past: the data hold this one alone
grammar-no_return_period = '{ $words }': how rare a value is, as a return period or a return level, needs a record of many years, which data of one event do not hold. Ask for the value itself
grammar-no_limit = a number to compare with, or a statistic such as highest, lowest or mean, is missing
grammar-no_quantity = { $words } is no quantity that can be answered: name wind speed, wind direction or geopotential height
grammar-no_quantity_named = no quantity is named: name one such as temperature, wind speed or rain
grammar-no_such_date = { $words } is not a date
grammar-no_such_force = { $words } is no wind force of the Beaufort scale, which goes from 0 to 17
grammar-no_sum = { $words } does not add up over time: ask for its mean, maximum or minimum
grammar-pair_order = { $words }: is it latitude, longitude? Write for example 47N 94W
grammar-part_of_point = { $words } is a point and has no parts: name a region or W,S,E,N in degrees
grammar-range_reversed = { $words } ends before it starts
grammar-several_events = several events are named ({ $words }): ask for one of them at a time
grammar-several_places = several places are named and only one is used here: { $words }
grammar-several_quantities = several quantities are named and only one is used here: { $words }
grammar-one_time = the data hold one time alone, so that they cannot tell when something was so: ask for its value
grammar-several_times = several times are named and only one is used here: { $words }
grammar-time_unplaced = the time '{ $words }' cannot be placed on the calendar: give a date, or a period from a date to a date
grammar-too_far_ahead = that lies further ahead than any forecast of weather reaches: name a past period, or one within 16 days
grammar-towns_not_listed = '{ $words }': towns have no outlines, so they cannot be listed by area: ask for countries or regions, or name the towns
grammar-two_statistics = two statistics meet at '{ $words }' and it is not clear which is taken of which: ask for one
grammar-two_units = two units are asked for: { $words }
grammar-two_zones = two time zones are named: { $words }
grammar-unit_differs = { $words } is not in a unit of { $quantity }
grammar-unit_unused = the unit '{ $words }' does not fit an answer of this kind
grammar-unknown_place = no place called '{ $name }' is known; or give the region as W,S,E,N in degrees
grammar-unknown_words = not understood: { $words }. Nothing is answered while a word is not understood
grammar-unknown_words_near = not understood: { $words }. Did you mean '{ $near }' by '{ $written }'? Nothing is answered while a word is not understood
grammar-unused_words = understood, but without a part in the question as it was read: { $words }
grammar-weekday_differs = { $words }: that date is another day of the week
grammar-where_clause = what stands before and after '{ $words }' is not clear: name one quantity, then 'where', then the other one with its limit or its extreme
grammar-which_day = '{ $words }' may be on several days, or on none of the data: name the date
grammar-which_degrees = { $words }: Celsius or Fahrenheit?
grammar-which_end = highest, lowest or mean: which is meant?
grammar-which_event = which event? Name { $types }
grammar-which_unit = { $words } has no unit: for example { $unit }
grammar-which_sense = '{ $words }' of { $quantity }: which sign is meant? Say highest, lowest or mean of the signed quantity, or name one sign, such as upward motion or warm advection
grammar-which_window = over which length of time do the amounts count? Say hourly, in 6 hours or daily
grammar-which_year = '{ $words }': of which year?

### section: catalogerror

catalogerror-too_few_years = the data hold { $years } years of the base period, a climatology needs { $years_needed }: give more years, or ask for fewer in so many words
    .api = the data hold { $years } years of the base period, a climatology needs { $years_needed }: exclude fewer years, use a source with more, or ask for fewer with `years_needed`
catalogerror-nothing_to_build = the data give none of the indices; `hvrmet inspect` says what each lacks
    .api = the data give none of the indices; GET /api/v1/catalog/ names the fields that each needs
catalogerror-nothing_with_time = the data hold no field with a time
catalogerror-inconsistent_grid = the data give { $rows } x { $columns } cells where { $wanted_rows } x { $wanted_columns } were expected; their grid is not the same at all times
catalogerror-block_too_large = { $rows } x { $columns } cells of a projected grid are worked at once and need about { $megabytes } MB: give more with --memory, or a smaller --region
catalogerror-field_form = --field { $text }: write NAME, NAME@LEVEL or spi:DAYS, for example t@850
catalogerror-field_days = --field { $text }: only spi takes a number of days
catalogerror-field_level = --field { $text }: the level is a pressure in hPa
catalogerror-field_departure = --field { $text }: this index is itself a departure from a climatology; build that of its field
catalogerror-field_level_missing = --field { $text }: name the level, for example { $name }@500
catalogerror-distributed_missing = a cluster needs the package distributed: pip install distributed, or leave out --scheduler
catalogerror-scheduler_unreachable = no scheduler answers at { $address } ({ $error }); give the address that `dask scheduler` prints, for example tcp://10.0.0.5:8786
catalogerror-scheduler_without_workers = the scheduler at { $address } has no workers: start some with `dask worker { $address }`
catalogerror-worker_killed = a worker process was killed, probably for lack of memory; the same command continues where it stopped, with fewer --workers or smaller pieces (--stretch, --memory)
catalogerror-workers_killed = workers were killed, probably for lack of memory; the same command continues where it stopped, with more memory for each or smaller pieces (--stretch, --memory)

### section: commanderror

commanderror-member = --member { $text }: a number is needed
commanderror-parameter_form = -p { $pair }: write key=value
commanderror-chart_file_missing = there is no file { $name }: name the YAML or JSON of a composed chart
commanderror-chart_file_too_large = { $name } is too large for a chart
commanderror-chart_file_no_chart = { $name } is no chart: a mapping with `layers` is needed, see docs/use/charts.md
commanderror-chart_format = { $name }: charts are written as .png, .svg or .webp
commanderror-chart_file_unreadable = { $name } is neither YAML nor JSON: { $problem }
commanderror-task_file_missing = { $path } does not exist: name a file of tasks, or - for standard input
commanderror-batch_figure_out = op figure needs out: where the PNG goes
commanderror-batch_file = { $where }: { $reason }
commanderror-batch_defect = an unforeseen { $kind }: { $error }; this is a defect, please report it with the line
commanderror-field_or_index = --field builds a climatology of grid points, --index and --event one of reduced indices: give one or the other
commanderror-region_of_climatology = a climatology of reduced indices is of one region: name it with --region
commanderror-at_least_one = { $option } { $value }: at least 1 is needed
commanderror-index_or_event = give --index or --event, not both
commanderror-index_form = --index { $text }: write NAME, NAME@LEVEL, NAME:REDUCTION or NAME@LEVEL:REDUCTION
    .api = an index { $text }: write NAME, NAME@LEVEL, NAME:REDUCTION or NAME@LEVEL:REDUCTION
commanderror-quantiles = --quantiles { $text }: numbers from 0 to 100 with commas between, or none
commanderror-diagnosis_failed = the diagnosis failed ({ $message }) and { $folder } keeps what was found until then: --resume goes on from there
commanderror-without_conclusion = the diagnosis ended without a conclusion
commanderror-figure_or_spec = name a figure of the catalogue, or give a composed one with --spec FILE
commanderror-replay_differs = the replay does not agree with the recorded run; see the digests above
commanderror-replay_data = the run does not say where its data are: name them with --data
commanderror-workflow_missing = { $path } does not exist: name a workflow file
commanderror-workflow_out = name a folder for the results with --out, or check the workflow with --check
commanderror-years_of_seasons = --years is of the seasons: name their folder with --seasons
commanderror-reference_form = --reference { $path }: expected {"{"}"factor": number, ...{"}"}
commanderror-reference_json = --reference { $path } is not JSON: { $error }
commanderror-models_twice = --models names all models: leave --model and --vision-model out
commanderror-models_missing = { $path } does not exist: name a file
commanderror-vision_alone = --vision-model only reads charts: name a model for the roles with --model
commanderror-jobs = --jobs { $named }: a number from 1 up
commanderror-no_run = { $path } does not exist: no run is there
commanderror-artifact_missing = an artifact of the run is missing from { $path }
commanderror-broken_log = { $path }, line { $number } is not an event of a run
commanderror-line_no_object = the line is not a JSON object {"{"}...{"}"}
commanderror-name_or_spec = a figure has a name or a spec, not both
commanderror-name_needed = op { $op } needs a name
commanderror-line_utf8 = the line is not UTF-8: byte { $byte } cannot be read
commanderror-line_json_at = the line is not JSON: { $problem } at column { $column }
commanderror-line_json = the line is not JSON: { $error }
commanderror-line_nested = the line is nested too deeply
commanderror-line_nan = { $name }: NaN and Infinity are no numbers of JSON
commanderror-model_option = --model: { $problems }
commanderror-doubts = the request cannot be read for certain: { $doubts }
commanderror-doubt = '{ $words }': { $message }
commanderror-doubt_choices = '{ $words }': { $message } ({ $choices })
commanderror-places_apart = the request names several places that do not overlap ({ $places }): give one --region
commanderror-no_such_run = there is no diagnosis { $name } here
commanderror-other_source = there is no source { $name }; this server has { $own }
commanderror-place_needed = the request names no place and the data cover too much to diagnose as one region: name a place, or give --region

### section: climatologyerror

climatologyerror-grid_differs = the climatology { $name } and the data lie on different grids: { $why }; build the climatology from data of the same product and grid (hvrmet climatology build)
    .api = the climatology { $name } and the data lie on different grids: { $why }; ask the operator to build it from data of the same product and grid
climatologyerror-inconsistent_years = { $name } changes its region, unit or parameters between the years; build from data of one kind
climatologyerror-damaged_in_use = the climatology could not be read to the end ({ $kind }): fetch or build it again.
climatologyerror-grid_checksum = the climatology file { $name } does not match its own checksum; fetch or build it again
climatologyerror-damaged = { $name } is a damaged climatology; fetch or build it again
climatologyerror-missing = there is no climatology file { $name }; name one that `hvrmet climatology build` made, or one of WeatherBench2
    .api = there is no climatology file { $name }: ask the operator to correct the entry of the source
climatologyerror-partial_differs = the unfinished build { $name } { $what }; remove it to start again, or give another --out
climatologyerror-p_values = p-values are a list of numbers between 0 and 1
climatologyerror-effective_tests = the effective number of tests needs a table (test, time)
climatologyerror-not_a_baseline = { $name } is not a baseline file ({ $kind }); build one with 'hvrmet climatology build'
    .api = { $name } is not a baseline file ({ $kind }): ask the operator to correct the entry of the source
climatologyerror-baseline_missing = there is no climatology file { $name }; name a baseline file
climatologyerror-baseline_checksum = the climatology file { $name } does not match its own checksum; fetch or build it again
climatologyerror-no_climatology = { $name } is no climatology: neither one of reduced indices or of grid points built here (hvrmet climatology build), nor one of WeatherBench2 with days of the year
    .api = { $name } is no climatology, neither one of HVR-Met nor one of WeatherBench2 with days of the year: ask the operator to correct the entry of the source
climatologyerror-no_known_field = { $name } holds no field that is known here: it has { $variables }
climatologyerror-differ_projection = one is projected and the other is not
climatologyerror-differ_latitudes = their latitudes are not the same
climatologyerror-differ_longitudes = their longitudes are not the same
climatologyerror-differ_extent = the case reaches beyond the climatology
climatologyerror-differ_points = their points are not the same
climatologyerror-build_unreadable = cannot be read
climatologyerror-build_of_indices = is from another build: other data, region, indices or version
climatologyerror-build_of_quantities = is from another build: other data, region, quantities or version
climatologyerror-build_foreign = is not what a build of a gridded climatology leaves

### section: detectionerror

detectionerror-period_empty = no field of the source has a time in the period
detectionerror-period_without_data = no data between { $start } and { $end }: the source covers { $span }
detectionerror-invalid_preset = the preset cannot be used: { $where }: { $problem }
detectionerror-preset_of_unknown_type = the preset cannot be used: no type of event is called { $name }; there are { $choices }
detectionerror-chart_needs = the { $chart } needs { $name }, which the data do not hold
detectionerror-interval_needed = centres of { $field } need a contour interval: give the parameter `interval`
detectionerror-front_type = a front is cold, warm, stationary, occluded, untyped or any, not { $type }
detectionerror-out_of_reach = the data do not reach { $box }
detectionerror-no_value_around = { $field } has no value around the region
detectionerror-unknown_detector = there is no detector { $name }; did you mean { $near }?
detectionerror-quantity_needed = the parameter { $parameter } names the quantity to search and is missing: give one, for example { $parameter }=height@500
detectionerror-unknown_parameter = { $name } has no parameter { $unknown }; it has { $known }
detectionerror-invalid_parameter = { $name }: { $parameter } must be { $wanted }, not { $value }
detectionerror-section_levels = a cross section needs four levels below { $top } hPa; the data hold { $count }
detectionerror-section_edge = the data end at the event point, so no cross section can be laid; give a larger area
detectionerror-vertical_velocity = vertical velocity (w) is not in the data
detectionerror-specific_humidity = specific humidity (q) is not in the data
detectionerror-short_series = the series is shorter than 24 hours
detectionerror-no_value_ever = { $field } has no value over the region at any time
detectionerror-sounding_levels = the column at { $position } has { $count } levels above ground; a sounding needs three
detectionerror-operator_form = op is >= or <=, not { $given }
detectionerror-two_times = { $what } needs at least two times; the data hold one here
detectionerror-timeheight_levels = a time-height section needs four levels below { $top } hPa; the data hold { $count }
detectionerror-no_row_between = no row of the data lies between { $south } and { $north }
detectionerror-outside_levels = { $what } lies outside the levels of the data, or has no values, over more than half of the region and what lies upstream

### section: dataerror

dataerror-wrf_turned = The rows or columns of this WRF file do not run northward and eastward: give the file as the model wrote it.
dataerror-accumulation_reset = The accumulated { $name } falls by { $fall } kg m-2 at { $when }: its accumulation restarts somewhere inside, contrary to what the file says. State the interval of each value, or give increments.
dataerror-implausible_values = { $source } (unit { $given }) has { $count } of { $finite } values outside { $low } to { $high } { $unit }, what { $quantity } can be: they reach { $reached_low } to { $reached_high }. Its units attribute, packing or fill value is wrong: correct it in the file.
dataerror-height_confused = { $source } at { $level } hPa has a median height of { $height } m where about { $expected } m belongs: geopotential (m2 s-2) and geopotential height (m) seem to be confused. Correct its units attribute, which reads { $unit }.
dataerror-no_water_amount = { $source } has the unit { $unit }, which is not an amount of water: m, mm or kg m-2 are understood. Correct its units attribute.
dataerror-unit_does_not_fit = { $source } has the unit { $unit }, which cannot become { $target }: { $message } Correct its units attribute.
dataerror-damaged_message = { $path } holds a message that cannot be decoded ({ $detail }): download it again.
dataerror-unsupported_grid = The grid type { $kind } is not rectangular: interpolate to a regular grid first (e.g. cdo setgridtype,regular or grib tools of your centre).
dataerror-grid_too_large = The grid has { $rows } x { $columns } cells, more than the limit of { $limit }.
dataerror-source_vanished = { $what } is no longer there: it was removed or moved since the source was opened. Put it back and try again.
dataerror-source_changed = { $path } has changed since the source was opened: nothing is concluded from data of two states. Start again when nobody writes to it any more.
dataerror-memory_exhausted = the memory that this process may use does not suffice to read { $where }: ask for a smaller region or a shorter period, or have the limit raised
dataerror-source_damaged = { $message } It could be opened before, so its storage may have failed: try again.
dataerror-source_denied = { $where } may not be read ({ $reason }): have its permissions put right and try again.
dataerror-not_canonical = The dataset is not canonical: { $what }. Open files with diagnostics.fields.open_source, which brings every source into canonical form.
dataerror-moving_grid = { $note } Ask for one of the times { $times }.
dataerror-time_without_zone = { $name } has no zone: add one, e.g. 1996-01-05T00:00Z.
dataerror-empty_directory = The directory { $path } holds no data: put NetCDF, GRIB or Zarr data directly into it, or name the files.
dataerror-no_known_fields = { $path } holds no field that is known here: see the table of names in the documentation of data sources, or rename its variables to CF standard names.
dataerror-missing_run = The data hold no run of { $run }Z: { $there }. Name one of those, or none where there is one only.
dataerror-different_grids = The data are on different grids: { $source } in { $path } on { $grid }; { $source2 } in { $path2 } on { $grid2 }. They have no part in common: open each by itself.
dataerror-invalid_time = { $name } is not a time: { $value }. Write it like 1996-01-05T00:00Z.
dataerror-chained_url = Chained addresses are not opened: { $text }. Name the data themselves.
dataerror-directory_unreadable = The directory { $path } cannot be read ({ $reason }): check its permissions.
dataerror-unknown_protocol = Addresses that begin with { $protocol }:// are not opened; known are { $protocols }.
dataerror-unknown_projection = The projection of the grid is not known ({ $what }): without it winds cannot be turned nor gradients taken. Give the data a CF grid_mapping variable, or interpolate them to latitude and longitude (e.g. cdo remapbil,r360x181).
dataerror-truncated_file = { $path } is cut short: { $detail }. Download or copy it again.
dataerror-value_not_usable = { $name } cannot be used: { $reason }
dataerror-no_common_level = { $asked } share no pressure level: ask for them one by one.
dataerror-nested_archive = { $path } holds the packed file { $name }: unpack it once.
dataerror-damaged_archive = { $path } cannot be unpacked ({ $kind }): copy or download it again.
dataerror-empty_archive = { $path } holds no data: put NetCDF or GRIB files into it.
dataerror-encrypted_archive = { $path } is encrypted: unpack it and give its files.
dataerror-archive_changed = { $path } was written to while it was unpacked: start again when nobody writes to it any more.
dataerror-archive_failed = { $path } could not be unpacked ({ $reason }): make room in the folder for temporary files, or unpack it yourself.
dataerror-archive_too_large = { $path } unpacks to more than the limit of { $limit } MiB: unpack and crop it first.
dataerror-damaged_netcdf = { $where } is damaged or cut short: the NetCDF library cannot read it. Download or copy it again.
dataerror-zarr_unreadable = { $where } cannot be opened as Zarr ({ $kind }): check the address, the credentials and that the store is complete.
dataerror-storage_silent = The storage of { $path } does not answer ({ $kind }): try again when it does.
dataerror-nothing_there = There is nothing at { $path }: it was moved or removed, or the address is wrong.
dataerror-chunk_too_large = { $name } in { $path } is stored in pieces of { $size } MiB, and each is decoded as a whole: the limit is { $limit } MiB. Write the data with smaller chunks, e.g. one time each (nccopy -c time/1,level/1 in.nc out.nc).
dataerror-damaged_in_reading = { $path } could not be read to the end ({ $kind }): it is damaged, or its storage failed. Copy or download it again.
dataerror-step_unit = The unit of the forecast step is not understood: { $unit }. It should be hours.
dataerror-several_members = The data hold { $count } ensemble members ({ $listed }): extremes are diagnosed one member at a time, never of a mean. Name one of them.
dataerror-missing_member = Member { $wanted } is not in the data: { $there }. Name one of those, or none where there is one only.
dataerror-undated_data = { $path } has no date: { $detail }. If you know the time its axis counts from, state it (--origin 1996-01-05T00:00Z, or origin= in open_source), or give the time coordinate units such as "hours since 1996-01-05 00:00".
    .api = { $path } has no date: { $detail }. The operator gives the time coordinate units such as "hours since 1996-01-05 00:00".
dataerror-axis_units = The units of the time axis { $name } are not understood: { $units }. They should read like "hours since 1900-01-01 00:00".
dataerror-calendar = The time axis { $name } uses the calendar { $calendar }: only Gregorian calendars are real dates of weather. Convert the file, e.g. with cdo setcalendar,standard.
dataerror-years_not_real = The times lie in the years { $first } to { $last }: these are not dates of weather (a climatology, perhaps). Give data with real dates.
dataerror-not_writable = { $name } cannot be written into { $folder } ({ $reason }): create the directory or choose another.
dataerror-storage_full = { $where } could not be read ({ $reason }): make room and try again.
dataerror-storage_failed = { $where } could not be read ({ $reason }): check the storage and the network and try again.
dataerror-limit_window = The window in bytes is { $value }, more than the limit of { $limit }: ask for a smaller region, a shorter period or fewer levels.
dataerror-limit_columns = The model levels of one time in bytes is { $value }, more than the limit of { $limit }: ask for a smaller region, or crop the data first.
dataerror-limit_files = The number of files is { $value }, more than the limit of { $limit }: open fewer files.
dataerror-limit_cells = The number of cells is { $value }, more than the limit of { $limit }: crop the data first.
dataerror-limit_times = The number of times is { $value }, more than the limit of { $limit }: open fewer files.
dataerror-irregular_radians = The axis { $name } is in radians and called degrees: convert it to degrees.
dataerror-irregular_poles = The axis { $name } has values beyond the poles: give data on a regular grid.
dataerror-irregular_longitudes = The axis { $name } has values that are no longitudes: give data on a regular grid.
dataerror-irregular_order = The axis { $name } is neither ascending nor descending: give data on a regular grid.
dataerror-there_are = there are { $listed }
dataerror-there_are_more = there are { $listed } and { $more } more
dataerror-member_unnamed = they do not say which member they are
dataerror-run_unnamed = they do not say of which run they are
dataerror-header_cut = its NetCDF header cannot be read to the end
dataerror-header_promises = the header promises { $needed } bytes, there are { $size }
dataerror-superblock_promises = its superblock promises { $needed } bytes, there are { $size }
dataerror-no_message = no message follows byte { $byte }
dataerror-message_cut = the message at byte { $byte } is not whole
dataerror-message_changed = the message at byte { $byte } has changed
dataerror-message_edition = the message at byte { $byte } has edition { $edition }
dataerror-message_length = the message at byte { $byte } needs { $length } bytes
dataerror-message_end = the message at byte { $byte } does not end in 7777
dataerror-section_cut = a section is cut short
dataerror-section_length = section { $number } has the length { $length }
dataerror-damaged_file = { $path } is damaged: { $detail }. Download or copy it again.
dataerror-nonsense = nonsense in its sections

### section: figureerror

figureerror-invalid_boundaries = { $name } cannot be used as boundaries: { $reason }
figureerror-boundaries_missing = there is no boundaries file { $name }: name a GeoJSON file
figureerror-not_drawn = the chart was drawn without SVG: draw it again
figureerror-not_on_a_map = { $name } cannot be drawn on a map
figureerror-no_such_time = the field holds no time { $time }
figureerror-valid_time = name the time that the field is valid at
figureerror-one_of_times = the field holds { $count } times; name one
figureerror-unknown_figure = there is no figure { $name }; there are { $near }
figureerror-no_series = none of { $series } has a value at { $position }, so there is no time series to draw; choose another place or give surface fields
figureerror-not_for_multiples = { $name } cannot be drawn at several times: small multiples are maps without arrows
figureerror-multiples_times = small multiples show 2 to { $most } times, ascending, each once
figureerror-lambert_distorted = a Lambert map around { $latitude } degrees of latitude is badly distorted: take { $better } or auto
figureerror-unknown_test = a question's test has one of { $tests }; got { $given }
figureerror-fixed_levels = { $name } looks at fixed levels: leave the level out
figureerror-no_values = { $names }: the data give no value on this map; choose another time, region or level
figureerror-chart_needs = the chart { $chart } needs { $missing }, which the data do not hold
figureerror-columns_cannot_show = columns cannot show { $name }; they can show { $known }
figureerror-boundaries_too_large = { $size } MB are more than { $most } MB
figureerror-boundaries_no_json = it is not JSON ({ $error })
figureerror-boundaries_no_collection = it is not a FeatureCollection
figureerror-boundaries_no_attribution = it has no text `attribution` of up to 120 characters beside `features`
figureerror-boundaries_empty = it holds no features
figureerror-boundaries_points = it holds more than { $most } points: simplify the lines
figureerror-boundaries_no_geometry = feature { $number } has no geometry
figureerror-boundaries_form = feature { $number } is a { $form }; lines and polygons are drawn
figureerror-boundaries_no_numbers = feature { $number } has coordinates that are no numbers
figureerror-boundaries_short_line = feature { $number } has a line of fewer than two points
figureerror-boundaries_no_degrees = feature { $number } is not in degrees of longitude and latitude

### section: griderror

griderror-derivative_cells = the grid has a single row or column in one direction: a derivative needs at least two; choose a larger region
griderror-second_derivative_cells = a second derivative needs at least three rows and columns; choose a larger region
griderror-invalid_region = the region '{ $text }' cannot be used: { $reason }
griderror-missing_coordinates = the data have no latitude and longitude coordinates, so nothing can be placed
griderror-no_grid_mapping = latitude and longitude are two-dimensional and no grid mapping is given, so distances and directions on the grid are unknown; add a CF grid_mapping variable or use data on a latitude-longitude grid
griderror-derivative_definition = derivatives have the definitions 'analytic' and 'metpy', not { $definition }
griderror-point_outside_data = the point { $position } lies outside the data, which cover { $extent }
griderror-invalid_coordinates = the { $name } coordinate is not strictly ascending or descending
griderror-mapping_mismatch = latitude and longitude do not lie on a regular grid of the projection '{ $name }' (off by { $error } cells): the grid mapping does not belong to these coordinates
griderror-mapping_unknown = the grid mapping '{ $name }' is not a map projection with an earth model; Lambert conformal, Mercator, polar stereographic and transverse Mercator are known
griderror-not_conformal = the projection '{ $name }' is not conformal: derivatives on it are not offered; regrid the data to latitude-longitude or to a conformal projection
griderror-mapping_unreadable = the grid mapping '{ $name }' cannot be read ({ $error }); correct its CF attributes
griderror-section_points = a section needs two different points that are not opposite each other on the globe
griderror-bilinear_cells = bilinear interpolation needs at least two rows and columns; choose a larger region

### section: libraryerror

libraryerror-release_damaged = the Guideline Library in { $file } does not serve: { $reason }. Restore the file from a backup of the run's folder
libraryerror-no_mapping = the library file { $name } is not a mapping
libraryerror-unreadable = the library file { $name } cannot be read: { $error }
libraryerror-twice = two entries are called { $id }
libraryerror-unknown_reference = { $name }: entry { $entry } cites { $unknown }, absent from the bibliography
libraryerror-cause_invalid = { $name }: cause { $cause }: { $error }
libraryerror-unresolved_reference = the library's release { $release } cannot be used: entry { $entry }: { $problem }. Correct the entry, or take another release
libraryerror-unknown_explanation = entry { $id } names { $unknown }, which are not among the explanations of { $event }
libraryerror-entry_invalid = { $name }: entry { $entry }: { $error }
libraryerror-inapplicable_factor = { $name } is a factor of { $events } and not of { $event }, which is examined
libraryerror-inapplicable_factor_near = { $name } is a factor of { $events } and not of { $event }, which is examined; near it: { $near }

### section: paper

# Papers as a source of drafts for the library.
paper-refused_size = { $file } is larger than { $most } MB: save it without its pictures, or name the chapter that matters
paper-refused_pages = { $file } has more than { $most } pages: name a file with the paper alone
paper-refused_characters = { $file } has more than { $most } characters of text: name a file with the paper alone
paper-refused_time = { $file } was not read within { $most } s: save it again with another program, and name that file
paper-refused_memory = reading { $file } takes more than { $most } MB of memory: save it again with another program, and name that file
paper-refused_encrypted = { $file } is protected by a password: name a copy without one
paper-refused_broken = { $file } is no PDF that can be read ({ $reason }): fetch it again, or save it again with another program
paper-refused_no_text = { $file } holds pictures of pages without text: recognise the text first (OCR), and name that file
paper-at_level = { $quantity } at { $level }
paper-rationale_above = { $source } (page { $page }) names { $quantity } of { $value } or more for { $event }. Found by rules in the paper; nobody has reviewed it yet.
paper-rationale_below = { $source } (page { $page }) names { $quantity } of { $value } or less for { $event }. Found by rules in the paper; nobody has reviewed it yet.
paper-reason_no_criterion = a value or a mechanism, no criterion
paper-reason_denied = the sentence denies it
paper-reason_no_event = the sentence names no type of event
paper-reason_no_operator = the catalogue has no index for it
paper-reason_one_sign = names one sign of a quantity
paper-reason_no_level = the sentence names no level
paper-reason_level_not_taken = the index has no such level
paper-reason_out_of_range = outside the valid range of the index
paper-kind_criterion = criterion
paper-kind_value = value
paper-kind_mechanism = mechanism

### section: looperror

looperror-boundaries_changed = the boundaries are not those that were asked for: their file changed; name the same file, or ask again
looperror-data_changed = the source is not the one that this run started on: its content changed; queue a new diagnosis
looperror-undated_data = the source has no times
looperror-no_known_fields = the source holds no field that is known; `hvrmet inspect` shows what was found
    .api = the source holds no field that is known: ask the operator which data it names
looperror-broken_log = the event log has gaps or repeats
looperror-unfinished_run = the run did not reach a conclusion, so there is no report to rebuild; finish it with --resume
looperror-release_not_found = the run pinned library release { $pinned }, this installation has { $found }
looperror-data_differ = the data are not those that the run used: their digests differ
looperror-already_tested = { $factor } has been tested; veto it if it should not count
looperror-inapplicable_factor = { $factor } cannot be tested here: { $reason }
looperror-nothing_to_steer = no type of event is examined here: the run concludes by itself
looperror-deadline_missed = { $reason }, before the event was classified: there is nothing to conclude from; retry with a later deadline
looperror-no_chart = { $name } gave no chart
looperror-experience_changed = the run began with another experience of entries than it is given now: queue a new diagnosis

### section: physicserror

physicserror-layer_outside_levels = the levels from { $top } to { $bottom } hPa do not reach over the layer from { $low } to { $high } hPa; narrow the layer
physicserror-invalid_layer = the layer's top, { $low } hPa, must have a lower pressure than its bottom, { $high } hPa
physicserror-water_definition = precipitable water has the definitions 'integral' and 'metpy', not { $definition }
physicserror-vertical_derivative_levels = a vertical derivative needs three levels, the data have { $count }
physicserror-crossing = 'which' is 'highest' or 'lowest', not { $given }
physicserror-levels_shape = pressure levels must be one-dimensional, got the shape { $shape }
physicserror-levels_order = pressure levels must be positive and strictly monotonic, got { $levels }
physicserror-level_unit = the highest pressure level is { $highest } Pa; these look like hPa, multiply by 100
physicserror-surface_unit = the highest surface pressure is { $highest } Pa; this looks like hPa, multiply by 100
physicserror-field_shape = a field of shape { $shape } does not have { $count } levels on its third axis from the end; the order is (..., level, y, x)
physicserror-level_missing = the level { $pressure } hPa is not in the data; there are { $there } hPa
physicserror-unknown_kernel = kernel { $kernel } is not known; use 'auto', 'numba' or 'numpy'
physicserror-kernel_unavailable = the compiled kernel needs numba and a writable cache (NUMBA_CACHE_DIR); install it, or use kernel='auto'
physicserror-unknown_parcel = parcel { $name } is not known; use MU (most unstable), SB (surface based) or ML (mixed layer)
physicserror-theta = a potential temperature is a positive number of kelvin, not { $theta }
physicserror-tropopause_levels = the dynamic tropopause needs three levels, the data have { $count }
physicserror-tropopause_order = the scan for the tropopause goes from above: give the levels with ascending pressure
physicserror-sounding_shape = temperature { $temperature } and humidity { $humidity } must both be (..., level, y, x) with { $count } levels
physicserror-missing_surface_pressure = 2-m temperature and dewpoint need the surface pressure that says where they are
physicserror-wet_bulb_method = wet-bulb method { $method } is not known; use 'normand' or 'stull'
physicserror-wind_convention = the convention is 'from' or 'to', not { $convention }

### section: quantityerror

quantityerror-level_needed = a pressure level in hPa is needed
quantityerror-no_climatology = no climatology is given; a gridded one of { $label } is needed: { $cure }
quantityerror-climatology_statistics = the climatology { $name } holds no gridded { $statistics } of { $label }: { $cure }
quantityerror-climatology_hours = the climatology { $name } holds the hours { $hours } UTC, none within one hour of { $time }
quantityerror-unknown_reduction = { $name } has no reduction { $reduction }; it has { $listed }
quantityerror-invalid_parameter = parameter { $name } of { $index } is { $given }, but must be { $expected }
quantityerror-incomplete_window = { $name }: values cover { $covered } of the { $asked } h before { $time }; ask for a later time or give more data
quantityerror-no_source = the index { $name } reads fields of its own, and this scene has no source
quantityerror-grids_differ = the fields of { $name } lie on another grid than those of the chart
quantityerror-unknown_unit = { $name } is not a unit of the catalogue; there are { $known }
quantityerror-no_level_taken = the index { $name } takes no level: write index:{ $name }
quantityerror-none_in_source = the source holds none of { $fields }; it holds { $there }
quantityerror-time_without_zone = the time { $time } has no zone: add one, e.g. Z or +08:00
quantityerror-unknown_quantity_form = { $called } names no quantity; write name or name@level, and for an index index:name or index:name?parameter=value
quantityerror-level_form = { $text }: the level after @ is a number in hPa, or K on isentropic surfaces
quantityerror-unknown_quantity = there is no quantity { $name }; there are { $near }
quantityerror-quantity_without_levels = { $name } has no levels: leave out the level { $level }
quantityerror-reference_form = { $given } is no reference to a quantity, such as name: height, level: 500: { $problems }
quantityerror-no_level = the level { $level } of { $name } is no number in { $unit }
quantityerror-missing_level = { $name } needs a level in { $unit }, for example { $name }@{ $example }
quantityerror-missing_input = needed and not in the data: { $lacking }
quantityerror-missing_time = the data hold no field valid at { $time }; they hold { $span }
quantityerror-field_missing = the field { $name } is needed and not in the data, which hold { $there }
quantityerror-level_missing = the level { $level } hPa is not in the data, which hold { $there }
quantityerror-window_incomplete = { $name } covers { $covered } of the { $hours } h before { $time }; ask for a later time or give more data
quantityerror-mostly_missing = the fields are missing over more than half of the area that counts
quantityerror-name_a_level = { $name } has levels: name one
quantityerror-too_far = { $name } is defined over { $domain }, too far from the region to speak for it
quantityerror-no_data_there = { $name } looks at { $box }, where there are no data
quantityerror-domain_not_covered = { $name } is defined over { $box }, of which the data cover { $share } %
quantityerror-of = { $name }: { $reason }
quantityerror-common_levels = { $name } needs its fields on at least two common pressure levels
quantityerror-needs_field = { $name } needs { $variable }, which the data do not hold ({ $available }){ $hint }
quantityerror-needs_level = { $name } needs { $variable } at { $absent } hPa; the data have { $levels }
quantityerror-needs_fields = { $name } needs fields that the data do not hold
quantityerror-span = { $start } to { $end }
quantityerror-no_time = no time
quantityerror-period_without_data = the data hold no time in { $asked }; they hold { $available }
quantityerror-period_without_data_every = the data hold no time in { $asked }; they hold { $available } every { $step } h
quantityerror-unknown_parameter = { $name } has no parameter { $unknown }; it takes { $known }
quantityerror-unknown_parameter_of_none = { $name } has no parameter { $unknown }; it takes none
quantityerror-no_terrain = the data hold neither the height of the ground nor its pressure
quantityerror-no_slope = no high ground lies near enough in these data
quantityerror-no_gap = these data resolve no gap between high ground here
quantityerror-no_basin = these data resolve no basin with weak wind here
quantityerror-no_rain_over_slopes = no rain falls over sloping ground here
quantityerror-no_water_upwind = the wind at 850 hPa crosses too little open water
quantityerror-no_warm_coast = no coast with land warmer than the water lies here

### section: questionerror

questionerror-no_map = { $name } is one number by its definition and has no map

### section: claimerror

claimerror-unsupported_claims = the report makes { $count ->
    [one] one claim
   *[other] { $count } claims
 } that its evidence does not carry; first: { $where }: { $message }
claimerror-no_value = { $id } has no value{ $reason }
claimerror-unknown_tool = { $id } was made by { $factor }, which this release's catalogue does not have: its value cannot be named; ask for a quantity of the catalogue
claimerror-cannot_say = { $id } cannot tell: { $message }

### section: sampleerror

sampleerror-climatology_missing = the samples' climatology is not at { $name } in the package; install the package again or build it with scripts/build_sample_climatology.py
sampleerror-irregular_times = the times of a sample are { $step_hours } hours apart, ascending; give such a series
sampleerror-unknown_sample = there is no sample { $name }; choose one of { $names }
sampleerror-one_season = at least one season is needed
sampleerror-other_sample = { $home } holds the seasons of another sample; choose another folder
sampleerror-folder_not_usable = { $home } cannot be used: { $reason }
sampleerror-no_such_folder = the folder { $parent } does not exist; make it or choose another
sampleerror-not_writable = { $target } cannot be written: { $reason }

### section: serviceerror

serviceerror-output_folder_missing = the folder { $parent } does not exist; create it or choose another --out
serviceerror-release_not_found = the run pinned library release { $pinned }, this installation carries { $found } and the run's folder has no { $file }; use the installation that made the run
serviceerror-figure_parameter = a figure has no parameter { $name }; it takes lang, theme and boundaries
serviceerror-request_differs = the run in --out was started with another { $differing }: repeat its own arguments to go on with it, or name another --out
serviceerror-data_changed = the data are not those that the run in --out was started on: name the same --data to go on with it, or another --out
serviceerror-reduction_name = reduction is a name, such as max or mean
serviceerror-parameters_of_one = parameters belong to one detector: name it, or leave them out
serviceerror-levels_of_chart = a composed chart names its levels itself: leave the level out
serviceerror-multiples_alone = small multiples are a map of the catalogue at its own levels: leave the spec, the level and the single time out
serviceerror-nothing_to_build = the data give none of the quantities: { $reasons }

### section: extracterror

extracterror-no_field = { $name } is a chart's own kind of layer and has no value at each point; the message for an unknown name lists the quantities, e.g. temperature@850
extracterror-too_few_cells = the region { $region } holds fewer than two rows or columns of a grid of { $spacing } degrees; widen it to at least three cells each way
extracterror-beyond_mercator = the region lies beyond 85.05 degrees of latitude, where Web Mercator ends; ask for `projection plate_carree`
extracterror-too_many_vertices = the lines would have more than { $most } places; ask for fewer levels or a smaller region
extracterror-too_many_levels = the interval { $interval } gives more than { $most } lines; ask for { $least } or more
extracterror-too_many_times = the period holds { $count } times, and a series takes at most { $most }; shorten it
extracterror-too_many_cells = the lattice has { $count } cells, and at most { $most } are tested at once; ask for cells of { $enough } degrees or more, or a smaller region
extracterror-not_on_levels = { $name } has no value on each pressure level; a section is of a quantity such as `temperature`, `potential_temperature`, `relative_humidity`, `omega` or `wind`
extracterror-point_form = { $option }: { $text } is no point; write latitude and longitude in degrees, e.g. 30.5,114.3
extracterror-two_levels = { $name } names a level already; leave the other one out
extracterror-section_levels = a section needs at least two pressure levels, and the data have { $count }
extracterror-section_outside = no place of the section lies inside the data; choose points inside their grid

### section: workflowerror

workflowerror-too_many_steps = a workflow of { $count } steps; at most { $most } are run: divide it, or use a map
workflowerror-time_needed_among = step { $id } needs a time: the data hold { $times }
workflowerror-no_grid = the data have no grid: the step needs a region
workflowerror-time_needed = step { $id } needs a time
workflowerror-no_index = step { $step } has no index to show
workflowerror-chart_time_needed = step { $id } needs a time
workflowerror-no_items = step { $id } has no items
workflowerror-too_many_items = step { $id } has { $count } items; { $limit } is the most a map takes
workflowerror-no_step = the workflow has no step { $name }; it has: { $ids }
workflowerror-no_output = step { $id } gave no { $name }
workflowerror-no_parameters = a { $kind } step has no parameters
workflowerror-does_not_fit = step { $id }: { $value } does not fit { $argument }: { $problems }
workflowerror-invalid = the workflow cannot run: { $problems }

### section: command

# What the command line prints beside answers.
command-happened = what happened: { $parts }
command-why = why: { $parts }
command-nothing_to_explain = why: nothing to explain
command-some_types_untested = no criterion that can be tested is met; not every type can be tested
command-of_event = { $event }: { $status }
command-no_criterion_met = no criterion of the tested types is met
command-measured = { $name } { $value }
command-measured_over = { $name } ({ $window }) { $value }
command-also_met = also met: { $events }
command-confidence = confidence { $level }
command-agrees_best = what was found agrees best with: { $causes }
command-missing = missing: { $names }
command-confirmed = confirmed: { $names }
command-not_counted = found without the event too, not counted: { $names }
command-none_confirmed = confirmed: none
command-reports = report: { $markdown } and { $page }
command-cannot_say = cannot tell
command-chart_check = check: { $score } of 5
command-chart_answer = { $question } { $answer }. { $detail }
command-doubt = The checks of data: { $reason }. { $cure }
command-period = { $start } to { $end }
command-of_run = of the forecast run of { $run }
command-of_member = of ensemble member { $member }
command-usage = usage: { $usage }
    { $program }: error: { $problem }
command-arguments_required = the following arguments are required: { $names }
command-arguments_unknown = unrecognized arguments: { $names }
command-value_needed = argument { $name }: expected one argument
command-value_refused = argument { $name }: invalid choice: { $value } (choose from { $choices })
command-no_value_taken = argument { $name }: ignored explicit argument { $value }
command-region_or_words = name a --region, or say it in words with --request
command-generating = generating { $name }
command-generated = { $path }: region { $box }, peak { $time }
command-replayed = { $events ->
    [one] one event
   *[other] { $events } events
 }, report { $found }
command-replay_identical = identical
command-replay_same_facts = same facts in other words
command-replay_differs = DIFFERS
command-plan_checked = { $name }: { $steps ->
    [one] one step
   *[other] { $steps } steps
 }, nothing wrong
command-plan_done = { $good } of { $steps ->
    [one] one step
   *[other] { $steps } steps
 } gave an answer: { $folder }
command-batch_done = { $answers ->
    [one] one answer
   *[other] { $answers } answers
 }, { $errors ->
    [one] one error
   *[other] { $errors } errors
 }
command-index_value = { $name }: { $value } ({ $status })
command-index_value_because = { $name }: { $value } ({ $status }) { $reason }
command-index_place = at { $position }
command-index_extra = { $name }: { $value }
command-note = note: { $note }
command-no_value = no value
command-data = data
command-inventory = { $title } ({ $format }, { $origin })
command-fields = Fields
command-findings = Findings
command-computable = What can be computed
command-grid = grid: { $kind }, { $rows } x { $columns }, about { $spacing } degrees, W,S,E,N = { $edges }
command-times = times: { $count }, { $first } to { $last }
command-levels = levels (hPa): { $levels }
command-checks = Checks of the values
command-finding_with_cure = { $finding }. { $cure }
command-checks_ran = checks that ran: { $ran }, with findings: { $found }
command-checks_not_run = checks that could not run: { $count }
command-checks_not_run_unnamed = checks that could not run: { $count } (`--checks` names them)
command-check_lacks = { $lack }: { $checks }
command-features = Features
command-chart = { $title }: { $path } ({ $size })
command-primary = Primary: { $event }
command-no_primary = Primary: none
command-tools = { $count } tools
command-tool_title = { $english } / { $chinese }
command-try = try: { $command }
command-then = then: { $command }
command-and = and: { $command }
command-not_applicable = not applicable
command-paper_read = { $pages } pages, { $statements } passages with a statement, { $drafts } drafts
command-paper_quoted = words are quoted under { $licence }
command-paper_not_quoted = no words are kept: the licence does not allow it, or is not known (`--licence`)
command-paper_pictures = pages without text: { $pages }
command-paper_left = no draft: { $count } ({ $reason })
command-paper_next = drafts for curators: { $path }; take them in on the page "Import" of the curation pages
command-scores = Scores from 0 to 5
command-measured_here = Measured on this machine in one run
command-step_done = [{ $number }/{ $total }] { $step }: { $said }
command-batch_line = { $id }: { $answer }
command-batch_error = error ({ $code }): { $text }
command-batch_value = { $name } { $value } ({ $status })
command-batch_found = { $names } found
command-batch_nothing = nothing found
command-climatology = { $name } ({ $digest })
command-operator = operator: { $name }
command-claim = { $claim }: { $verdict }
command-head_name = name
command-head_what = what
command-head_unit = unit
command-head_in_the_file = in the file
command-head_levels = levels
command-head_page = page
command-head_number = number
command-head_draft = draft
command-head_weight = weight
command-head_code = code
command-head_check = check
command-head_fields = fields
command-head_kind = kind
command-head_missing = missing
command-head_detector = detector
command-head_there = there
command-head_count = count
command-head_where = where
command-head_type = type
command-head_grade = grade
command-head_severity = severity
command-head_confidence = confidence
command-head_why = why
command-head_title = title
command-head_category = category
command-head_stage = stage
command-head_score = score
command-head_reasons = reasons
command-head_track = track
command-head_here = here
command-head_instead = instead
command-head_ratio = ratio
command-head_note = note
command-head_index = index
command-head_hpa = hPa
command-head_reduction = reduction
command-head_region = region
command-head_years = years
command-head_samples = samples
command-head_mean = mean
command-head_std = std
command-head_quantity = quantity
command-head_by = by
command-head_hours = hours UTC
command-head_statistics = statistics
command-head_nearest = known names nearest to it
command-head_field = field
command-head_value = value
command-extract = { $title } ({ $unit })
command-extract_file = written: { $path } ({ $size } bytes)
command-cells = Events by cell
command-head_time = time
command-head_pixels = pixels
command-head_values = values
command-head_contours = values of the lines
command-head_fastest = fastest
command-head_temperature = temperature °C
command-head_dewpoint = dewpoint °C
command-head_wind = wind east, north m/s
command-value_no_number = argument { $name }: { $value } is not a number

### section: check

# What the checks of data found, with a cure, and what they would need.
check-refused_by_reader = The file's { $fields } cannot be used ({ $code }): { $reason }
check-noted_by_reader = On reading: { $reason }
check-impossible_values = { $fields } has the value { $value }; it can only lie between { $low } and { $high }
check-impossible_values_doubtful = { $fields } has the value { $value }, which weather between { $low } and { $high } does not reach
check-constant_field = { $fields } has the one value { $value } throughout
check-no_values = { $fields }: every value is missing
check-constant_field_partly = { $fields } has the one value { $value } over the whole area in { $count } of { $all } planes, the first at { $time }
check-same_field_twice = { $first } and { $second } have the same values everywhere: one was written under both names
check-patch_of_one_value = { $fields } has a patch of the one value { $value } with a jump at its edge at { $time }: missing values may be written as a number
check-single_spike = { $fields } at { $time } has a cell that differs by { $value } from all its neighbours
check-seam_in_field_column = { $fields } jumps along the whole meridian { $edge } at { $time }, by { $ratio } times the usual step: parts of the grid are in the wrong order
check-seam_in_field_row = { $fields } jumps along the whole parallel { $edge } at { $time }, by { $ratio } times the usual step: parts of the grid are in the wrong order
check-repeated_rows = { $fields } repeats { $count ->
    [one] one whole row
   *[other] { $count } whole rows
 }: a block may be written twice
check-noise = In { $fields } at { $time } neighbouring cells have nothing in common (roughness { $ratio }): the cells are in the wrong order, or it is noise
check-cut_off_peak = the extreme value { $value } of { $fields } stands unchanged in { $count ->
    [one] one cell
   *[other] { $count } cells
 }: what lies beyond may be cut off
check-gap_in_time = { $fields }: after { $start } { $count ->
    [one] one time is missing
   *[other] { $count } times are missing
 }, a gap of { $gap }
check-missing_where_extreme = { $fields } has { $count ->
    [one] one cell
   *[other] { $count } cells
 } without a value right beside its extreme values: the peak may be missing
check-stands_still = { $fields } has the same values at { $start } and { $end }; in all { $count } times repeat others
check-stands_still_again = { $fields } at { $end } repeats the values of { $start }; in all { $count } times repeat others
check-sudden_step = { $fields } changes at { $time } by { $ratio } times as much as at other times: a time of another date or source may be pasted in
check-times_in_disorder = { $fields } has no more in common from one time to the next than with any other time (ratio { $ratio }): the times are in disorder
check-alternating_times = { $fields } goes to and fro from time to time (ratio { $ratio }): two series, runs or members may be taken for one
check-unit_not_given = { $fields } has no unit in the file and is taken as kg m-2: it may be in m, or per second
check-negative_rain = { $fields } is negative in { $share } of the cells, down to { $value }
check-rain_beyond_records = { $fields } reaches { $value } in { $hours }, beyond the greatest sum known for this duration ({ $limit })
check-rain_beyond_records_area = { $fields } has a mean of { $value } in { $hours } over { $area }, beyond what storms of this size bring ({ $limit })
check-rain_too_small = { $fields } is wet in { $share } of the cells and times and nowhere sums to more than { $value }: metres or rates may be taken for millimetres
check-rain_is_a_running_total = { $fields } does not fall from time to time in { $count } of { $all } steps: it is a running total, taken for increments
check-rain_is_a_running_sum = { $fields } holds overlapping sums of { $hours }, taken for increments
check-snow_beyond_rain = Snowfall reaches { $value } where precipitation in all is { $limit }
check-humidity_too_low = The air is dry everywhere: near the ground the relative humidity is at most { $value }; a fraction may be taken for percent
check-supersaturated = At { $level } the relative humidity from { $fields } reaches { $value }, beyond saturation in { $share } of the cells
check-humidity_grows_with_height = Aloft the specific humidity is { $value }, near the ground { $limit }: the levels are in the wrong order
check-dewpoint_above_temperature = The dewpoint is above the temperature in { $share } of the cells, by up to { $value }
check-dewpoint_far_below = The dewpoint lies { $value } below the temperature in the middle of the cells
check-surface_humidity_apart = The vapour at 2 m and on the lowest level differ by a factor of { $ratio }
check-wind_against_balance = { $fields } does not blow along the isobars (agreement { $agreement }); it would ({ $better }) if { $reading }
check-wind_against_balance_unlike = { $fields }: wind and pressure have nothing in common (agreement { $agreement })
check-wind_speed_against_balance = { $fields } blows along the isobars at { $ratio } times the speed of balance: knots or km/h may be taken for m/s
check-surface_wind_apart = { $fields } does not follow the wind of the lowest level (agreement { $agreement }); it would ({ $better }) if { $reading }
check-surface_wind_apart_unlike = { $fields }: the wind at 10 m and that of the lowest level have nothing in common (agreement { $agreement })
check-surface_wind_apart_speed = { $fields } has { $ratio } times the speed of the lowest level: its unit may be wrong
check-gust_against_wind = { $fields } is { $ratio } times the mean wind: its unit may be wrong
check-ascent_against_convergence = { $fields } is positive where the wind converges below (correlation { $agreement }): its sign is reversed
check-ascent_against_rain = { $fields }: where it rains the air sinks by { $value }, elsewhere { $limit }: the sign is reversed
check-wind_falls_with_height = { $fields }: the wind is { $value } near the ground and { $limit } near the tropopause: the levels may be in the wrong order
check-height_of_level = The level { $level } lies at { $value }, where { $limit } belongs: height may be taken for geopotential, or the levels are wrong
check-thickness_against_temperature = The thickness from { $lower } to { $upper } does not fit the temperature at { $time }, by { $value }
check-thickness_against_temperature_scattered = In a part of the area the thickness from { $lower } to { $upper } does not fit the temperature at { $time }
check-levels_out_of_order = { $fields } runs the wrong way through its { $count } levels: they are in the wrong order
check-levels_far_up = { $fields } has no level lower than { $level }: hPa may be taken for Pa
check-level_apart = { $fields } at { $level } lies { $value } away from its neighbours above and beneath at { $time }
check-same_level_twice = { $fields } has the same values at { $upper } and { $lower }
check-pressure_against_height = Sea-level pressure and the height of the lowest level differ by { $value } at { $time }
check-surface_pressure_against_ground = Surface pressure is above sea-level pressure, by up to { $value }
check-surface_pressure_against_ground_ground = Surface pressure differs by { $value } from what the height of the ground explains
check-below_the_ground = The level { $level } lies beneath the ground in { $share } of the cells: values there are extrapolated
check-pressure_reduced_over_high_ground = Sea-level pressure is reduced over high ground in { $share } of the cells, over up to { $height }: gradients there are not weather
check-surface_temperature_apart = { $fields } differ by { $value } over low ground: one of them has an offset
check-extremes_out_of_order = { $low } is above { $high } by up to { $value }
check-times_apart = { $first } and { $second } fit when one is moved by { $hours }: the times of one of them are off
check-time_of_one_field_wrong = { $first } and { $second } have nothing in common at { $time }, unlike at other times: one of them is of another time
check-fields_in_different_places = { $first } and { $second } fit when one is mirrored ({ $axis }): an axis of one of them runs the wrong way
check-not_where_the_land_is = { $fields } does not show the land where it is (agreement { $agreement }); it would ({ $better }) when mirrored ({ $reading })
check-not_where_the_land_is_moved = { $fields } does not show the land where it is (agreement { $agreement }); it would ({ $better }) when moved to the { $reading } by { $shift }
check-not_where_the_land_is_inverted = { $fields } shows land where there is sea (agreement { $agreement })
check-not_where_the_land_is_unlike = { $fields } does not show the land where it is (agreement { $agreement })
check-warmer_toward_the_pole = { $fields } rises toward the pole (correlation { $agreement }): latitudes may run the wrong way
check-thermal_wind = { $fields }: the wind changes with height against the temperature (agreement { $agreement }); it would fit ({ $better }) if { $reading }
check-thermal_wind_speed = { $fields }: the wind changes with height by { $ratio } times what the temperature explains: its unit may be wrong
check-not_of_the_season_half_a_year = { $fields } is { $value } from the climate of season and place, and { $better } from that of the opposite season: the date may be wrong
check-not_of_the_season_hemisphere = { $fields } is { $value } from the climate of season and place, and { $better } from that of the other hemisphere: latitudes may have the wrong sign
check-not_of_the_hour = The daily wave of { $fields } ({ $size }) has its maximum at { $hour } of local solar time: hours or longitudes are off
check-wave_of_two_cells = { $fields } at { $time } has a wave of { $value } from cell to cell over the whole area: it comes from interpolation or a spectral cut-off, not from weather
check-few_values = { $fields } comes in steps of { $step } ({ $count ->
    [one] one value
   *[other] { $count } values
 } in all): finer differences are lost
check-break_in_course = { $fields } at { $time } has nothing in common with the time before (agreement { $agreement }, at other times { $usual }): times may be missing without a gap in the axis
check-every_other_time = { $fields } differs at every other time by { $value } from its neighbours in time: two runs or members may be taken in turns
check-beside_the_usual_hours = The times come in steps of { $step } and begin at { $time }, beside the hours that analyses have in UTC: local times may be meant
check-far_from_climate = The mean of { $fields } lies { $value } from the climate of place and season, farther than over areas of this size ({ $limit }): it may have an offset
check-pressure_at_the_sea = Over the sea the two pressures differ by { $value }: one of them has an offset
check-date_of_the_file = { $reason }
check-other_date_in_name = { $reason }
check-mixed_leads = { $reason }
check-joined_out_of_order = { $reason }
check-values_missing_in_places = { $fields } has no value in { $count } cells ({ $share }) that lie among others with values, most of them at { $time }
check-rectangle_apart = a rectangle of { $rows } by { $columns } cells in { $fields } at { $time } has straight seams on all sides: it does not belong to the field around it
check-rows_left_out_row = parallels are left out beside { $edge }, in { $count ->
    [one] one place
   *[other] { $count } places
 }
check-rows_left_out_column = meridians are left out beside { $edge }, in { $count ->
    [one] one place
   *[other] { $count } places
 }
check-two_times_exchanged = { $fields } at { $time } and at { $other } follow the course of the other times only if the two are exchanged
check-row_of_one_value_row = { $fields } has one value along the whole parallel { $edge } at { $time }, and varies along the others
check-row_of_one_value_column = { $fields } has one value along the whole meridian { $edge } at { $time }, and varies along the others
check-hardly_any_vertical_motion = { $fields } is { $value } in the mean: far less than over any wide region, as if it were in hPa/s or m/s
check-far_in_the_future = the times reach the year { $year }
check-names_contradict = { $reason }
check-longitudes_westward = { $reason }
check-cure_reader = Correct what the message names in the file.
check-cure_units = Correct the units attribute of the field in the file.
check-cure_values = Replace the field by the one of the original source.
check-cure_names = Check which quantity each variable of the file is.
check-cure_fill = Declare the fill value of the field in the file.
check-cure_axes = Check that latitudes and longitudes run as the values do.
check-cure_order = Check the order of dimensions and cells with which the file was written.
check-cure_packing = Write the field with a packing that covers its range.
check-cure_gaps = Add the missing files or times.
check-cure_times = Check the times of the fields against the original source.
check-cure_series = Open one run, member or series at a time.
check-cure_increments = State the interval of each value, or give increments.
check-cure_humidity = Check unit and kind of the humidity in the file.
check-cure_levels = Check the order and the values of the vertical coordinate.
check-cure_wind = Check names, signs and order of the wind components.
check-cure_wind_unit = Check the unit of the wind in the file.
check-cure_ascent = Write the vertical velocity in Pa/s, negative for ascent.
check-cure_height = Give geopotential in m2 s-2, or height with the unit m.
check-cure_pressure = Check pressure and height against the original source.
check-cure_ground = Look at levels that lie above the ground.
check-cure_dates = Check date, hour and time zone of the file.
check-lack_fields = needs { $fields }
check-lack_times = needs more times
check-lack_values = needs more values that are finite
check-lack_levels = needs other levels
check-lack_area = needs a larger area
check-lack_rain = needs more rain
check-lack_latitude = needs more wind outside the tropics
check-lack_latitudes = needs a wider range of latitudes
check-lack_low_ground = needs low ground
check-lack_coast = needs a coast
check-lack_wind = needs more wind
check-refused = { $field } was refused by the checks of data: { $reason }. { $cure }

### section: problem
problem-line = { $path }: { $problem }
problem-all = { $problems }
problem-document = the document
problem-other = { $text }
problem-missing = this field is required
problem-unknown_field = there is no such field
problem-one_of = this must be { $expected }
problem-at_least = this must be at least { $ge }
problem-greater = this must be greater than { $gt }
problem-at_most = this must be at most { $le }
problem-less = this must be less than { $lt }
problem-too_few = this needs at least { $min_length ->
    [one] one item
   *[other] { $min_length } items
 }, and has { $actual_length }
problem-too_many = this takes at most { $max_length ->
    [one] one item
   *[other] { $max_length } items
 }
problem-text_too_short = this text needs at least { $min_length ->
    [one] one character
   *[other] { $min_length } characters
 }
problem-text_too_long = this text takes at most { $max_length } characters
problem-pattern = this text must match { $pattern }
problem-no_text = this must be a text
problem-no_number = this must be a number
problem-not_finite = this must be a finite number
problem-no_integer = this must be a whole number
problem-no_truth = this must be true or false
problem-no_mapping = this must be an object with named fields
problem-no_list = this must be a list
problem-no_time = this must be a time in ISO 8601 with a zone, e.g. 2026-07-01T12:00Z
problem-unknown_kind = there is no kind { $tag }; there are { $expected_tags }
problem-kind_missing = the field that names the kind is missing
problem-not_allowed = this is not allowed here
problem-no_degrees = { $value } is not a number of degrees: a region is W,S,E,N
problem-region_form = a region is four numbers W,S,E,N in degrees, e.g. 100,20,120,40; got { $count }
problem-no_longitudes = longitudes { $west } and { $east } are not degrees of longitude
problem-west_of_east = the west edge { $west } lies east of the east edge { $east }; the order is W,S,E,N
problem-south_of_north = the south edge { $south } lies north of the north edge { $north }; the order is W,S,E,N
problem-period_reversed = the period ends ({ $end }) before it starts ({ $start })
problem-no_zone = the time has no zone: add one, e.g. 2026-07-01T12:00Z or 2026-07-01T20:00+08:00
problem-year = the year { $year } is not one from { $first } to { $last }
problem-number_for_time = { $value } is a number, not a time: write ISO 8601 with a zone, e.g. 2026-07-01T12:00Z
problem-percentile = a percentile needs its number, and no other statistic takes one
problem-region_or_place = a region or a place, not both
problem-spec_of_figure = a spec is for op figure, in the place of the name
problem-fields_or_indices = a climatology is of `fields`, or of `indices` or `events`: build two for both
problem-indices_or_events = name the `indices`, or the `events` whose indices the library judges, not both
problem-region_of_indices = a climatology of indices needs the `region` that they are reduced over
problem-op_needs_name = op { $op } needs a name of the catalogue
problem-opinion_of_index = a second opinion is for op index
problem-no_boundaries = a request names no boundaries here: the centre's own are drawn
problem-no_words = it says nothing: write what is asked for
problem-one_question = give one of text (a question), claim (a sentence to check), form and claim_form
problem-features_time = features are detected at one time: name it in `time`
problem-features_level = features are detected at a pressure level in hPa
problem-removal_alone = a removal has no text and no statement
problem-text_or_statement = give a text or a statement, not both
problem-one_line = write one line of text, or name a statement
problem-markup = write plain words, without markup; braces only as in { $placeholder }, bound to a claim of the version
problem-no_area = the region has no area: a diagnosis needs a box W,S,E,N with W < E and S < N
problem-when_of = ask when with a measure and its end, or with a condition
problem-projection_of_map = only a map has a projection
problem-base_url = base_url is for OpenAI-compatible servers: write openai:NAME, not { $model }
problem-model_twice = the same model stands twice: escalation needs another one
problem-role_without_model = no model is asked for { $roles }: the decision follows from the library, the data and the rules; choose from { $choices }
problem-threshold_needed = the test { $test } needs a threshold
problem-threshold_unused = the test { $test } takes no threshold
problem-map_list = a map needs either `values`, or `of` and `output`
problem-map_output = a map over an earlier step names its `output`: times or positions
problem-map_needs = `needs` and `when` belong to the map, not to its `do`
problem-null_character = a path holds no null character
problem-region_of_task = a region is the name of a place, or four numbers [W, S, E, N] in degrees
problem-password_or_code = send the password or a code
problem-region_or_polygon = send a region or a polygon
problem-polygon_without_area = a polygon needs three corners that are not on one line along a meridian or parallel
problem-polygon_too_wide = a polygon reaches around the globe at most once
problem-event_type = there is no event type '{ $name }': there are { $known }
problem-conclude_alone = conclude names no factor
problem-factor_needed = { $action } needs a factor: a catalogue name or an entry's id
problem-reason_needed = say why in `text`: { $verdict } needs a reason
problem-edited_twice = { $places } is replaced or removed more than once
problem-title_fixed = the title is the platform's: it names the event, the region and the period; write beside it, in a paragraph of the summary
problem-replaced_only = { $place } can be replaced only: nothing is removed or added there
problem-id_taken = the id { $name } is taken: give each quantity one of its own
problem-region_text = a region is written W,S,E,N in degrees, e.g. 100,20,120,40
problem-multiple_of = this must be a multiple of { $multiple_of }
problem-no_uuid = this must be a UUID
problem-op_without = op { $op } takes no { $field }: leave it out
problem-points_of_op = op { $op } takes { $count } points
problem-one_time_of_op = op { $op } is of one time, not of a period
problem-in_op = op { $op }: { $problems }
problem-levels_or_interval = give levels or an interval, not both
problem-many_levels = { $count } levels were asked for, and at most { $most } are drawn; ask for fewer
problem-points_or_region = a series is at points or over a region: give one of the two
problem-many_points = { $count } points were asked for at once, and at most { $most } are answered; ask in several requests, or for a raster of the region
problem-series_of_instant = the period starts and ends at one time; give a later end, or ask for an index at that time

### section: refusal

# What the platform answers to requests that it refuses: titles, reasons, what to do.
refusal-title_400 = Bad request
refusal-title_401 = Not signed in
refusal-title_403 = Not allowed
refusal-title_404 = Not found
refusal-title_405 = Method not allowed
refusal-title_406 = Not acceptable
refusal-title_409 = Conflict
refusal-title_410 = Gone
refusal-title_412 = Precondition failed
refusal-title_413 = Too large
refusal-title_415 = Unsupported media type
refusal-title_422 = Cannot be processed
refusal-title_429 = Too many requests
refusal-title_500 = Internal error
refusal-title_503 = Not available
refusal-title_other = Error

# Before or outside the operations.
refusal-bad_request = the request was refused before it reached the API
refusal-unreadable_request = the request cannot be read: write it in UTF-8
refusal-not_allowed = this is not allowed
refusal-nothing_at = there is nothing at { $path }
refusal-internal_error = a fault of the platform; quote the request id
refusal-database_unavailable = the database cannot be reached now: ask again, with the same Idempotency-Key
refusal-beyond_storage = a value is beyond what can be stored: send a smaller or shorter one
refusal-made_meanwhile = another request made the same thing at this moment: look what is there now
refusal-too_busy = too many requests are waiting: try again
refusal-https_required = use https://, and renew the key that was sent without it
refusal-header_unreadable = the header { $name } holds more than printable ASCII: encode it, or leave it out
refusal-cookie_nul = a cookie holds a NUL: delete the cookies of this address
refusal-address_nul = the address holds a NUL: send characters only
refusal-csrf_page = { $reason } Read the token from GET /api/v1/session/.
refusal-csrf_failed = CSRF Failed: { $reason } Send the token of GET /api/v1/session/ as X-CSRFToken.
refusal-csrf_cookie_missing = CSRF cookie not set.
refusal-csrf_token_missing = CSRF token missing.
refusal-csrf_origin = The request does not come from a page of this installation.
refusal-csrf_token_wrong = The CSRF token is not the one of this session.
refusal-quoted = { $text }
refusal-malformed_json = Malformed request.
refusal-authentication_failed = Incorrect authentication credentials.
refusal-not_authenticated = Authentication credentials were not provided.
refusal-permission_denied = You do not have permission to perform this action.
refusal-not_found = Not found.
refusal-method_not_allowed = Method "{ $method }" not allowed.
refusal-not_acceptable = Could not satisfy the request Accept header.
refusal-unsupported_media_type = Unsupported media type "{ $media_type }" in request.
refusal-throttled = Request was throttled. Expected available in { $seconds } { $seconds ->
        [one] second
       *[other] seconds
    }.
refusal-key_unknown = the API key is unknown, expired or revoked

# Bodies and addresses.
refusal-body_too_long = the body is longer than { $most } bytes: send less
refusal-body_too_full = the body holds more than { $most } values: send less
refusal-body_too_deep = the body is nested too deeply
refusal-body_no_json = the body is no JSON: { $reason }
refusal-json_broken = something else is needed at line { $line }, column { $column }
refusal-json_no_utf8 = it is not written in UTF-8
refusal-json_twice = the field '{ $name }' comes twice
refusal-json_integer = the number { $number } is beyond 64 bits: send a smaller one
refusal-json_number = the number { $number } is beyond 1e308: send a smaller one
refusal-json_constant = { $name } is no JSON number: leave the field out, or send null
refusal-json_unstorable = the text at { $at } holds a NUL or half a surrogate pair: send characters only
refusal-the_document = the document
refusal-document = document
refusal-out_of_range = a number or a time is out of range: send another one
refusal-many_mistakes = { $count ->
    [one] one mistake
   *[other] { $count } mistakes
 }, the first { $shown } of them: { $problems }
refusal-field_missing = this field is missing: add it
refusal-no_object = this must be a JSON object with named fields, like {"{"}...{"}"}
refusal-field_unknown_here = there is no such field here: leave it out
refusal-field_unknown = there is no such field: fields are { $fields }
refusal-field_unknown_near = there is no such field: did you mean '{ $near }'? fields are { $fields }
refusal-parameter_unknown = there is no parameter '{ $name }' here: there are { $known }
refusal-parameter_unknown_near = there is no parameter '{ $name }' here: did you mean '{ $near }'? there are { $known }
refusal-parameter_none = there is no parameter '{ $name }' here: this address takes none
refusal-parameter_repeated = { $name } comes { $count } times and may come once
refusal-parameter_unstorable = { $name } holds a NUL or half a surrogate pair: send characters only
refusal-invalid_cursor = this cursor does not belong to this list: take it from `next` or `previous` of a page, or leave it out for the first page
refusal-precondition_failed = this has changed since you read it: read it again, and send its ETag as If-Match
refusal-idempotency_key_length = { $header } must have 1 to { $most } characters
refusal-idempotency_key_reused = this Idempotency-Key was used with another request: use a new key
refusal-sealed = this { $purpose } was encrypted with another secret key: renew it, or name the former key as a fallback

# What is not there.
refusal-there_is_no = there is no { $what } here
refusal-a_job = job
refusal-an_invitation = invitation
refusal-a_membership = membership
refusal-a_member = member
refusal-an_api_key = API key
refusal-a_session = session
refusal-a_correction = correction
refusal-a_webhook = webhook
refusal-a_region = saved region
refusal-a_delivery = delivery
refusal-a_report = report
refusal-a_report_version = report version
refusal-an_export = export '{ $name }' (md, html or json)
refusal-an_artifact = artifact '{ $name }'
refusal-a_release = release
refusal-a_guideline_release = guideline release { $digest }
refusal-a_proposal = proposal
refusal-an_experience = experience of entries
refusal-an_effect = effect of a proposal
refusal-a_paper = paper
refusal-a_comment = comment
refusal-an_overlay_change = change of the overlay
refusal-a_revision = revision of an entry
refusal-an_entry = entry of the library

# People, keys and centres.
refusal-sign_in_for_length = sign in before you send more than { $most } bytes
refusal-wrong_password_or_name = the name or the password is wrong
refusal-code_needed = send the code of your second factor as well
refusal-code_wrong = the code is wrong, or was used before
refusal-nobody_signed_in = nobody is signed in here: sign in first
refusal-second_factor_required = this installation asks for a second factor: add one at /accounts/2fa/
refusal-sessions_ended = an administrator of { $centre } has ended your sessions there: sign in again
refusal-no_member_of_this = you are not a member of this tenant
refusal-no_member = you are not a member of '{ $name }'
refusal-no_member_any_more = you are not a member of this session's centre any more: name another one in { $header }, or sign in again
refusal-in_no_centre = you are in no centre yet: GET /api/v1/me/invitations/ lists who invites you
refusal-confirmation_required = you said who you are more than { $minutes } minutes ago: confirm it, then ask again
refusal-password_wrong = the password is wrong
refusal-factor_wrong = the code is wrong, was used before, or there is no second factor
refusal-locked_out = too many failed attempts: wait a few minutes
refusal-locked_out_for = too many failed attempts: wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
 }, or ask the operator. Attempts before that change nothing.
refusal-person_required = a service key cannot { $act }: it takes a person
refusal-second_person_required = you cannot { $act } by yourself: another person has to
refusal-beyond_own_rights = you cannot { $act }: you do not have { $missing } yourself; ask somebody who has, or the operator
refusal-act_have_sessions = have sessions
refusal-act_belong = belong to centres
refusal-act_review = review a report
refusal-act_approve_own = approve the version that you wrote
refusal-act_publish = publish a report
refusal-act_withdraw = withdraw a report
refusal-act_publish_own = publish the version that you wrote
refusal-act_publish_asked = publish a diagnosis that you asked for
refusal-act_publish_unapproved = publish what nobody else has approved
refusal-act_correct = correct a report
refusal-act_events = have these events sent
refusal-act_change_webhook = change this webhook
refusal-act_rotate_webhook = rotate this webhook's secret
refusal-act_read_sent = read what was sent
refusal-act_give_roles = give these roles
refusal-act_make_key = make this key
refusal-act_rotate_key = rotate this key
refusal-act_invite = invite somebody to these roles
refusal-act_propose_release = propose a release of the library
refusal-act_adopt_own = adopt the release that you proposed
refusal-act_combine = combine a release with the overlay
refusal-act_release_change = release changes of the library
refusal-act_approve_change = approve a proposal of which you wrote a part
refusal-act_review_change = review changes of the library
refusal-act_propose_change = propose changes of the library
refusal-act_review_it = review it
refusal-act_publish_it = publish it
refusal-act_correct_it = correct it
refusal-already_member = '{ $name }' is a member already: set the roles with PUT members/NAME/
refusal-already_invited = '{ $name }' is invited already: revoke that invitation first
refusal-too_many_invitations = a centre has at most { $most } open invitations: revoke some first
refusal-inviter_may_not = whoever invited you may not do so any more: ask for another one
refusal-invitation_closed = this invitation is { $status }
refusal-key_name_taken = there is a key '{ $name }' already: rotate it, or choose another name
refusal-beyond_own_life = this key ends at { $end } and can give no key a longer life, itself included: leave out expires_in_days, or let a person do it
refusal-key_revoked = this key was revoked: make a new one
refusal-last_administrator = this is the last administrator of the centre: make another member an administrator first, or ask the operator (manage.py grant_roles NAME TENANT tenant_admin)
    .api = this is the last administrator of the centre: make another member an administrator first with PUT members/NAME/, or ask the operator
refusal-own_membership = nobody changes their own roles: ask another administrator, or leave the centre with DELETE me/memberships/TENANT/

# Jobs.
refusal-status_queued = queued
refusal-status_running = running
refusal-status_finished = finished
refusal-status_failed = failed
refusal-status_cancelled = cancelled
refusal-status_parked = parked
refusal-status_draft = draft
refusal-status_in_review = in_review
refusal-status_approved = approved
refusal-status_published = published
refusal-status_superseded = superseded
refusal-status_withdrawn = withdrawn
refusal-status_open = open
refusal-status_accepted = accepted
refusal-status_declined = declined
refusal-status_revoked = revoked
refusal-status_expired = expired
refusal-job_transition = a job that is { $status } cannot become { $wanted }
refusal-job_ended = the job has already ended ({ $status })
refusal-job_ended_steering = the job is { $status }: run it again to steer the new run
refusal-already_concluded = the diagnosis has concluded and writes its report
refusal-too_many_orders = a diagnosis takes { $most } orders
refusal-already_tested = { $factor } has been tested and is { $verdict }; veto it if it should not count
refusal-inapplicable_factor = { $factor } cannot be tested here: { $reason }
refusal-inapplicable_factor_near = { $factor } cannot be tested here: { $reason }; near it: { $near }
refusal-data_lack = the data lack { $names }
refusal-not_retryable = the job is { $status }: only one that failed or is parked can be retried; rerun makes a new job of it
refusal-not_resumable = the build is { $status }: only one that was cancelled, failed or is parked can be gone on with
refusal-deadline_passed = the deadline { $deadline } has passed: name a later one, or none
refusal-deadline_missed = no worker was free before the deadline { $deadline }: retry with a later one
refusal-unknown_tool = there is no { $kind } called '{ $name }' in the catalogue; GET /api/v1/catalog/ lists them
refusal-unknown_tool_near = there is no { $kind } called '{ $name }' in the catalogue; did you mean { $near }?
refusal-kind_index = index
refusal-kind_detector = detector
refusal-kind_figure = figure
refusal-answer_destroyed = the answer has expired and was deleted: ask again for a new one
refusal-quota_jobs_per_hour = this centre may have { $limit } jobs in an hour and has { $used }: wait, or ask the operator for more
refusal-quota_running_jobs = this centre may have { $limit } jobs that wait or run and has { $used }: wait, or ask the operator for more
refusal-quota_storage_bytes = this centre may have { $limit } bytes of stored files and has { $used }: wait, or ask the operator for more
refusal-quota_tokens_per_month = this centre may have { $limit } language-model tokens in a month and has { $used }: wait, or ask the operator for more
refusal-unknown_boundaries = a request names no boundaries here: the centre's own are drawn
refusal-boundaries_unusable = the boundaries registered for this centre cannot be read ({ $reason }): the operator corrects HVRMET_BOUNDARIES or the file
refusal-unknown_model = there is no model profile '{ $name }'; registered are: { $known }
refusal-an_evidence = piece of evidence
refusal-data_of_diagnosis_changed = the source does not hold the data of this diagnosis any more: queue it again for maps of today's
refusal-verdict_of_factor = a verdict is of a factor: name it in `factor`
refusal-point_needs_both = a point needs latitude and longitude
refusal-unknown_step = the workflow has no step '{ $name }'; it has: { $known }
refusal-an_inquiry = inquiry
refusal-a_source = source of this name
refusal-a_climatology = climatology
refusal-inquiry_lost = no worker has answered: ask again
refusal-inquiry_fault = a fault in the worker kept it from answering; the operator's log has it
refusal-inquiry_too_slow = it would take longer than { $seconds } s: queue it with `POST /api/v1/computations/`, or ask for a smaller region or period
refusal-too_many_inquiries = { $most } of the centre's requests wait for a worker: try again in a moment
refusal-workers_unreachable = no worker can be asked at the moment: try again
refusal-source_unreadable = the source cannot be read ({ $kind }): ask the operator
refusal-source_needed = name the source: { $known }
refusal-no_sources = no source is registered for the centre: ask the operator
refusal-asks_for_chart = it asks for a chart: queue what `charts` holds with `POST /api/v1/computations/`
refusal-asks_for_question = it is a question: queue what `question` holds with `POST /api/v1/questions/`
refusal-not_understood = nothing is queued, because a part of the request was not read: { $problems }
refusal-unknown_source = there is no source '{ $name }'; registered are: { $known }
refusal-none = none
refusal-unknown_timezone = the time zone '{ $name }' is not known; give an IANA name such as Asia/Shanghai, or an offset such as +08:00
refusal-unknown_preset = the preset '{ $name }' is not known; there are { $known }
refusal-several_members = extremes are diagnosed one member at a time, never of a mean: ask for a diagnosis of each member
refusal-unknown_climatology = a request names a climatology by the id of one that the centre has built; GET /api/v1/climatologies/ lists them, and without a name the one that is chosen for the source is used
refusal-climatology_not_ready = this climatology cannot be used: its build is { $status }; use one that has finished, or go on with it by POST /api/v1/climatologies/ID/resume/
refusal-timezone_assumed = a request does not say that its zone is assumed: leave out `timezone_assumed`; without `timezone` the centre's own zone is used
refusal-parked = { $count ->
    [one] one worker died on this job
   *[other] { $count } workers died on this job, one after the other
 }: a person must examine it
refusal-step_too_long = one step took longer than a worker may spend: ask for a smaller region or a shorter period; where that does not help, the source of the data hangs
refusal-memory_exhausted = a step needed more memory than a worker may use: ask for a smaller region or a shorter period, or have the operator raise HVRMET_WORKER_MEMORY_LIMIT_MIB
refusal-storage_full = there is no room for the run's files: once the operator has made room, ask again
refusal-input_output_failed = a file of the platform failed ({ $reason }): once the operator has seen to it, retry
refusal-worker_fault = a fault of the platform ({ $kind }); the worker's log has the details under the job's id

# Evidence, reports and reviews.
refusal-download_expired = this address has expired: list the artifacts again
refusal-download_invalid = this download address is not valid
refusal-artifact_name = '{ $name }' is no relative path below the run's directory
refusal-artifact_damaged = artifact { $digest } was changed in the store: restore it from a backup
refusal-artifact_missing = artifact { $digest } is not in the store
refusal-report_withdrawn = this report was withdrawn: { $reason }
refusal-version_not_opened = you have not opened version { $number } of this report: read it at { $address } before you { $act }
refusal-no_former_version = there is no version before the first one: name another with ?against=
refusal-picture_missing = the page of version { $number } cannot be shown: { $reason }; an operator must restore the file from a backup, and the version can be read as md or json
refusal-version_transition = a version that is { $status } cannot become { $wanted }: { $follow } can follow
refusal-nothing_follows = nothing
refusal-version_closed = this version is { $status }: look for a later one
refusal-unknown_part = this version has no { $kind } '{ $name }'
refusal-unknown_part_near = this version has no { $kind } '{ $name }'; nearest: { $near }
refusal-part_claim = claim
refusal-part_figure = figure
refusal-part_sentence = sentence
refusal-part_explanation = explanation
refusal-part_evidence = evidence

# The library and the catalogue.
refusal-catalog_missing = this installation holds no catalogue: run `make catalog`
    .api = this installation holds no catalogue: ask the operator to make one
refusal-catalog_unknown = the catalogue holds nothing called '{ $name }': GET /api/v1/catalog/ lists them
refusal-catalog_unknown_near = the catalogue holds nothing called '{ $name }': did you mean { $near }?
refusal-no_guideline_release = no release of the Guideline Library is loaded: run `manage.py load_library`
    .api = no release of the Guideline Library is loaded: ask the operator to load one
refusal-release_not_opened = you have not opened this release: read its entries at { $address } before you adopt it
refusal-already_adopted = this release was adopted before
refusal-curators_only = these pages are for curators of your centre: ask its administrator for the role
refusal-quota_effects = your centre has { $limit } effects running: wait until one of them has ended
refusal-quota_papers = your centre has { $limit } papers waiting: wait until one of them was read
refusal-other_entry = the address names { $name }, the document another entry
refusal-comment_resolved = the comment was resolved before
refusal-invalid_library = nothing was taken in. { $count ->
    [one] one mistake
   *[other] { $count } mistakes
 }: { $problems }
refusal-overlay_conflicts = the release and the overlay do not agree: { $problems }
refusal-overlay_empty = the overlay does nothing: set a change first
refusal-wrong_cases = the proposal makes cases wrong that were right: { $cases }. Say why it may be released all the same
refusal-reviews_missing = { $wanted } curators who wrote no part of it must approve the proposal as it is; { $found } did
refusal-review_reason = say what is to be changed, or why the proposal is rejected
refusal-proposal_outdated = another release was made since the proposal was submitted: withdraw it, and propose its drafts on that release
refusal-proposal_closed = this cannot be done with a proposal that is { $status }
refusal-proposal_empty = the proposal has no entries: choose drafts for it first
refusal-no_open_draft = no open draft that is free for a proposal: { $name }
refusal-no_draft = the entry has no open draft
refusal-invalid_entry = the entry { $name } cannot be executed: { $problems }
refusal-entry_proposed = the entry is part of a proposal that is under review: wait for its decision, or let its author take it back
refusal-entry_changed = { $author } has saved revision { $number } since you opened the entry: nothing of yours is stored. Compare both and save again on the newest revision
refusal-entry_exists = the library has an entry '{ $name }' already: change that one, or choose another name
refusal-workspace_exists = your centre has a workspace of the library already: take another release in by a proposal
refusal-no_workspace = your centre has no workspace of the library yet: a curator opens one with `POST /api/v1/library/workspace/`

# Webhooks.
refusal-webhook_name_taken = there is a webhook '{ $name }' already
refusal-too_many_webhooks = a tenant has at most { $most } webhooks: end one first
refusal-region_name_taken = there is a region '{ $name }' already
refusal-too_many_regions = a centre has at most { $most } regions: remove one first
refusal-delivery_pending = this message is on its way already
refusal-webhook_ended = this webhook has ended: register a new one
refusal-webhook_paused = this webhook is paused: resume it first
refusal-webhook_inside = { $host } is, or also is, at an address that webhooks may not go to: private, loopback, link-local and metadata addresses are refused
refusal-webhook_http = use https: messages would be readable on their way
refusal-webhook_no_address = this is not an address: write https://host/path
refusal-webhook_no_ascii = this is no address: write https://host/path, in ASCII
refusal-webhook_userinfo = leave user name, password and fragment out of the address
refusal-webhook_port = the port is not a number from 1 to 65535
refusal-webhook_no_host = there is no host { $host }

# Why a socket is closed: at most 123 bytes.
refusal-socket_address = the address holds a NUL or half a surrogate pair
refusal-socket_cookie = a cookie holds a NUL
refusal-socket_not_signed_in = not signed in
refusal-socket_not_allowed = not allowed
refusal-socket_rights_ended = your right to see this has ended
refusal-socket_too_slow = too slow: resume with after={ $position }
refusal-socket_try_again = try again with after={ $position }
refusal-socket_after_number = after is the number of an event
refusal-socket_after_time = after is a time with its zone, from { $first } to { $last }
refusal-socket_no_job = there is no such { $kind } here
refusal-socket_no_diagnosis = diagnosis
refusal-socket_no_computation = computation
refusal-socket_no_workflow = workflow
refusal-socket_no_climatology = climatology
refusal-socket_no_question = question
refusal-socket_nowhere = there is no socket at this address
refusal-socket_full_process = this process has { $limit } sockets open already
refusal-socket_full_tenant = this tenant has { $limit } sockets open already
refusal-socket_full_actor = this actor has { $limit } sockets open already

### section: bench
bench-process_failed = the fresh process failed: { $output }
bench-diagnosis_failed = the diagnosis of { $name } failed: { $output }
bench-unknown_track = there is no track { $track }: choose from { $tracks }
bench-unknown_track_near = there is no track { $track }: choose from { $tracks }; did you mean { $near }?
bench-comparison_missing = the track { $track } compares with { $package }, which is not installed; `make setup` in a checkout installs it
bench-measuring = measuring { $track }
bench-ratio_and_goal = { $ratio } (goal { $goal })
bench-budget = budget { $seconds } s
bench-missed = missed
bench-no_cases_to_choose = the cases of the track { $track } cannot be chosen: { $tracks } takes --cases
bench-unknown_case = there is no case { $name }: choose from { $names }

### section: score

score-of_factor = { $factor }: { $reason }
score-no_factor = no factor was proposed
score-proposed = { $factors ->
    [one] one factor
   *[other] { $factors } factors
 }, { $bad } of them not applicable, { $categories ->
    [one] one category
   *[other] { $categories } categories
 }
score-unknown = not in the library
score-twice = proposed twice
score-no_reference = no reference values were given: an index is scored against an independent implementation of the same definition, by --reference
score-no_index_of_reference = none of the indices tested has a reference value
score-no_value = no value
score-agreement = { $value } against { $reference }, error { $error }
score-other_unit = { $value } against { $reference }, error { $error }; the ratio is that of another unit
score-no_chart_called_for = no confirmed factor calls for a chart
score-charts = { $called ->
    [one] one chart
   *[other] { $called } charts
 } called for, { $sound } without fault
score-not_drawn = no chart was drawn
score-picture_differs = the picture is missing or is not the one that was recorded
score-blank = the picture is blank
score-not_shown = the report does not show it
score-chart_rule = the image checker's rule { $rule } is not kept
score-other_time = it shows { $shown }, the verdict rests on { $decisive }
score-no_time = no time
score-period = { $start } to { $end }
score-other_region = it is of another region
score-nothing_retrieved = nothing was retrieved
score-read = { $got } of { $needed ->
    [one] one field or level
   *[other] { $needed } fields and levels
 } needed were read, { $more } % of what was read was not needed
score-covered = times covered { $times } %, box covered { $box } %
score-not_read = not read: { $names }
score-found = { $text }
score-no_event = no type of event was found or could be tested, so no factor was called for
score-no_criterion_field = the data do not hold the field that the criterion of { $event } needs
score-no_category = the data allow no { $categories } factor of { $event } to be tested, so a hypothesis over all three categories was not to be had
score-event_not_found = { $event } was not found, so there was nothing to explain
score-no_chain = the run ended with the event { $event } and the cause { $cause }: there is no causal chain to be described
score-parts = { $share } % of the required parts
score-without_parts = without { $parts }
score-part_event = event and criterion
score-part_data = data and period
score-part_factors = factors with values
score-part_figures = figures
score-part_mechanism = mechanism
score-part_uncertainties = uncertainties
score-part_negative = negative results
score-part_conclusion = conclusion
score-unsupported = { $count } of { $all ->
    [one] one statement
   *[other] { $all } statements
 } unsupported or contradicted
score-chain = causal chain { $share } % connected
score-negative_said = refuted factors and rounds are reported
score-negative_missing = refuted factors are not reported
score-confirmed = { $count ->
    [one] one confirmed factor that counts
   *[other] { $count } confirmed factors that count
 }
score-style = language and style are not judged: this is the deterministic proposal
score-unknown_units = unknown units: { $units }
score-not_those_confirmed = the factors reported as counting are not those with that verdict

### section: inapplicable

inapplicable-event = not an entry for { $event }
inapplicable-season = out of season: month { $month }
inapplicable-latitude = centre latitude { $latitude } outside { $low } to { $high } degrees
inapplicable-area = the region's centre lies outside the entry's area
inapplicable-subtype = for { $wanted }, not { $named }

### section: feasibility

feasibility-no_grid = the data have no grid
feasibility-region_outside = the region lies outside the data, which cover { $extent }
feasibility-cure_region = choose a region that meets { $extent }
feasibility-undated = the data have no times
feasibility-period_outside = no time of the data lies in the period; they go from { $first } to { $last }
feasibility-cure_period = choose a period within them
feasibility-field = { $field } is not in the data
feasibility-cure_field = add a file with { $field } to --data
    .api = choose a source with { $field }, or ask the operator to add it to this one
feasibility-levels = { $field } is not there at { $levels } hPa
feasibility-cure_levels = add a file with { $field } at { $levels } hPa to --data
    .api = choose a source with { $field } at { $levels } hPa, or ask the operator to add them
feasibility-climatology = needs a climatology of daily values at each grid point
feasibility-cure_climatology = build one with `hvrmet climatology build` and pass it with --climatology
    .api = build one, or choose one for the source
feasibility-no_criterion = the preset { $preset } has no criterion for this type
feasibility-cure_preset = choose another preset

### section: arrival

arrival-not_read = { $fields } could not be read: { $reason }
arrival-time_gap = { $missing } of { $expected } times are missing, the first at { $first }
arrival-fewer_times = not given at every time of the period: { $fields }
arrival-levels_absent = { $fields } came without { $levels } hPa
arrival-missing_values = no value at { $share } % of the points of { $fields }: below the ground, outside a projected grid, or absent
arrival-empty_field = { $fields } holds no value in the box

### section: reader

reader-westward = The longitudes in { $path } run from east to west: degrees west may be written without a sign, or with the wrong one.
reader-snow_depth_not_water = { $name } has the unit m without saying whether it is snow or its water, so it is not used. Give it the unit "m of water equivalent" or kg m-2 if it is water.
reader-unknown_accumulation = { $name } is an accumulation over an interval that the file does not state, so it is not used. Give the variable an attribute interval_hours, e.g. 6 for the six hours before each time.
reader-names_contradict = { $name } has the standard name { $standard }: it is taken as { $taken }, by its name.
reader-interval_from_step = { $name } is a sum over time whose interval the file does not state: it is taken as the { $hours } h between its times.
reader-projection_from_coordinates = The file names no projection: { $kind } fits its two-dimensional latitudes and longitudes and is used. Name the grid mapping where winds follow the grid.
reader-unknown_rate = { $name } is a rate of precipitation, and the file does not state over which interval it is a mean, so it is not used. Give the time axis bounds, or the variable an attribute interval_hours.
reader-amount_from_rate = { $name } is a mean rate: amounts are the rate times the length of its interval.
reader-mean_over_time = { $name } is a mean over time: it is taken as a value at its time, and extremes within the interval are missed.
reader-unrecognised_dimension = { $name } is not used: its dimension { $dim } ({ $size }) is not known.
reader-interpolated_from_model_levels = { $names }: interpolated from { $levels ->
    [one] one model level
   *[other] { $levels } model levels
 } to pressure, linearly in its logarithm; nothing is extrapolated below the lowest level or above the highest
reader-grib_accumulation = { $name } at step { $step } h is an accumulation whose interval the file does not state, so it is not used. Encode its step range.
reader-uneven_intervals = { $field } is there over intervals of different length: those of { $hours } h are used.
reader-alternative_ignored = { $other } also holds { $field }: { $taken } is taken.
reader-overlapping_accumulations = { $field } is there over windows that overlap and cannot be taken apart: give increments, or totals since one start.
reader-uneven_increments = { $field } has increments of different length: only those of { $hours } h are used, { $dropped } are left out.
reader-accumulation_differenced = { $field } is accumulated in the source: increments of { $hours } h are differences of running totals.
reader-several_runs = { $field } is there from several forecast runs for the same valid time: the shortest lead is taken. To follow one run, name it.
reader-no_increments = { $field } is there only at the start of its accumulation, where it is zero.
reader-duplicate_fields = { $field } is there more than once for the same time: the first is taken.
reader-mixing_ratio_named_specific = { $name } is named as specific humidity and described as a mixing ratio: it is taken as a mixing ratio.
reader-height_not_used = { $name } at { $heights } m above ground is not used: winds are wanted at 10 m, temperature and humidity at 2 m.
reader-level_assumed = { $name } in { $file } has no vertical coordinate: it is taken as { $surface } ({ $field }). If it is not, give it a level coordinate in hPa.
reader-native_model_levels = { $name } is on model levels, not on pressure levels, and is not used. Interpolate it first (cdo ml2pl,100000,85000,50000).
reader-geometric_vertical_velocity = { $name } is in { $unit }: it is the geometric vertical velocity, not omega (Pa s-1), and is not used.
reader-level_from_file_name = { $name } in { $file } has no level: { $level } hPa is taken from the file's name.
reader-levels_without_pressure = { $name } is on model levels whose pressure is not in the file (the surface pressure with the coefficients, or pressure itself): it is not used
reader-valid_range_ignored = { $name } declares the valid range { $low } to { $high } { $unit }, which would hide ordinary values of { $field }: it is ignored.
reader-wind_orientation_assumed = The file does not say whether { $eastward } and { $northward } follow the grid or the compass: they are taken as eastward and northward.
reader-wind_pair_missing = { $name } follows the axes of the grid and { $other } is not there, so it cannot be turned to the compass.
reader-other_date = The name of { $path } says { $day }, and its times are from { $first } to { $last }.
reader-after_writing = The data reach to { $last }, and the file was written on { $written }: no forecast goes so far ahead.
reader-mixed_leads = The times come from { $runs } runs at leads from { $least } to { $most } h: analyses and forecasts stand in one series. To follow one run, name it.
reader-not_in_order = The times in { $path } do not ascend: they are brought into order. Files may have been joined in the wrong order.
reader-time_unit_assumed = The axis { $dim } has no unit: its numbers are taken as hours since { $origin }Z.
reader-interval_from_values = { $name } does not say over which interval it is accumulated; its amounts never fall { $since }, so it is taken to be accumulated { $since }
reader-wrf_accumulation = { $names } are not used: { $why }
reader-omega_from_w = W is in m s-1: omega is taken as -rho g w, hydrostatic
reader-wrf_without_pressure = { $name } is on model levels, and P and PB, which say their pressure, are not in the file: it is not used. Keep both when the output of WRF is cut down
reader-since_run = since the start of the run
reader-in_buckets = in buckets of { $hours } h
reader-rain_incomplete = the rest of the rain, RAINC or RAINNC, is not in the file
reader-buckets_uncounted = buckets were emptied, and their counters are not in the file
reader-reduced_grid = The grid is a reduced Gaussian one: each row is interpolated linearly in longitude to as many points as the longest has
reader-moving_grid = The grid moves from time to time: each time is read by itself, and changes or sums between times cannot be taken. Interpolate the data to one fixed grid for that (e.g. cdo remapbil).
reader-incomplete_times = { $name } is there at { $count } of { $all ->
    [one] one time
   *[other] { $all } times
 }; at the others it is missing.
reader-fields_left_out = { $count ->
    [one] One field of the data is
   *[other] { $count } fields of the data are
 } not used: { $names }
reader-fields_left_out_more = { $count } fields of the data are not used: { $names } and { $more } more
reader-resampled = { $names }: interpolated bilinearly from a grid of { $spacing } degrees to that of the other fields ({ $other } degrees)
reader-two_grids = { $names }: on two grids; taken as on that of the fields at the surface, not from the one of { $spacing } degrees
reader-origin_unknown = It is not said whether these are analyses.
reader-uneven_times = The { $count } times are not evenly spaced: changes are taken between times that are there, never by position.
reader-missing_steps = { $name } is missing altogether at { $count ->
    [one] one time
   *[other] { $count } times
 }: { $times }.
reader-interpolated_levels = { $names } at { $level } hPa: interpolated between { $above } and { $below } hPa

### section: lack
lack-window_inside = no window of { $hours } h lies inside { $start } to { $end }; { $start } to { $enough } would do, or a single time, at which the window ends
lack-blocking_latitudes = blocking needs heights on circles of latitude from 36 to 84 degrees
lack-no_low_to_follow = no low of the region can be followed through the period
lack-steps_too_long = the data have steps of { $step } h; a low is followed in steps of at most { $longest } h
lack-earlier_sample = no time has a sample exactly { $hours } h earlier in the data
lack-no_whole_day = no day has three quarters of its samples in the data
lack-no_two_days = no day and its day before both have three quarters of their samples
lack-days_of_rain = no time has { $days ->
    [one] one day
   *[other] { $days } days
 } of precipitation before it in the data, without a gap
lack-wet_amounts = the climatology { $climatology } has too few wet { $days }-day amounts at this time of year
lack-days_before = no day asked for has the { $days } days before it in the data, each with three quarters of its samples, at the time of year that the climatology covers
lack-synoptic_level = the synoptic variant needs the temperature at { $level } hPa, which the data do not hold
lack-convective_t2m = the convective variant needs t2m, which the data do not hold
lack-heat_index_range = the heat index is not applicable: no cell of the region is as warm as 20 degC
lack-humidex_range = the humidex is not applicable: no cell of the region is as warm as 20 degC
lack-wind_chill_range = wind chill is not applicable: no cell of the region is as cold as 10 degC
lack-hours_of_rain = no time has { $hours } h of precipitation before it without a gap in the data
lack-snowfall_fields = snowfall_24h needs sf, or tp and t2m, which the data do not hold
lack-snow_fraction_fields = snow_fraction needs sf or t2m, which the data do not hold
lack-half_of_cells = fewer than half of the region's cells have a value
lack-western_ridge = no cell east of 130E reaches { $height } gpm, or the high extends beyond the western edge of the data
lack-ridge_line = no longitude has a ridge line inside 5860 gpm
lack-shear_test = low_level_jet needs u and v at 600 hPa for its shear_test
lack-full_wind = qvector_convergence needs u and v at { $level } hPa for wind=full
lack-dcape_level = dcape needs a level between 700 and 500 hPa
lack-thunderstorm_high = a thunderstorm high is 50 to 300 km wide, which a grid of { $spacing } degrees does not resolve
lack-latitude_circles = { $name } follows circles of latitude, which a projected grid does not have
lack-build_climatology = build one with `hvrmet climatology build --field { $field }` and give --climatology FILE
    .api = ask the operator to build one of { $field } and name it for the source
lack-not_in_climatology = the climatology { $name } holds no gridded { $label }: { $cure }
lack-climatology_hours = the climatology { $name } holds the hours { $hours } UTC, none within one hour
lack-climatology_short = the climatology { $name } is too short: at most { $most ->
    [one] one value
   *[other] { $most } values
 } of { $label } within its window of days; at least { $least } are needed
lack-climatology_region = the climatology does not cover the region
lack-out_of_range = { $value } is outside { $limits }, what { $name } can reach: check units and fill values of the data
lack-on_the_edge = it lies on the edge of the data, where differences are one-sided
lack-input_everywhere = an input is missing at every time
lack-few_cells = at most { $share } % of the region's cells have a value; half of them are needed
lack-not_defined = the index is not defined here
lack-extremum_on_edge = the extremum lies on the edge of the data: the centre may be beyond it
lack-no_cell_fulfils = no cell of the region fulfils the index's own condition
lack-no_answer = { $name }: { $status }
lack-lacks = lacks { $names }
lack-no_field = they hold no { $name }
lack-no_field_for_it = they hold no field for it
lack-no_level = they hold { $name } at no level
lack-other_levels = they hold { $name } at { $levels }
lack-field_parameter = { $name } needs a field: give it as the parameter `field`

### section: opinion
opinion-no_field_value = { $name } has no value at the point
opinion-projected = MetPy is asked for derivatives on latitude-longitude grids only
opinion-edge = the point lies at the edge of the data
opinion-no_function = MetPy has no function for this quantity at a point
opinion-no_index_value = the index has no value
opinion-no_time = the answer has no time
opinion-one_number = the index is one number by its definition, not a value at a point
opinion-no_value_in_region = the index has no value in the region
opinion-no_value_at_point = the index has no value at the point
opinion-failed = MetPy cannot compute it here: { $reason }
opinion-gives_none = MetPy gives no value at the point
opinion-virtual_temperature = MetPy always uses the virtual temperature
opinion-surface_parcel = MetPy's lifted index is asked for the surface parcel only
opinion-no_motion = the answer does not name the motion of the storm

### section: detect
detect-troughs = { $count ->
    [one] one trough axis
   *[other] { $count } trough axes
 } over or upstream of the region
detect-ridges = { $count ->
    [one] one ridge axis
   *[other] { $count } ridge axes
 } near the region
detect-bands = { $count ->
    [one] one band
   *[other] { $count } bands
 } >= { $limit } at the region
detect-frontogenesis = { $count ->
    [one] one band
   *[other] { $count } bands
 } of frontogenesis >= { $limit }
detect-convergence_lines = { $count ->
    [one] one convergence line
   *[other] { $count } convergence lines
 } <= { $limit }
detect-overlaps = { $count ->
    [one] one overlap
   *[other] { $count } overlaps
 } of convergence and divergence
detect-closed_low = { $count ->
    [one] one closed low
   *[other] { $count } closed lows
 } within { $margin } degrees of the region
detect-closed_high = { $count ->
    [one] one closed high
   *[other] { $count } closed highs
 } within { $margin } degrees of the region
detect-shallow_low = { $count ->
    [one] one closed low
   *[other] { $count } closed lows
 } within { $margin } degrees of the region; the deepest is { $depth } { $unit } deep, { $asked } are asked for
detect-shallow_high = { $count ->
    [one] one closed high
   *[other] { $count } closed highs
 } within { $margin } degrees of the region; the strongest rises { $depth } { $unit } above its outermost closed contour, { $asked } are asked for
detect-closed_lows_at = { $count ->
    [one] one closed low
   *[other] { $count } closed lows
 } at { $level } hPa near the region
detect-no_polar_minimum = no height minimum poleward of 50 degrees in the data
detect-displaced = displaced
detect-split = split
detect-lobe = lobe near the region
detect-vortex = { $signs }
detect-vortex_whole = neither displaced nor split
detect-blocked = { $count ->
    [one] one blocked run
   *[other] { $count } blocked runs
 } in the sector
detect-under_contour = the region's centre is under the { $height }-gpm contour
detect-away_from_contour = the region's centre is { $distance } degrees from the { $height }-gpm contour
detect-zero_line = { $share } % at or below { $limit }; boundary { $distance } km away
detect-couplet = rise { $rise } hPa, fall { $fall } hPa, { $distance } km apart
detect-blocking_projected = blocking is tested on latitude-longitude grids only
detect-blocking_latitudes = blocking needs 36 to 84 degrees; the data hold { $south } to { $north }
detect-no_height = no height of { $height } gpm in the domain
detect-no_zero_line = { $share } % is cold, but no boundary is in the domain
detect-no_pressure_change = the pressure change is missing around the region
detect-no_front = { $count ->
    [one] one front
   *[other] { $count } fronts
 } near the region, none of the kind looked for
detect-fronts = { $count ->
    [one] one front
   *[other] { $count } fronts
 } near the region: { $kinds }
detect-shear_lines = { $count ->
    [one] one shear line
   *[other] { $count } shear lines
 } at the region
detect-vortices = { $count ->
    [one] one vorticity centre
   *[other] { $count } vorticity centres
 } near the region
detect-jets = { $count ->
    [one] one jet core
   *[other] { $count } jet cores
 } near the region
detect-jets_around = { $count ->
    [one] one jet core
   *[other] { $count } jet cores
 } near the region; the region is in the { $quadrants }
detect-low_level_jets = { $count ->
    [one] one low-level jet
   *[other] { $count } low-level jets
 } at the region
detect-northerly = meridional wind { $low } m s⁻¹ at 850 hPa, { $high } at 500 hPa upstream
detect-moist_objects = { $count ->
    [one] one moist object
   *[other] { $count } moist objects
 } >= { $limit } at the region
detect-corridors = { $count ->
    [one] one vapour corridor
   *[other] { $count } vapour corridors
 } over the region
detect-dry_objects = { $count ->
    [one] one dry object
   *[other] { $count } dry objects
 } reach the region
detect-no_section = the fields are missing where the plane passes the event point
detect-cold_dome = the { $theta }-K surface rises by { $rise } hPa, { $steepest } in { $flank } km
detect-ascent_levels = { $count } of { $needed } levels rise at least { $limit } Pa s⁻¹
detect-upright = unstable or upright over { $width } km
detect-abrupt_change = { $count } of 3 signs together ({ $signs }); coldest 24-h change { $change } K
detect-consecutive_days = { $count ->
    [one] one consecutive day
   *[other] { $count } consecutive days
 } { $limit } of { $all }
detect-unstable_profile = MUCAPE { $cape } J kg⁻¹, lifted index { $lifted } K, moist depth { $depth } hPa
detect-inversion = temperature rises by { $rise } K within { $depth } hPa of the ground
detect-dry_heat = humidity { $humidity } %, T850 { $temperature } °C, stability { $stability } s⁻¹
detect-objects = { $count ->
    [one] one object
   *[other] { $count } objects
 } { $limit } at the region, { $share } % of its area
detect-marked = { $message } ({ $note })
detect-centres = { $count ->
    [one] one centre
   *[other] { $count } centres
 } { $limit } near the region
detect-mean_descent = mean { $mean } Pa s⁻¹ over the region; { $objects }
detect-warm_dome = { $share } % of the region is at least { $limit } °C at 850 hPa
detect-streamers = { $streamers ->
    [one] one streamer
   *[other] { $streamers } streamers
 } and { $cutoffs ->
    [one] one cut-off
   *[other] { $cutoffs } cut-offs
 } of at least { $limit } PVU on { $theta } K over the region or { $upstream } degrees upstream

### section: plan
plan-line = step { $step }, { $field }: { $problem }
plan-none = none
plan-used_twice = used by two steps
plan-no_earlier_step = no earlier step is called { $name }; write a step after what it needs
plan-no_output = { $step } has no output { $output }; it has: { $there }
plan-test_of_other_kind = the test { $test } looks at a { $wanted }; { $name } is a { $kind }
plan-no_parameter = { $tool } has no parameter { $name }
plan-no_list = { $step } gives no list { $output }; it gives: { $there }
plan-item_is_step = its item { $name } is a step too
plan-give_time = give a time, or a wire to 'time'
plan-computes_other = { $step } does not compute { $tool }
plan-not_offered = { $name } is not offered; choose from { $choices }
plan-unknown_parameter = unknown; there is: { $there }
plan-not_one_of = { $value } is not one of { $choices }
plan-no_number = { $value } is not a number
plan-below_minimum = { $value } is below the minimum { $limit }
plan-above_maximum = { $value } is above the maximum { $limit }
plan-no_truth = { $value } is not true or false
plan-no_level = { $level } hPa is not in the data: { $levels }
plan-field_missing = { $tool } needs { $name }, not in the data
plan-region_outside = { $region } lies outside the data, which cover { $extent }
plan-time_outside = { $time } is outside { $first } to { $last }
plan-takes_none = a { $kind } step takes no { $name } from another step
plan-other_kind = { $argument } takes a { $wanted }, not a { $kind }
plan-margin = a { $wanted } becomes a { $argument } with a margin: give one

### section: compose
compose-at_layer = layer { $layer }: { $problem }
compose-barbs_only = { $chart } draws barbs of wind, without a level
compose-every_level = { $chart } shows every level: write { $name }, without { $level }
compose-cannot_show = { $chart } cannot show { $name }; it shows { $fields }
compose-no_index = { $chart } cannot show an index
compose-no_levels = { $name } has no levels: leave @{ $level } out
compose-no_such_level = { $level } is no level of { $name }: from { $low } to { $high }
compose-is_index = { $name } is an index: write { $written }
compose-write_instead = there is no field { $name }: write { $written }
compose-no_field_near = there is no field { $name }; did you mean { $near }?
compose-no_field = there is no field { $name }; `hvrmet catalog` lists the fields
    .api = there is no field { $name }; GET /api/v1/catalog/ lists the fields
compose-no_vectors = a longitude-time chart draws no vectors
compose-draw_arrows = barbs count wind speed; { $name } is in { $unit }: draw arrows
compose-line_levels = a line needs `levels`, the values at which it runs
compose-is_scalar = { $name } is a scalar: { $kind }s need a vector such as wind@850 or wind_10m
compose-repeats = it repeats layer { $layer }, { $what }
compose-second_shading = a second shading would hide layer { $layer }: draw it as contours
compose-second_vectors = a second field of vectors cannot be distinguished from layer { $layer }
compose-covers = layer { $layer }: { $kind } would cover what is drawn before it; the order is shading, contours and lines, then vectors
compose-detector_parameter = { $name } has no parameter { $unknown }; it has { $known }
compose-nearest = the nearest valid composition has { $layers }
compose-empty = no layer is left that could be drawn
compose-layers = a chart has a list `layers` of one to four
compose-no_mapping = layer { $layer } is not a mapping
compose-too_many_layers = { $count } layers are too many to read: at most { $most }
compose-no_key = there is no { $key }; it has { $known }
compose-no_key_near = there is no { $key }; did you mean { $near }?
compose-detector_form = a detector is a mapping: write { $written }
compose-layer_kind = layer { $layer } has the kind { $kind }; kinds are { $kinds }
compose-layer_no_kind = layer { $layer } has no kind; kinds are { $kinds }
compose-unit = its values are in { $given }, { $name } is drawn in { $unit }
compose-no_unit = no unit
compose-other_quantity = { $problem }, which is another quantity
compose-levels_or_interval = `levels` and `interval` exclude each other
compose-levels_empty = `levels` is empty: leave it out to have them chosen
compose-levels_ascend = `levels` must ascend, each once
compose-blank_empty = `blank` runs from { $low } up to { $high }, which is empty
compose-two_levels = a shading needs at least two `levels`
compose-many_classes = { $count } levels are too many classes to tell apart: at most { $most }
compose-many_contours = { $count } levels are too many contours to tell apart: at most { $most }
compose-levels_outside = levels from { $first } to { $last } lie outside what { $name } can be, { $low } to { $high }
compose-of_shadings = { $names } belong to shadings; a { $kind } has `color`
compose-no_colours = { $names } are no colours
compose-no_colour = { $name } is no colour
compose-no_colour_near = { $name } is no colour; did you mean { $near }?
compose-no_colour_hint = { $name } is no colour; write a name such as black, or #rrggbb
compose-rainbow = { $name } is a rainbow: it shows edges that are not there; take { $instead }
compose-no_colour_map = there is no colour map { $name }; take { $instead }, for example
compose-no_colour_map_near = there is no colour map { $name }; did you mean { $near }?
compose-alike = its lines look like those of layer { $layer }: give it another colour
compose-only_contours_smoothed = only contours are smoothed, a { $kind } shows the field itself
compose-never_smoothed = { $name } is never smoothed: its extremes would be lost
compose-extrema_on_maps = highs and lows are marked on the contours of a map

### section: help

help-heading_usage = usage: { "" }
help-heading_arguments = arguments
help-heading_options = options
help-heading_examples = examples:
help-help = show this help and exit
help-version = show the version and exit
help-about = Diagnose extreme weather from gridded data.
help-summary_catalog = list the tools, or show one
help-about_catalog = List the catalogue's indices, detectors and charts, or show the page of one.
help-summary_inspect = show what data contain, what can be computed, what is missing
help-about_inspect = Show what data contain: fields, levels, times, grid; what can be computed; what is missing.
help-summary_index = compute one index
help-about_index = Compute one index over a region and a time or period.
help-summary_figure = draw one chart and read it back
help-about_figure = Draw one chart, check it, and read it back: features and yes/no answers.
help-summary_features = detect features at one time
help-about_features = Detect features at one time: with one detector, or with all that the data allow.
help-summary_detect = classify the event: which types occurred
help-about_detect = Classify the event: test every type against a preset's criteria.
help-summary_ask = answer a question in words, or check a sentence of a bulletin
help-about_ask = Answer a question in words from the data, or check a bulletin's sentence against them.
help-summary_diagnose = run a whole diagnosis and write its report
help-about_diagnose = Run a whole diagnosis: classify, hypothesise, verify, replan, report.
help-summary_run = run a workflow file
help-about_run = Run a workflow file on data; no role decides anything.
help-summary_batch = answer many requests in one process
help-about_batch =
    Answer many requests in one process: one JSON line in, one out, in order.

    Each line is `{"{"}"id", "op": "index|features|figure", "name", "data": [paths], "time", "region", "level", "mode", "params", "spec", "out", "second_opinion"{"}"}`; what is `null` or left out is as on the command line. Each answer is that of the single command with the same `"id"`, or `{"{"}"id", "error"{"}"}`: an error concerns its own line only. Lines that name the same data share them, opened once.
help-summary_sample = write one of the generated cases
help-about_sample = Write one of the generated cases: one for each event type and a quiet one.
help-summary_score = score a finished run on the five rubrics
help-about_score = Score a finished run on the five rubrics: hypothesis, data, index, figure, report.
help-summary_library = read a paper into drafts for the Guideline Library
help-about_library = Draft entries for the Guideline Library from a paper. Curators decide on them.
help-library_read_paper = find the criteria that a paper states, and draft entries of them
help-paper_file = PDF with text
help-paper_out = folder for passages.json and drafts.yaml
help-paper_licence = licence of the paper; its words are kept under CC BY and CC0 alone
help-paper_reference = how reports print the paper; its title by default
help-paper_event = type of event of sentences that name none; may be repeated
help-summary_replay = rebuild a report from its events, or compute it again
help-about_replay = Rebuild the report of a run from its events; with --recompute run its workflow again.
help-summary_climatology = build a climatology file, or show one
help-about_climatology = Build a climatology of reduced indices or grid points from many years, or show a file.
help-summary_bench = measure speed and quality against common tools and labelled cases
help-about_bench = Measure speed and quality against common tools and labelled cases; ratios come from one run.
help-data = a file, directory or URL; repeat it for several files as one source
help-origin = reference time of data without a date
help-forecast_run = start of the forecast run, if the data have several
help-member = ensemble member, if the data have several
help-lang = language of the output; default: the language of the question or request, else en
help-region = a box in degrees, or a place name
help-climatology = a climatology of reduced indices or of grid points, or a store of WeatherBench2; repeatable, the first with a value is used
help-climatology_batch = a climatology of reduced indices or of grid points, or a store of WeatherBench2, for all lines; repeatable, the first with a value is used
help-climatology_detect = a climatology of reduced indices or of grid points, or a store of WeatherBench2; repeatable, the first with a value is used; the preset etccdi needs one of grid points
help-climatology_replay = a climatology of reduced indices or of grid points, or a store of WeatherBench2; repeatable, the first with a value is used; default: the run's own
help-boundaries = borders and coasts, GeoJSON
help-boundaries_replay = borders and coasts, GeoJSON; default: the run's own
help-json = one JSON document on standard output
help-question = in English or Chinese
help-claim = check a sentence instead of asking
help-form = a question or claim as a form, in place of words
help-ask_time = of a question that names no time: a time, or START/END
help-now = what 'yesterday' counts from
help-ask_timezone = of times that name none: a zone or +08:00
help-tasks = one JSON object a line; - for standard input
help-track = { $tracks }; default: all
help-cases = of the track { $tracks }: the cases in whose reports errors are planted
help-tool = one tool; all by default
help-climatology_build = build a climatology file
help-climatology_show = show what a climatology file contains
help-climatology_file = a climatology file or a store of WeatherBench2
help-verify = read a gridded one to the end and check its checksum
help-climatology_out = output file of the climatology
help-climatology_name = its name; default: from --out
help-climatology_index = a reduced index, the level in hPa or 2m, repeatable; default: all that the Guideline Library judges
help-climatology_field = a field, the map of an index, `daily_maximum_temperature`, `daily_minimum_temperature`, `daily_precipitation`, `excess_heat` or `spi:DAYS` at each grid point, repeatable; `standard` for all that indices and presets use
help-climatology_event = only what the library uses for this type of event
help-exclude_year = a year to exclude; repeatable
help-years_needed = years that the data must have; default: 20
help-stretch = times in memory at once; default: 120
help-workers = processes; default: one for each processor, at most 4
help-scheduler = a `dask.distributed` scheduler that does the work
help-quantiles = percentiles of --field, or none; default: those that the operators use
help-climatology_mode = mode of the indices; default: diagnose
help-climatology_timezone = of daily values of --field: a zone; default: UTC
help-memory = megabytes of memory for one block of --field; default: 256
help-start = start of the period, with a zone
help-end = end of the period, with a zone
help-preset = criteria of the events; default: cma
help-timezone = time zone of the days: a name or +08:00
help-request = what is asked, in words; region, period, event, preset and language come from it
help-event = declare the type of event
help-max_turns = maximum number of rounds of the loop; default: 50
help-pin = a factor or entry of the library to try before all others; repeatable
help-veto = a factor or entry of the library not to try; repeatable
help-without = leave out roles or knowledge, to measure what they are worth: { $parts }
help-jobs_diagnose = processes for the factors of a round; default: the idle processors
help-jobs_run = processes for independent steps; default: the processors
help-run_out = folder of the run
help-resume = continue the run in --out
help-detector = all by default
help-one_time = a time with a zone; required if the data have several times
help-level_hpa = pressure level in hPa
help-detector_param = a parameter of the detector; repeatable
help-chart = a chart of the catalogue
help-spec = a composed chart instead, YAML or JSON
help-times = several times: one small map for each
help-theme = colours of the chart; default: light
help-chart_out = output file: `.png`, `.svg` or `.webp`
help-index = an index of the catalogue
help-index_time = a time with a zone, or START/END
help-index_level = pressure level in hPa, or 2m
help-mode = definition to use: as asked in questions (qa) or in a diagnosis; default: qa
help-index_param = a parameter of the index, or `reduction=NAME`
help-second_opinion = compute it by MetPy as well, at the point that decides
help-checks = name the checks that could not run
help-finished_run = folder of a finished run
help-recompute = run the workflow again too
help-replay_data = the data; default: the run's own
help-workflow = the plan
help-results_out = folder of the results
help-check = validate against the data and run nothing
help-diagram = draw the plan, also with --check
help-cache = keep answers by content from one run to the next
help-only = this step and what it needs
help-again = recompute this step, and all that depends on it, without the cache
help-sample = `rainstorm`, `snowstorm`, `gale`, `heat_wave`, `cold_wave` or `quiet`
help-sample_out = output file, NetCDF
help-seasons = write what a climatology of grid points is built from too: seasons without the event, and the days before it
help-years = how many seasons; default: 20, as many as a climatology needs
help-reference = JSON of reference values from an independent implementation, `{"{"}"factor": value{"}"}`
help-model = a language model for the roles; repeat it for those to ask when the first fails
help-vision_model = a model that reads the charts as well
help-models = models, servers and limits as YAML
help-lattice = test each cell of so many degrees by itself
help-detections_out = write events, or the cells, as GeoJSON
help-features_out = write what was found as GeoJSON
help-map_kind = what is made of the quantity
help-map_quantity = such as `temperature@850` or `wind@250`
help-level_apart = pressure level in hPa, without @ in the name
help-projection = projection of a raster; default: `plate_carree`
help-raster_format = format of a raster; default: `png`
help-contour_levels = values of contour lines
help-contour_interval = contour lines at multiples of this value
help-arrows = about so many arrows; default: 400
help-series_quantity = such as `temperature_2m` or `height@500`
help-point = a point; repeatable
help-series_reduction = reduction over the area of a region; default: `mean`
help-profile_point = point of the sounding, or start of the section
help-profile_to = end of a section; a sounding without it
help-profile_quantity = quantity of a section, such as `wind` or `omega`; default: `temperature`
help-summary_mcp = serve tools to agents (Model Context Protocol)
help-about_mcp = Serve tools to agents over standard input and output, by the Model Context Protocol: `inspect`, `index`, `figure`, `features`, `detect`, `ask`, `diagnose`, `search` and `report`, on these data.
help-mcp_name = how tools name the data; the file's name by default
help-mcp_out = keep diagnoses here; without it they end with the server
help-summary_map = make a raster, contour lines or arrows of a quantity
help-about_map = Make a raster, contour lines or arrows of a quantity, for a map.
help-summary_series = follow a quantity through time
help-about_series = Follow a quantity through time, at points or over a region.
help-summary_profile = make a sounding or a cross section
help-about_profile = Make a sounding at a point, or a cross section between two.
help-extract_out = output file; without it none is written
help-climatology_map = a climatology of grid points, for anomalies; repeatable, the first with a value is used
help-climatology_series = a climatology of grid points, for the band of each day; repeatable, the first with a value is used
help-proposing_model = a language model that may propose how a sentence is read that the grammar refuses; repeat it for those to ask when the first fails

### section: proposal

# A language model's proposal for a sentence that the grammar did not understand.
proposal-words_absent = words that are not in the sentence: { $words }
proposal-two_readings = without the words that only frame it, the sentence can be read in two ways: { $words }
proposal-differs = the proposal is not what the words say in: { $words }
proposal-not_covered = without a part in the proposal, or without a word for it: { $words }
proposal-declined = the language model found no form for the sentence
proposal-accepted = A language model ({ $model }) proposed this reading, and it was checked against every word.
proposal-accepted_left_out = A language model ({ $model }) proposed this reading, and it was checked against every word; words that only frame the question: { $words }.
proposal-did_you_mean = Did you mean, as a language model suggests: { $reading }? That was not answered.
proposal-part_asked = what is asked

### section: search
search-event_rainstorm = rainstorm heavy rain
search-event_snowstorm = snowstorm heavy snow blizzard
search-event_gale = gale strong wind
search-event_heat_wave = heat wave hot
search-event_cold_wave = cold wave cold surge

### section: curation

# What curators of the Guideline Library read: problems of entries, and their pages.
curation-none = none
curation-problem_no_event = name at least one type of event
curation-problem_unknown = the catalogue has nothing called '{ $name }'
curation-problem_unknown_near = the catalogue has nothing called '{ $name }'; near are { $near }
curation-problem_category = the catalogue has this factor under { $right }
curation-problem_modality = an index is judged by a number, a chart by detectors
curation-problem_reduction = the index has no reduction '{ $name }'; it offers { $offered }
curation-problem_unit = { $given } is no unit of this quantity: write it in { $right } or a unit that converts to it
curation-problem_output = the index has no further output '{ $name }'; it offers { $offered }
curation-problem_no_threshold = give a threshold: of the climatology, an absolute one, or one for each band of latitude
curation-problem_percentile = a percentile lies between 0 and 100
curation-problem_range_needs_two = "in" takes two values, "at least" and "at most" take one
curation-problem_range_order = the lower end comes first
curation-problem_out_of_range = { $value } is outside of what the operator can give, { $low } to { $high }
curation-problem_number = write a number
curation-problem_boolean = write yes or no
curation-problem_choice = choose one of { $offered }
curation-overlay_no_yaml = { $field }: this is not YAML. Close its brackets and quotation marks
curation-problem_quantity = name a quantity, such as `name: temperature, level: 850`
curation-problem_no_detector = name at least one detector
curation-problem_own_alternative = an entry is no alternative to itself
curation-problem_cause = '{ $name }' is no explanation of a { $event }
curation-problem_both = '{ $name }' is supported and opposed at once
curation-problem_circle = { $names } lead to each other and to no other factor
curation-status_draft = still being put together
curation-status_submitted = under review
curation-status_released = released
curation-status_rejected = rejected
curation-status_withdrawn = withdrawn
curation-problem_not_adjustable = this action cannot set the field; it sets { $offered }
curation-problem_no_fields = this action sets no fields
curation-problem_document = an added entry comes with its whole document, another change without
curation-problem_name = the document has another name than the entry
curation-problem_nothing = name at least one field
curation-conflict_exists = the release has an entry { $name } by now
curation-conflict_removed = the release no longer has { $name }
curation-conflict_changed = { $name }, { $field }: the overlay was made on { $before }, the release has { $upstream } now, the overlay { $own }
curation-import_size = the file is larger than { $most } MB
curation-import_no_entries = a library is a mapping with `id`, `version`, `title` and a list of entries
curation-import_twice = the entry stands on line { $line } already
curation-import_anchor = anchors and aliases are not read: write the text out
curation-import_unreadable = this is not YAML ({ $error })
curation-import_line = line { $line }: { $problem }
curation-import_line_entry = line { $line }, { $name }: { $problem }
curation-of_term = { $term }
curation-expected_climatology = { $quantity } { $limit }
curation-sentence = { $name }: { $said }.
curation-bulk_nothing = choose at least one entry
curation-bulk_done = Done with { $count ->
    [one] one entry
   *[other] { $count } entries
 }.
curation-bulk_value = write a tag, or a weight from 1 to 5, into the field for the value
curation-import_no_file = choose a file
curation-paper_no_file = choose the file of a paper
curation-paper_licence = { $licence } is no licence that is offered: choose one of the list
curation-paper_event = { $event } is no type of event: choose among those offered
curation-ui_title = Guideline Library
curation-ui_skip = To the content
curation-ui_queue = Entries
curation-ui_proposals = Proposals
curation-ui_releases = Releases
curation-ui_coverage = Coverage
curation-ui_use = Use
curation-ui_overlay = Overlay
curation-ui_imports = Import and export
curation-ui_chinese = Chinese
curation-ui_english = English
curation-ui_dashboard = Dashboard
curation-ui_keys = Keys
curation-ui_key_rows = next, previous row
curation-ui_key_open = open the row
curation-ui_key_choose = choose the row
curation-ui_key_search = search
curation-ui_key_save = save the entry
curation-ui_key_next = next entry of the queue
curation-ui_key_go = go to entries, proposals, releases, coverage, use, overlay, papers, import
curation-ui_key_help = show this
curation-ui_close = Close
curation-ui_kept = What you wrote
curation-ui_send_again = Send again
curation-ui_refused = This was not done
curation-ui_begin = Begin to work on the library
curation-ui_begin_how = Your centre has no workspace yet. Choose the release to begin with: its entries become yours to change, by proposals that two curators approve. The shared library stays as it is.
curation-ui_begin_button = Open the workspace
curation-ui_release = Release
curation-ui_count = { $count ->
    [one] one entry
   *[other] { $count } entries
 }
curation-ui_new = New entry
curation-ui_search = Search
curation-ui_any = any
curation-ui_all = Show all
curation-ui_show = Show
curation-ui_need = Needs attention
curation-ui_status = Status
curation-ui_origin = Origin
curation-ui_order = Order
curation-ui_order_need = by need
curation-ui_order_name = by name
curation-ui_order_newest = newest first
curation-ui_modality_index = index
curation-ui_modality_figure = chart
curation-ui_need_conflict = conflict
curation-ui_need_draft = draft
curation-ui_need_low_hit_rate = low hit rate
curation-ui_need_comment = open comment
curation-ui_need_unverified = unverified citation
curation-ui_need_stale = stale
curation-ui_need_thin = thin cell
curation-ui_status_open = open draft
curation-ui_status_proposed = under review
curation-ui_status_released = released
curation-ui_status_dropped = given up
curation-ui_origin_imported = imported
curation-ui_origin_edited = edited
curation-ui_origin_literature = from literature
curation-ui_origin_correction = from a correction
curation-ui_origin_restored = restored
curation-ui_origin_verified = reference verified
curation-ui_origin_released = released
curation-ui_entry = Entry
curation-ui_entries = Entries
curation-ui_references = Verified references
curation-ui_hit_rate = Hit rate
curation-ui_base_rate = Base rate
curation-ui_false_alarms = False alarms
curation-ui_undetermined = Undetermined
curation-ui_steered = Orders
curation-ui_corrected = Corrections
curation-ui_accepted = In accepted reports
curation-ui_cases = Cases
curation-ui_case = Case
curation-ui_changed = Changed
curation-ui_choose_all = choose all
curation-ui_choose = Choose
curation-ui_none_found = Nothing fits the filter.
curation-ui_none = none
curation-ui_with_chosen = With the chosen:
curation-ui_reason = Reason
curation-ui_value = Value
curation-ui_bulk_propose = Propose
curation-ui_bulk_tag = Add tag
curation-ui_bulk_untag = Remove tag
curation-ui_bulk_weight = Set weight
curation-ui_bulk_comment = Comment
curation-ui_bulk_drop = Give draft up
curation-ui_bulk_remove = Draft removal
curation-ui_previous = Previous
curation-ui_more = More
curation-ui_preview = What a report will print
curation-ui_preview_none = There is no sentence yet: fill in the marked fields.
curation-ui_yes = yes
curation-ui_no = no
curation-ui_change_add = new
curation-ui_change_change = changed
curation-ui_change_remove = removal
curation-ui_revision = revision
curation-ui_history = History
curation-ui_uses = Who uses it
curation-ui_next_entry = Next in the queue
curation-ui_reason_change = Why is it changed?
curation-ui_save = Save
curation-ui_saved = Saved as a draft.
curation-ui_save_next = Save and next
curation-ui_retool = Show what the operator offers
curation-ui_sources = Sources
curation-ui_position_only = The licence does not allow a quotation: look at the place.
curation-ui_evidence = Drawn from
curation-ui_effect = Effect on cases
curation-ui_effect_none = Not tried yet: ask for the effect on the page of a proposal.
curation-ui_effect_running = The proposal is being tried: { $done } of { $cases } cases.
curation-ui_effect_failed = The effect could not be computed: ask for it again.
curation-ui_effect_old = The proposal was changed since: ask for its effect again.
curation-ui_effect_of = Tried on { $generated ->
    [one] one generated case
   *[other] { $generated } generated cases
 } and { $stored ->
    [one] one run
   *[other] { $stored } runs
 } of the centre, { $evidence } of them by their evidence; { $left } left out; { $seconds } s.
curation-ui_made_wrong = Right before, wrong now:
curation-ui_made_right = Wrong before, right now:
curation-ui_verdicts = Verdicts that change
curation-ui_conclusions = Conclusions that change
curation-ui_not_occurred = did not occur
curation-ui_before = Before
curation-ui_after = After
curation-ui_comments = Comments
curation-ui_comment = Comment
curation-ui_comment_on = On
curation-ui_comment_add = Add comment
curation-ui_whole_entry = the whole entry
curation-ui_resolve = Resolve
curation-ui_resolved = resolved by
curation-ui_more_acts = More
curation-ui_no_use = No diagnosis has used it yet.
curation-ui_field = Field
curation-ui_conflict = Somebody else saved this entry meanwhile
curation-ui_conflict_how = { $author } saved revision { $revision } while you worked. Nothing is lost: what you wrote is below and is not stored yet.
curation-ui_conflict_theirs = { $author } saved
curation-ui_conflict_yours = You wrote
curation-ui_conflict_both = Both of you changed { $count ->
    [one] one field
   *[other] { $count } fields
 }, marked at the left: choose whose value counts. All other changes are kept together.
curation-ui_conflict_apart = You changed different fields: both changes can be kept together.
curation-ui_conflict_edit = Go on editing with both
curation-ui_conflict_keep = Leave it as it was saved
curation-ui_first_state = The first state.
curation-ui_no_difference = No field differs.
curation-ui_restore = Go back to this
curation-ui_diagnoses = Diagnoses
curation-ui_shared_releases = Shared releases with it
curation-ui_alternative_of = Is an alternative of
curation-ui_action = What it does
curation-ui_action_add = added
curation-ui_action_adjust = Adjust
curation-ui_action_switch_off = Switch off
curation-ui_action_translate = Translate
curation-ui_by = Count by
curation-ui_by_entry = entry
curation-ui_by_event_type = event type
curation-ui_by_season = season
curation-ui_by_region = region
curation-ui_by_resolution = grid spacing
curation-ui_use_how = Hit rate: how often the anomaly was found where the event occurred; base rate: where it did not. Intervals hold 90 %. An entry whose intervals overlap tells nothing apart.
curation-ui_proposal_title = Title
curation-ui_author = Author
curation-ui_open_drafts = Open drafts
curation-ui_propose = Put into a proposal
curation-ui_changes = Changes
curation-ui_papers = Papers
curation-ui_papers_how = Rules look for criteria in the text of a paper and draft an entry for each that the catalogue can test. They miss most of what a paper states, and some drafts are wrong: read the passage before you propose a draft. The file is not kept.
curation-ui_paper = Paper
curation-ui_passages = Passages
curation-ui_drafts = Drafts
curation-ui_draft = Draft
curation-ui_quantity = Quantity
curation-ui_number = Number
curation-ui_pages = Pages
curation-ui_paper_give = Read a paper
curation-ui_paper_file = PDF, at most { $most } MB
curation-ui_paper_reference = How reports print it (its title by default)
curation-ui_paper_licence = Licence
curation-ui_paper_licence_own = as the paper says
curation-ui_paper_licence_other = another one, without quotations
curation-ui_paper_events = For sentences that name no event
curation-ui_paper_read = Read it
curation-ui_paper_running = The paper is being read; this takes up to a few minutes.
curation-ui_paper_again = Give another file
curation-ui_paper_pictures = without text: { $pages }
curation-ui_paper_quoted = words are quoted
curation-ui_paper_not_quoted = page, place and number are kept, no words
curation-ui_paper_done = { $added ->
    [0] No new draft
    [one] One new draft
   *[other] { $added } new drafts
}; { $unchanged ->
    [0] none was there before.
    [one] one was there before and stays as it is.
   *[other] { $unchanged } were there before and stay as they are.
}
curation-ui_paper_to_drafts = To the drafts from papers
curation-ui_work_waiting = waiting
curation-ui_work_running = being read
curation-ui_work_done = read
curation-ui_work_failed = not read
curation-ui_unchanged = { $count ->
    [one] One entry is
   *[other] { $count } entries are
 } as before.
curation-ui_diff_added = added
curation-ui_diff_removed = removed
curation-ui_diff_changed = changed
curation-ui_reviews = Reviews
curation-ui_approvals = { $found } of { $wanted ->
    [one] one approval
   *[other] { $wanted } approvals
 }.
curation-ui_of_earlier = of an earlier state
curation-ui_words = Words
curation-ui_submit = Submit for review
curation-ui_word_approve = Approve
curation-ui_word_request_changes = Ask for changes
curation-ui_word_reject = Reject
curation-ui_own_part = You wrote a part of it: others approve.
curation-ui_make_release = Make the release
curation-ui_released_as = Released as { $version }. Two people now adopt it.
curation-ui_ask_effect = Try its effect
curation-ui_explain = Give the reason for wrong cases
curation-ui_wrong_reason = Why cases may become wrong:
curation-ui_withdraw = Withdraw
curation-ui_kind = Kind
curation-ui_kind_shared = shared
curation-ui_kind_released = of the centre
curation-ui_kind_combined = with the overlay
curation-ui_digest = Digest
curation-ui_in_use = in use
curation-ui_adoptions = Decisions on what the centre works with
curation-ui_proposed_by = Proposed by
curation-ui_adopted_by = Adopted by
curation-ui_confirm_adoption = Adopt
curation-ui_waits_second = waits for a second person
curation-ui_propose_adoption = Propose to work with it
curation-ui_signature = Signature
curation-ui_genuine = signed by this installation
curation-ui_not_genuine = not signed by this installation
curation-ui_compare = Compare with
curation-ui_reviewed = Reviewed
curation-ui_export = Export
curation-ui_coverage_how = Entries of each event type, category and modality. Marked cells have fewer than { $thin }.
curation-ui_overlay_how = What your centre does otherwise than the release, without forking it. A change counts once it is combined and two people have adopted the combination.
curation-ui_overlay_on = Lies on
curation-ui_overlay_set = Set a change
curation-ui_overlay_yaml = Change only what is to differ; values are YAML.
curation-ui_unit_given = Unit of thresholds, if another one
curation-ui_conflicts = Conflicts
curation-ui_combine = Combine
curation-ui_end = Take back
curation-ui_import_done = Drafted: { $added } new, { $changed } changed; { $unchanged } are as they were.
curation-ui_import_file = A YAML file
curation-ui_import_button = Take in
curation-ui_file = File
curation-ui_upstream = A later shared release
curation-ui_upstream_button = Take in what it changed
curation-ui_take_theirs = Take the shared state of the chosen
curation-ui_section_what = What it is
curation-ui_section_expected_index = The expected anomaly, as a number
curation-ui_section_expected_figure = The expected anomaly, on a chart
curation-ui_section_where = Where and when, seen from the event's peak
curation-ui_section_when = When the entry applies
curation-ui_section_why = Why
curation-ui_section_links = Alternatives and explanations
curation-ui_section_references = References and passages
curation-ui_section_others = Others
curation-ui_group_where = place and time
curation-ui_group_conditions = conditions, in words
curation-ui_group_conditions_machine = conditions that are tested
curation-ui_group_clim = climatology
curation-ui_group_absolute = absolute
curation-ui_group_floor = floor
curation-ui_group_bands = band
curation-ui_group_also = second test
curation-ui_group_detectors = detector
curation-ui_group_references = reference
curation-ui_group_passages = passage
curation-ui_group_origin = origin
curation-ui_field_id = Name
curation-ui_field_event_types = Event types
curation-ui_field_modality = Verified by
curation-ui_field_factor = Operator or chart
curation-ui_field_category = Category
curation-ui_field_weight = Weight
curation-ui_field_confidence = Confidence
curation-ui_field_difficulty = Difficulty
curation-ui_field_finding = Physical finding
curation-ui_field_restates_criterion = Restates the event's criterion
curation-ui_field_direction = Direction, in words
curation-ui_field_tail = Side
curation-ui_field_reduction = Reduction
curation-ui_field_unit = Unit
curation-ui_field_level = Level
curation-ui_field_stat = Statistic
curation-ui_field_threshold = Threshold
curation-ui_field_op = Comparison
curation-ui_field_low = Value, or lower end
curation-ui_field_high = Upper end
curation-ui_field_abs_lat_range_from = Latitude from
curation-ui_field_abs_lat_range_to = Latitude to
curation-ui_field_lag_hours_from = First hour
curation-ui_field_lag_hours_to = Last hour
curation-ui_field_output = Further output
curation-ui_field_source = Source
curation-ui_field_effective_from = In force from
curation-ui_field_region = Region
curation-ui_field_season = Season
curation-ui_field_resolution_deg = Grid spacing
curation-ui_field_require = Detectors that must pass
curation-ui_field_detector = Detector
curation-ui_field_params = Parameters
curation-ui_field_place = Place
curation-ui_field_reach_km = Reach
curation-ui_field_advection_ms = Advection
curation-ui_field_months_nh = Months (of the Northern Hemisphere)
curation-ui_field_west = Centre not west of
curation-ui_field_south = Centre not south of
curation-ui_field_east = Centre not east of
curation-ui_field_north = Centre not north of
curation-ui_field_subtype = Subtypes
curation-ui_field_timing = Timing, English
curation-ui_field_timing_zh = Timing, Chinese
curation-ui_field_rationale = Rationale, English
curation-ui_field_rationale_zh = Rationale, Chinese
curation-ui_field_alternatives = Alternatives, with commas
curation-ui_field_supports = Speaks for
curation-ui_field_opposes = Speaks against
curation-ui_field_text = Text
curation-ui_field_doi = DOI
curation-ui_field_status = Status
curation-ui_field_page = Page
curation-ui_field_number = Number quoted
curation-ui_field_figure = Figure
curation-ui_field_licence = Licence
curation-ui_field_tags = Tags
curation-ui_field_note = Note
curation-ui_help_event_types = Types of event for which the anomaly is evidence.
curation-ui_help_modality = A number that an operator computes, or a feature on a chart.
curation-ui_help_factor = Only what the catalogue has. Another choice brings its own fields.
curation-ui_help_weight = 1 to 5. 5: hardly an event without it; 1: often there without an event.
curation-ui_help_confidence = How sure the literature is of the mechanism: above 0, at most 1.
curation-ui_help_difficulty = How hard it is for a forecaster to judge by eye.
curation-ui_help_finding = Entries that name the same finding show one thing, which counts once.
curation-ui_help_restates_criterion = Measures the criterion of the event itself again. It shows severity and explains nothing.
curation-ui_help_direction = One sentence: what is high, low or present.
curation-ui_help_tail = The side of the climatology on which the value is unusual.
curation-ui_help_reduction = How the field over the region becomes one number.
curation-ui_help_unit = Of the thresholds. A unit that converts to the operator's is taken.
curation-ui_help_level = Pressure level at which the operator works.
curation-ui_help_stat = Standardised anomaly or percentile of the climatology; empty for none.
curation-ui_help_threshold = Standard deviations for an anomaly, per cent for a percentile.
curation-ui_help_op = How the value is compared. Empty: there is no such test.
curation-ui_help_low = The threshold, or the lower end of a range.
curation-ui_help_high = Only for a range.
curation-ui_help_abs_lat_range_from = Without sign: it holds for both hemispheres.
curation-ui_help_abs_lat_range_to = Without sign: it holds for both hemispheres.
curation-ui_help_lag_hours_from = Hours from the peak of the event; negative before it.
curation-ui_help_lag_hours_to = Hours from the peak; not before the first hour.
curation-ui_help_output = A second number that the operator gives; its test must hold too.
curation-ui_help_source = Reference, standard or data set of the threshold.
curation-ui_help_effective_from = Since when the standard holds.
curation-ui_help_region = For which region it was found or holds.
curation-ui_help_season = For which season it was found or holds.
curation-ui_help_resolution_deg = Of the data on which the threshold was found.
curation-ui_help_require = Whether one detector is enough, or all must find something.
curation-ui_help_detector = What is looked for on the chart; those of this chart come first.
curation-ui_help_params = One a line: name, colon, value. The names that there are come next.
curation-ui_help_place = Where the anomaly must be, seen from the peak of the event.
curation-ui_help_reach_km = Greatest distance from the peak.
curation-ui_help_advection_ms = Where the feature comes with the flow: the reach grows by this speed for each hour before the peak.
curation-ui_help_months_nh = None chosen: all year. South of the equator half a year is added.
curation-ui_help_west = The entry applies where the centre of the region lies in this box.
curation-ui_help_south = The entry applies where the centre of the region lies in this box.
curation-ui_help_east = The entry applies where the centre of the region lies in this box.
curation-ui_help_north = The entry applies where the centre of the region lies in this box.
curation-ui_help_subtype = With commas. Empty: every subtype.
curation-ui_help_timing = When it appears relative to the event, for readers.
curation-ui_help_timing_zh = The same in Chinese.
curation-ui_help_rationale = At least 60 characters: the chain from the anomaly to the event. Reports print it.
curation-ui_help_rationale_zh = The same in Chinese. Reports in Chinese print it.
curation-ui_help_alternatives = Operators or charts that show the same where this one has no data.
curation-ui_help_supports = Explanations that become likelier where the anomaly is found.
curation-ui_help_opposes = Explanations that become less likely where the anomaly is found.
curation-ui_help_text = As a report prints it; a passage only where its licence allows it.
curation-ui_help_doi = Such as 10.1175/MWR-D-12-00308.1
curation-ui_help_status = Verified only after somebody has compared it with its source.
curation-ui_help_page = As printed.
curation-ui_help_number = The number that the source gives, with its unit.
curation-ui_help_figure = Figure or table that shows it.
curation-ui_help_licence = Under which the passage may be quoted, such as CC BY 4.0.
curation-ui_help_tags = With commas; the queue filters by them.
curation-ui_help_note = For curators; no report prints it.
curation-ui_range = Valid: { $low } to { $high } { $unit }
curation-ui_theme = Light or dark
curation-ui_conflict_take = take
curation-ui_conflict_merge = Save both
curation-ui_language_en = English
curation-ui_language_zh = 中文
