### 指南库单个条目页面的文字，随页面加载。

## Frame

item-group-expected = 预期异常
item-group-where = 位置与时间
item-group-applies = 适用条件
item-group-reason = 理由
item-group-standing = 如何计入
item-group-what = 内容
item-group-checked = 核对情况
item-says-nothing = 条目对此未作说明。
item-propose = 建议修改
item-read = 返回阅读
item-not-there = 不在库中
item-others = 另有以下建议：
item-also-whole = { $person }建议新增或删除整项
item-also-field = { $person }建议改为{ $value }
item-in-use-differs = 本中心的诊断依据发行版{ $version }，其内容（−）与指南库现有内容（+）不同：
item-in-use-none = 本中心采用的发行版{ $version }中没有该条目。
item-no-reason = （尚无理由）

## Fields

item-one-a-line = 每行一个
item-no-number = 请填写数字，例如17.2
item-outside = 应在{ $least }与{ $most }之间
item-too-small = 不得小于{ $least }
item-valid-range = 取值在{ $low }与{ $high }之间。
item-in-unit = { $label }，单位{ $unit }
item-other-unit = 可带其他单位填写：{ $units }。
item-given = 原填写为{ $given }
item-part-first = 自
item-part-last = 至
item-part-west = 西
item-part-south = 南
item-part-east = 东
item-part-north = 北
item-months-hint = 一个都不选表示全年。南半球顺延半年。
item-events-first = 请先选择事件类型。
item-add = 添加
item-take-out = 去掉{ $name }
item-remove = 去掉
item-cite = 引用文献
item-page = 页码
item-passage = 原文段落
item-quoted = 段落中的数值（照原文）
item-latitude-south = 起始纬度
item-latitude-north = 终止纬度
item-add-band = 添加纬度带
item-add-test = 添加对其他输出的检验
item-add-feature = 添加特征
item-default = 不填时为{ $value }
item-more-fields = 另有{ $count }个字段
item-undo = 撤销此项修改

## The proposal

item-draft = 您的修改建议
item-draft-how = 所作修改记入一份建议，边填写边保存。他人批准之前，不会进入指南库。
item-draft-into = 记入
item-draft-new = 新的建议
item-draft-fields = { $count }个字段
item-draft-problems = 提交前还有{ $count }处需要改正。
item-unsent = 有{ $count }个字段的内容无法保存，请查看红色提示。
item-reason = 理由
item-reason-hint = 审阅人也对理由作出判断
item-saving = 正在保存……
item-saved = 已保存
item-not-saved = 尚有内容未保存，请查看各字段
item-hand-in = 查看并提交
item-effect = 对诊断的影响
item-see-proposal = 查看建议
item-remove-whole = 建议删除
item-remove-title = 从指南库中删除？
item-remove-text = 与其他修改一样，由他人决定。历史会保留，以后可以恢复。
item-remove-changed = 您的建议修改了它的字段。请先撤销这些修改：删除与修改不能并存。
item-remove-propose = 建议删除
item-removal-proposed = 您已建议将其删除。
item-removed = 已被删除
item-removed-text = 指南库中已没有该条目，其历史仍保留，可以按原样重新建议。
item-unknown = 没有该条目
item-unknown-text = 指南库中没有此名称。如需新建，请提出建议：名称以后不能更改。
item-bring-back = 按原样重新建议
item-begin-new = 新建

## Beside it

item-sources = 依据
item-no-passage = 尚未记录原文段落
item-on-page = 第{ $page }页
item-cited-by = { $count ->
    [0] 没有条目引用
   *[other] 被{ $count }个条目引用
  }
item-which-limit = 有气候资料时由相对气候的阈值判定；没有时由另一阈值判定。
item-hits-before = 此后条目已有改动：上述次数按改动前的内容统计。
item-hits-text = 由标注个例测得。若无事件时也同样常见，则该异常说明不了什么。
item-uses = 在本中心
item-uses-of = { $judged ->
    [0] 尚无诊断检验过
   *[other] { $judged }次诊断中有{ $confirmed }次成立
  }
item-history = 历史
item-from-file = 来自文件{ $file }
item-approved-by = 由{ $people }批准
item-effect_reason = 正确个例可能判错的理由：{ $text }
item-unmeasured = 影响检验完成前即获采纳，理由：{ $text }
item-corrected-by = { $field }：所采用的值由{ $person }更正，理由：{ $text }

## In our centre

item-centre = 为本中心调整
item-centre-see = 查看本中心的内容
item-centre-says = 本中心的诊断采用自定内容（+），与公共指南库（−）不同：
item-centre-unused = 本中心的诊断不使用此条目。
item-centre-draft = 本中心草稿中尚未启用的内容（+），以及现用内容（−）：
item-centre-draft-unused = 草稿拟停用此条目。
item-centre-own = 此条目为本中心所有，公共指南库中没有。
