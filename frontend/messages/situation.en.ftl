### Texts of the situation, a centre's first page.

## The list

situation-failed = Failed or on hold
situation-mine = Waiting for you
situation-review = Waiting for review by others
situation-publication = Waiting for publication by others
situation-deadline = With a deadline
situation-none = All others, the most severe first
situation-news = { $count ->
    [one] One change: show it
   *[other] { $count } changes: show them
  }
situation-span = How far back
situation-lead = Diagnosed in the last
situation-days = { $days ->
    [1] 24 h
   *[other] { $days } days
  }
situation-progress = Round { $turn }, { $confirmed } confirmed
situation-due = due
situation-left-out = { $count ->
    [one] One more is not shown.
   *[other] { $count } more are not shown.
  }
situation-all = All diagnoses
situation-empty-title = Nothing in this time
situation-empty-text = No diagnosis has begun or ended in it, and none waits for anybody.
situation-empty-first = To begin, request one: New diagnosis, above.
situation-look-back = Look back 31 days

## The selected diagnosis

situation-selected = The selected diagnosis
situation-in-hours = { $measure } in { $hours } h
situation-peak = Peak
situation-when = When
situation-area = Area
situation-area-of = { $area } km² at its largest
situation-box-only = The map shows its box: a run of an older release kept no outline.
situation-others = Further
situation-not-listed = { $count ->
    [one] and one more
   *[other] and { $count } more
  }
situation-more = { $count } events
situation-hours-to = in the { $hours } h to
situation-largest = Largest
situation-cut = It reaches the edge of the region and may go on beyond.
situation-outline = The outline holds all that met the criterion at some time.
situation-run = How it came about
situation-go-to = To the place
situation-read = Read the report, version { $number }

## The map

situation-map = Map of the events; the list says the same in words
situation-no-map = The map cannot be drawn here. The list has everything that it would show.

## How the platform does

situation-wellbeing = How the platform does
situation-stalled = { $count ->
    [one] One job waits and no worker takes it, since
   *[other] { $count } jobs wait and no worker takes any, since
  }
situation-late = { $source } is late: newest file { $age }
situation-queue = { $waiting } waiting, { $running } running
situation-data = { $count ->
    [one] Newest file: { $newest }
   *[other] Newest files of { $count } sources: { $newest }
  }
situation-data-span = Newest files of { $count } sources: { $newest } to { $oldest }
situation-as-of = As of { $time } UTC
situation-away = You were away { $minutes } min: { $changes ->
    [0] nothing has changed
    [one] one change
   *[other] { $changes } changes
  }
situation-not-live = Changes do not come by themselves just now. As of { $time } UTC; asked again every 15 s.
