### 本中心对公共指南库所作调整各页面的文字，随页面加载。

## Head

overlay-lead = 本中心与公共指南库不同之处，只用于本中心的诊断
overlay-works-plain = 新的诊断按公共指南库发行版 { $version } 原样执行。
overlay-works-with = 新的诊断使用公共指南库发行版 { $version }，含本中心第 { $number } 版调整。
overlay-works-since = 由{ $proposer }提议，{ $adopter }采用
overlay-shown-in = 当前按发行版 { $version } 显示草稿，本中心尚未采用该版。
overlay-shown-back = 返回现用发行版
overlay-empty = 尚无调整
overlay-empty-text = 公共指南库的阈值、权重、条件或文字若不适合本地区，可在此为本中心另行设定，也可停用条目或增加本中心自己的条目，其他中心不受影响。所作改动先记为草稿，由另一人确认采用后生效。
overlay-empty-begin = 选择要调整的条目
overlay-empty-undone = 已无任何调整
overlay-empty-undone-text = 草稿与公共指南库一致。草稿经提议并采用之前，诊断仍使用已采用的内容。

overlay-criteria = 天气事件判据
overlay-criteria-lead = 此处的数值决定本中心诊断、图表、报告和问答中何为天气事件及其等级、范围和日期；本中心的设定不影响其他中心。
overlay-criteria-unknown = 没有这一套判据

## What waits

overlay-waits = 等待另一人确认
overlay-waits-by = 由{ $person }提议
overlay-waits-why = 理由：{ $text }
overlay-waits-mine = 这是您的提议，须由另一人确认采用。
overlay-waits-look = 查看
overlay-waits-adopt = 查看并采用

## The draft

overlay-draft = 本中心的不同之处
overlay-item-own = 本中心条目
overlay-item-unused = 停用
overlay-item-soon = 拟停用
overlay-item-unused-text = 本中心的诊断不使用此条目。
overlay-item-unused-draft = 草稿拟停用此条目；经采用之前，诊断仍使用它。
overlay-item-edit = 编辑
overlay-item-fields = { $count }个字段
overlay-in-force = 已启用
overlay-in-draft = 草稿
overlay-undo = 撤销
overlay-undone = 以下内容仍在使用，但已从草稿中撤去；草稿经提议并采用之前，诊断仍按其执行。
overlay-undone-field = 字段“{ $field }”：{ $value }
overlay-given = 原填写为{ $given }
overlay-used = 采用之前，诊断仍用{ $value }。
overlay-wrong = 字段“{ $field }”：{ $problem }

## Conflicts

overlay-conflicts = 有 { $count } 处需要选择
overlay-conflicts-text = 本中心调整过的内容，公共指南库后来也有改动。请选择以何者为准。
overlay-conflict-was = 调整时的内容
overlay-conflict-theirs = 指南库现有内容
overlay-conflict-mine = 本中心
overlay-conflict-whole = 停用之后，指南库又修改了此条目。
overlay-conflict-gone = 指南库已不再包含此条目。
overlay-conflict-there = 指南库现已有同名条目，其要素可能不同；本中心的内容不会并入其中。
overlay-keep-changed = 保留本中心的
overlay-take-changed = 采用指南库的
overlay-keep-removed = 保留为本中心条目
overlay-take-removed = 不再保留
overlay-keep-added = 本中心条目改名保留
overlay-take-added = 采用指南库的

## Propose

