### Texts of the criteria of events that a centre sets for itself; they come with their page.

criteria-title = Criteria of events
criteria-lead = These numbers decide what counts as an event, its grade, its area and its days in our diagnoses, charts, reports and answered questions. What our centre sets here does not change other centres.
criteria-chosen = Each request chooses whose criteria apply. By default: { $name }.
criteria-whose = Criteria of
criteria-since = in force since { $date }
criteria-unknown = There are no criteria of this name
criteria-days-areas = Days and areas
criteria-grade = Grade { $number }
criteria-or = or: { $what }
criteria-range = { $unit ->
    [none] { $low } to { $high }
   *[other] { $low } to { $high } { $unit }
  }
criteria-from-S = from a standard, checked
criteria-from-K = agency practice, not checked
criteria-from-D = default of this software
criteria-from-C = set by the centre
criteria-units = May be given with another unit: { $units }.
criteria-no-number = Give a number, such as 60
criteria-days = days
