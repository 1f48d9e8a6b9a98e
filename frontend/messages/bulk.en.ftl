### Texts of the dialog that changes many entries at once; they come with it.

bulk-title = Change all entries of the filter
bulk-lead = One thing is changed in all of them. You see first what would change. It becomes a draft that others review, field by field.
bulk-what = What
bulk-how = How
bulk-choose = Choose
bulk-whole = The entry itself: remove it
bulk-act-set = Set to a value
bulk-act-scale = Multiply
bulk-act-shift = Add an amount
bulk-act-add = Add
bulk-act-take_out = Take out
bulk-act-replace = Replace
bulk-act-remove = Remove
bulk-former = In the place of
bulk-value-set = New value
bulk-value-scale = Factor
bulk-value-shift = Amount, in the entries' unit
bulk-value-add = What is added
bulk-value-take_out = What is taken out
bulk-value-replace = What comes there
bulk-unit = Unit, if another
bulk-unit-hint = Empty: the unit of the entries
bulk-hint-months = As 4-9, 11
bulk-hint-latitudes = As 20 to 45
bulk-misread = The field does not take this.
bulk-draft = Draft
bulk-draft-new = A new one
bulk-draft-of = Draft with { $count ->
    [one] one item
   *[other] { $count } items
  }
bulk-show = Show what changes
bulk-keep = Put { $count ->
    [one] one change
   *[other] { $count } changes
  } into a draft
bulk-reason = Why (can be written later)
bulk-shown = What would change
bulk-counts = { $met ->
    [0] No entry meets the filter.
    [one] One entry meets the filter: { $changed } would change, { $same } is so already, { $left } left out.
   *[other] { $met } entries meet the filter: { $changed } would change, { $same } are so already, { $left } left out.
  }
bulk-changed = Changed
bulk-change = Before and after
bulk-gone = would be removed
bulk-left-out = Left out
bulk-why = Why
bulk-no-limit = It has no such limit.
