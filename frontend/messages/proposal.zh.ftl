### 提出、审阅指南库修改建议的页面所用的文字，随页面加载。

## List

proposal-list-lead = 对指南库提出的修改，等待您处理的排在最前
proposal-list-none = 暂无修改建议
proposal-list-none-text = 打开一个条目、一篇文献或一种成因并编辑，即开始一项修改建议。
proposal-reason = 修改理由
proposal-items = 修改内容
proposal-approved = 已批准
proposal-approved-of = { $fields }项中{ $approved }项
proposal-conflicts = { $count }处冲突
proposal-owner = 提出人
proposal-saved = 保存
proposal-me = 我
proposal-no-reason = 尚未填写理由
proposal-effect-reason = 为何可以接受结果由对变错
proposal-more-items = 及另外{ $count }项
proposal-waits = 等待您处理

## Head

proposal-of-me = 您的修改建议
proposal-of = { $owner }的修改建议
proposal-begun = 开始
proposal-handed-in = 提交审阅
proposal-closed-accepted = 入库
proposal-closed-withdrawn = 撤回
proposal-fields-approved = 已批准的字段
proposal-facts = 关于此修改建议
proposal-next-empty = 尚未修改任何内容。请打开一个条目进行编辑，或撤回此建议。
proposal-next-conflict = 他人已修改了相同的内容。请在下方选择保留哪个值。
proposal-next-problems = 下方有错误或缺漏。请在条目中改好后再提交审阅。
proposal-next-reason = 请说明修改理由，然后提交审阅。
proposal-next-ready = 内容齐备后即可提交审阅，由另一位指南库管理员逐字段决定。
proposal-next-returned-ready = 已退回给您。请查看各字段的意见，作必要修改后重新提交。
proposal-next-theirs = { $owner }仍在编写，提交审阅后方可决定。
proposal-next-returned-theirs = 已退回给{ $owner }，由其继续处理。
proposal-next-decide = 有{ $count }个字段等待您决定。
proposal-next-wait = 有{ $count }个字段等待同事决定，您无需操作。
proposal-next-accepted = 此修改已入库。自所在中心采用下一发行版起，新的诊断即使用此修改。
proposal-next-withdrawn = 已撤回，指南库未作任何修改。

## Acts on the whole

proposal-hand-in = 提交审阅
proposal-recall = 收回修改
proposal-withdraw = 撤回
proposal-withdraw-title = 撤回此修改建议？
proposal-withdraw-text = 撤回后不能恢复，指南库不作任何修改；内容仍可查阅。
proposal-take-over = 接手
proposal-take-over-title = 接手此修改建议？
proposal-take-over-text = 您将成为提出人并继续处理。仅当{ $owner }不再参与管理指南库时方可接手；其所写文字仍署其名。
proposal-interest-first = 请先在上方说明同事应当知道的利益关系。

## Draft

proposal-reason-hint = 为何要修改指南库。审阅者也据此决定。
proposal-saving = 正在保存
proposal-is-saved = 已保存
proposal-drop = 不改此字段
proposal-edit = 在指南库中编辑
proposal-given = 输入为 { $given }
proposal-removal = 将其从指南库中删除。历史仍保留，以后可以恢复。
proposal-problem-at = “{ $field }”有误：{ $problem }

## Conflict

proposal-conflict = 已被他人修改
proposal-conflict-text = 自开始编写以来，指南库中的内容已有变化。
proposal-conflict-was = 开始编写时
proposal-conflict-theirs = 指南库现值
proposal-conflict-by = 由{ $person }修改
proposal-conflict-see = 查看其修改建议
proposal-conflict-mine = 此处建议
proposal-keep-theirs = 保留他人的值
proposal-keep-mine = 保留我的值
proposal-keep-confirm = 确认选择
proposal-not-there = 不在指南库中

## Review

