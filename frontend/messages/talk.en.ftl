### Texts of curators' remarks; they come with the pages that have threads.

talk = { $count ->
    [0] Discussion
   *[other] Discussion ({ $count })
  }
talk-on-field = { $count ->
    [0] Remarks on this field
   *[other] Remarks on this field ({ $count })
  }
talk-write = Write a remark
talk-write-on-field = Write a remark on this field
talk-text = Your remark
talk-readers = Curators of all centres read it, and nobody edits it afterwards. The software adds nothing from your centre’s diagnoses: write nothing that should stay in your centre.
talk-send = Send the remark
talk-take-back = Take back
talk-take-back-title = Take this remark back?
talk-take-back-text = What it said is no longer shown. That you wrote and took back a remark stays to be seen.
talk-taken-back = Taken back by { $person }
talk-refused-proposal_closed = The proposal has come to its end meanwhile: it takes no more remarks. Write on the page of the item instead.
talk-refused-too_many_remarks = You have written very many remarks within a day. Write on tomorrow, or say more in one.
