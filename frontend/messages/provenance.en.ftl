### Texts of where a value of a report comes from; they come when one is chosen.

report-evidence-next = Next place
report-shown-value = The value in the text
report-from-evidence = From this evidence
report-from-step = From this step
report-from-entry = From the Guideline Library
report-step-classification = Test of the event types against their criteria
report-criteria = Criteria
report-criteria-adjusted = { $count ->
    [one] { $preset }, as adjusted by the centre (one number)
   *[other] { $preset }, as adjusted by the centre ({ $count } numbers)
  }
report-step-systems = Synoptic systems in and around the region
report-step-inventory = What the data hold
report-step-request = The request
report-step-conclusion = The conclusion
report-step-software = Software and releases
report-step-retrieval = Checks of the data
report-step-steering = Steering by a person
report-operator = Operator
report-operator-version = version { $version }
report-inputs = Inputs
report-parameters = Parameters
report-reduction = Reduction
report-place = Place
report-time = Time
report-recipe = How it is computed
report-recipe-limit = Limit
report-recipe-smoothing = Smoothing
report-recipe-gaussian = Gaussian, sigma { $km } km
report-recipe-between = Between
report-recipe-of = Made of
report-recipe-reach = and up to { $km } km around
report-recipe-event = the cells of { $event } alone
report-recipe-land = land alone
report-recipe-window = Interval
report-recipe-hours = each value over { $hours } h, named by its end
report-entry = Library entry
report-reference = Source
report-curation = State
report-opinion = Second opinion
report-opinion-agrees = { $library } agrees: { $value }, ours { $ours }
report-opinion-differs = { $library } differs: { $value }, ours { $ours }
report-without = Without the event
report-without-found = { $count ->
    [0] At none of { $all } quiet places or times
   *[other] At { $count } of { $all } quiet places or times
  }
report-without-untested = Not tested: too few quiet places and times
report-run = In the run
report-record = What stands beside it
report-run-event_classified = Event classified
report-run-systems_found = Systems found
report-run-data_retrieved = Data read
report-run-data_checked = Data checked
report-run-run_started = Run started
report-run-concluded = Conclusion
report-run-index_computed = Index computed
report-run-second_opinion_given = Second opinion
report-run-controls_tested = Tested without the event
report-run-figure_rendered = Chart drawn
report-run-figure_checked = Chart checked
report-run-factor_judged = Judged
report-run-steered = Steered