proposal-field-approved = 已批准
proposal-field-returned = 已退回
proposal-field-waits = 等待您决定
proposal-field-waits-other = 等待{ $person }决定
proposal-field-waits-any = 等待另一位指南库管理员决定
proposal-field-not-sent = 已决定，未发送
proposal-written-by = { $person }撰写
proposal-interests-of = { $person }的利益关系：{ $text }
proposal-approve = 批准
proposal-correct = 修正
proposal-return = 退回
proposal-undo = 撤销
proposal-no-form = 如需修正此值，请退回并注明应改为何值。
proposal-you-approve = 您批准此项。
proposal-you-correct = 您修正为：{ $value }
proposal-you-return = 您退回此项。
proposal-new-value = 正确的值
proposal-why-correct = 修正理由
proposal-why-return = 退回理由，以及应如何修改
proposal-keep-correct = 修正
proposal-keep-return = 退回
proposal-reason-needed = 请向作者说明理由。
proposal-no-correction = 这与建议的值或库中的值相同。请另写一个值，或批准、退回此字段。
proposal-passed = 您决定之后表述已有变化，请重新查看。
proposal-history = { $count ->
    [1] 审阅意见
   *[other] 历史：{ $count }种表述
  }
proposal-wording = 表述{ $number }
proposal-corrects = 修正
proposal-said-approve = { $person }批准
proposal-said-correct = { $person }修正
proposal-said-return = { $person }退回
proposal-send = { $count ->
    [0] 发送决定
   *[other] 发送{ $count }项决定
  }
proposal-decided-of = { $all }项中已决定{ $decided }项
proposal-sent = 您的决定已发送。
proposal-sent-returned = 您的决定已发送。此修改建议已退回给{ $owner }。
proposal-sent-accepted = 这是最后一项批准：此修改现已入库，自下一发行版起用于新的诊断。
proposal-to-releases = 查看发行版
proposal-waits-next = 下一项等待您处理：
proposal-waits-none = 没有其他等待您处理的建议。
proposal-to-all = 全部修改建议

## Refusals

proposal-refused-owner_still_there = 提出人仍参与管理指南库。请其继续处理或撤回，或另提您自己的建议。
proposal-refused-wording_changed = 表述已有变化。请重新查看，就现在的内容作出决定。
proposal-refused-change_not_opened = 此前尚未向您显示此表述。现已显示：请查看后再次发送。
proposal-refused-already_decided = 您此前已作出同样的决定。
proposal-refused-first_author_decides = 此项修正由原文作者决定。
proposal-refused-curator_required = 此项由本系统的指南库管理员决定。
proposal-refused-second_person_required = 这是您自己写的，须由他人决定。
proposal-refused-not_in_review = 此修改建议已不在审阅中。
proposal-refused-not_editable = 此修改建议已提交或已结束，不能再编辑。
proposal-refused-proposal_closed = 此修改建议已结束。
proposal-refused-proposal_conflict = 他人已修改了指南库中相同的字段。须先由提出人选择保留哪个值。
proposal-refused-changed_since = 指南库又有变化。请查看现在的内容后重新选择。
proposal-refused-interest_not_declared = 请先说明同事应当知道的利益关系。
proposal-refused-invalid_proposal = 这样修改后指南库会有错误，未予接受：
proposal-refused-no_correction = 修正的值须不同于建议的值和库中的值。请改为批准或退回该字段。
proposal-refused-effect_reason_missing = 这一改动会使生成个例上原本正确的结果变为错误，而尚无人说明为何可以接受。请提出人在“对诊断的影响”中说明。
proposal-to-effect = 前往该处
proposal-unmeasured = 尚未检验这一改动对生成个例的影响。最后一项通过须等待检验，或说明为何不等待。
proposal-unmeasured-unmeasured = 本中心尚无人提出检验。
proposal-unmeasured-waiting = 正在等待处理。
proposal-unmeasured-running = { $total ->
    [0] 正在检验。
   *[other] 正在检验：已检验个例{ $done }/{ $total }个。
}
proposal-unmeasured-measured = 现已检验完成：请查看结果，再决定是否通过。
proposal-unmeasured-failed = 未能完成检验。
proposal-unmeasured-title = 未经检验即接受？
proposal-unmeasured-reason = 为何未经检验即可接受
proposal-unmeasured-hint = 该说明将记录在案，批准发布的人会看到。
proposal-unmeasured-accept = 未经检验即接受
proposal-unmeasured-wait = 等待检验
proposal-unmeasured-measure = 先提出检验
proposal-unmeasured-why = 为何未经检验即接受
proposal-refused-unit_refused = 所给单位不能换算为该阈值所用的单位。请按该阈值的单位给出数值。
