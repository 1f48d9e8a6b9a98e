### Texts of the criteria of events, shared and of a centre; they come with their pages.

criteria-title = Criteria of events
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
criteria-from-L = set by curators of the shared library
criteria-given = typed as { $given }
criteria-undo = Undo
criteria-of-library = Shared library
criteria-lead-library = These numbers decide what counts as an event, its grade, its area and its days, for every centre that adopts a release with them. Another number is proposed, approved by a second curator, and released like any other change.
criteria-in-centre = As our centre has them
criteria-propose = Propose a change
criteria-read = Back to reading
criteria-adjust = Adjust for our centre
criteria-no-unit = This is no unit of this number. { $units ->
    [none] Give the number alone
   *[other] Give it in { $units }
  }
criteria-source = Standard, publication or record
criteria-source-of = Where it is from: { $name }
criteria-source-give = Say where it is from
criteria-source-correct = Correct where it is from
criteria-source-is = from: { $source }
criteria-source-none = no source given