overlay-next = 启用草稿
overlay-next-text = 由您提议，再由另一人确认采用。此后新的诊断使用此版，已有诊断不变。
overlay-next-who = 由本中心的指南库管理员编写草稿并提议，另一名指南库管理员或带班首席确认采用。
overlay-release = 按发行版显示
overlay-release-used = { $version }（现用）
overlay-propose = 提议采用草稿
overlay-propose-in = 提议连同此发行版采用
overlay-propose-with = 此后新的诊断使用发行版 { $version }，并含此草稿。
overlay-propose-drafts = 草稿按现状一并提议，其中包括尚未启用的内容。
overlay-propose-title = 提议采用此草稿
overlay-propose-text = 提议的是草稿此刻的内容，之后的改动须另行提议。
overlay-propose-replaces = 此提议将取代{ $person }的提议。
overlay-propose-act = 提议
overlay-reset = 恢复为现用内容
overlay-reset-text = 草稿将与诊断现用内容一致，其中不同之处（不论由谁写入）均被撤去。
overlay-reason = 理由
overlay-blocked-same = 草稿与现用内容相同，无需提议。
overlay-blocked-conflict = 请先选择以何者为准。
overlay-blocked-problems = 请先改正标红之处。

## Earlier states

overlay-versions = 历次提议的内容
overlay-versions-text = 均可再次查看并再次提议。
overlay-version-title = 发行版 { $version } 中的第 { $number } 版调整
overlay-version-count = { $count }处调整

## The page of one entry

overlay-edit-of = 用于本中心
overlay-edit-shared = 阈值、位置、时段、条件、权重和文字可为本中心另行设定。条目检验什么、支持什么成因，各中心一致。如需不同，请停用此条目并增加本中心条目，或
overlay-edit-propose = 向公共指南库建议修改
overlay-edit-cause = 成因的文字可为本中心另行设定。所属事件类型及其引向的成因，各中心一致。
overlay-edit-own = 此条目为本中心所有，公共指南库中没有。
overlay-edit-unused = 本中心的诊断不使用此条目。
overlay-edit-unused-draft = 草稿拟停用此条目；经采用之前，本中心的诊断仍使用它。
overlay-edit-unknown = 没有该条目
overlay-edit-unknown-text = 现用发行版和本中心都没有此名称的条目。
overlay-stop = 停用此条目
overlay-stop-title = 停用此条目？
overlay-stop-text = 草稿经另一人确认采用后，本中心的诊断不再检验此条目。其他中心不受影响。
overlay-stop-changed = 对它已作的调整将同时撤销。
overlay-use-again = 重新使用
overlay-remove-own = 删除本中心条目
overlay-remove-own-title = 删除本中心条目？
overlay-remove-own-text = 条目及其全部内容将从草稿中删除。草稿经另一人确认采用之前，诊断仍使用它。
overlay-panel = 本中心草稿
overlay-panel-how = 所作改动边填写边保存。草稿经提议并采用后，用于诊断。
overlay-panel-go = 查看草稿
overlay-panel-problems = 提议草稿前还有{ $count }处需要改正。
overlay-panel-unsent = 有{ $count }个字段的内容无法保存，请查看红色提示。
overlay-saving = 正在保存……
overlay-saved = 已保存
overlay-not-saved = 尚有内容未保存，请查看各字段
overlay-since = 其间{ $person }已保存另一值：{ $value }
overlay-since-theirs = 采用该值
overlay-since-mine = 保留我填写的
overlay-hits-shared = 上述次数按公共指南库的阈值统计，并非本中心的阈值。
overlay-conflict-see = 指南库后来也有改动，请选择以何者为准。

## Refusals

overlay-refused-overlay_conflict = 本中心调整过的内容，指南库后来也有改动。请先选择以何者为准，再行提议。
overlay-refused-invalid_proposal = 草稿中有误，请查看标红之处。
overlay-refused-already_in_force = 草稿与现用内容相同，无需提议。
overlay-refused-already_proposed = 此草稿已被提议，须由另一人确认采用。
overlay-refused-reason_missing = 请说明理由，确认采用的人也会据此判断。
overlay-refused-no_conflict = 其间已有人作出选择，页面显示其结果。
overlay-refused-changed_since = 其间同事已保存另一数值，页面现已显示。
overlay-refused-overlapping_fields = 与同一条目的另一处改动重叠，请先撤销后者。
overlay-refused-not_adjustable = 此项各中心一致。请停用条目并增加本中心条目，或向公共指南库建议修改。
