### 指南库管理员讨论所用的文字，随有讨论的页面加载。

talk = { $count ->
    [0] 讨论
   *[other] 讨论（{ $count }条）
  }
talk-on-field = { $count ->
    [0] 对此字段的意见
   *[other] 对此字段的意见（{ $count }条）
  }
talk-write = 发表意见
talk-write-on-field = 对此字段发表意见
talk-text = 您的意见
talk-readers = 所有中心的指南库管理员均可阅读，发表后任何人不能编辑。软件不会附上本中心诊断的任何内容：请勿写入只应留在本中心的信息。
talk-send = 发表
talk-take-back = 收回
talk-take-back-title = 收回这条意见？
talk-take-back-text = 其内容不再显示；您曾发表并收回一条意见的记录仍可查看。
talk-taken-back = 已由{ $person }收回
talk-refused-proposal_closed = 此修改建议其间已经结束，不再接受意见。可改在该条目、文献或成因的页面上发表。
talk-refused-too_many_remarks = 您一天之内发表的意见过多。请明天再写，或将多条合并为一条。
