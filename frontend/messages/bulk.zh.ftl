### Texts of the dialog that changes many entries at once; they come with it.

bulk-title = 修改筛选出的全部条目
bulk-lead = 对全部条目修改同一处内容。先显示将有哪些变化，再写入草稿，由他人逐项审核。
bulk-what = 修改内容
bulk-how = 方式
bulk-choose = 请选择
bulk-whole = 条目本身：删除
bulk-act-set = 设为某值
bulk-act-scale = 乘以系数
bulk-act-shift = 加上增量
bulk-act-add = 添加
bulk-act-take_out = 去掉
bulk-act-replace = 替换
bulk-act-remove = 删除
bulk-former = 被替换的内容
bulk-value-set = 新值
bulk-value-scale = 系数
bulk-value-shift = 增量（以条目的单位计）
bulk-value-add = 添加的内容
bulk-value-take_out = 去掉的内容
bulk-value-replace = 替换为
bulk-unit = 单位（如不同）
bulk-unit-hint = 留空则用条目的单位
bulk-hint-months = 例如：4-9，11
bulk-hint-latitudes = 例如：20至45
bulk-misread = 该字段不接受此内容。
bulk-draft = 草稿
bulk-draft-new = 新建
bulk-draft-of = 含{ $count }项的草稿
bulk-show = 显示将有的变化
bulk-keep = 将{ $count }处修改写入草稿
bulk-reason = 理由（可稍后填写）
bulk-shown = 将有的变化
bulk-counts = { $met ->
    [0] 没有条目符合筛选条件。
   *[other] { $met }个条目符合筛选条件：{ $changed }个将修改，{ $same }个已是如此，{ $left }个除外。
  }
bulk-changed = 将修改
bulk-change = 修改前后
bulk-gone = 将删除
bulk-left-out = 除外
bulk-why = 原因
bulk-no-limit = 没有这样的阈值。
