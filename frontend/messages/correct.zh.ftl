### 订正报告版本所用的文本，随审阅面板加载。

## A part

correct-part = 订正这一段
correct-caption = 订正这条图注
correct-title = 标题不能订正：它由系统根据事件、区域和时段生成。请改为订正摘要中的句子。
correct-how = 怎样订正
correct-how-words = 自己写
correct-how-statement = 引用证据
correct-how-remove = 删去
correct-where = 位置
correct-where-replace = 替换原段
correct-where-insert_after = 加在其后
correct-words = 您的文字
correct-words-hint = 将单独成段，署您的姓名并标明未经核对：选“替换原段”，则整段都成为您的文字；选“加在其后”，则原段不变。用哪种语言写，就以哪种语言显示。
correct-values = 本句中的数值
correct-values-hint = 花括号内是证据中的数值，与其来源保持关联。
correct-insert = 插入 { $value }
correct-preview = 显示效果
correct-mark = { $who }本人的文字，未经核对
correct-of = 内容
correct-of-value = 数值
correct-of-feature = 天气系统特征
correct-of-explanation = 成因解释
correct-which = 选择一项
correct-which-hint = 句子由系统写成，其中的数值与证据关联。
correct-remove-hint = 下一版本不再有这句话；本版本保持不变。
correct-add = 加入订正
correct-change = 修改
correct-cancel = 取消
correct-fault-empty = 请写出内容，或选择删去这句话。
correct-fault-nothing = 请选择要引用的内容。
correct-fault-unknown_value = 花括号只能表示数值。请从下方选择数值，或不用花括号。
correct-fault-markup = 请只写普通文字：不能用 < > ` | \ 和链接，也不能以 # > * + - 开头。
correct-fault-unprintable = 文字中有不可打印的字符。
correct-fault-too_long = 最多 { $most } 个字符。

## What the correction says

correct-is = 原文
correct-would-replace = 替换为
correct-would-insert_after = 其后加上
correct-would-remove = 删去
correct-says = 由系统根据证据写出：
correct-not-detected = { $name }：已查找，未检测到

## The correction

correct-draft = 订正
correct-draft-none = 尚未订正任何内容。请在正文中选择要订正的句子或图注。
correct-edits = 各处修改
correct-edit-remove = 从订正中移除
correct-go = 在正文中查看
correct-note = 订正说明
correct-note-missing = 请说明为何订正：审阅者会先看这一条。
correct-note-long = 最多 { $most } 个字符。
correct-send = 提交核对
correct-send-hint = 大括号中的数值和引用的结论须与证据核对；您本人的文字不经核对。通过后成为新版本，作者是您：须由他人批准，再由第三人发布。正文上方的要点（何种天气、何地、何时、成因）由系统写出，不随订正改变。

## Its answer

correct-sent = 本版本的订正
correct-pending = 正在核对
correct-accepted = 已成为第 { $number } 版
correct-refused = 未通过
correct-pending-hint = 系统正在计算并核对，一般不超过一分钟。可以离开本页。
correct-accepted-hint = 待另一人审阅，无须再提交。
correct-refused-hint = 未保存任何内容。问题列在各处修改旁。
correct-read = 阅读第 { $number } 版
correct-compare = 与本版本比较
correct-again = 重新修改
correct-changes = { $count } 处修改
correct-problem-unbound_number = 其中有数字未与证据关联。
correct-problem-unbound_direction = 其中有方位未与证据关联。
correct-problem-unbound_comparison = 其中的比较没有证据。
correct-problem-unknown_claim = 引用了本版本没有的数值。
correct-problem-unknown_source = 引用了本版本没有的证据。
correct-problem-contradicted = 与证据矛盾。
correct-problem-unknown_subject = 本版本没有这句话所说的内容。
correct-problem-no_value = 没有可以引用的数值。
correct-problem-unknown_tool = 当前发行版没有该证据的名称。
correct-problem-nothing_changed = 文字与原来相同。
correct-problem-data_changed = 数据源中的资料已经改变。
correct-problem-internal_error = 平台内部错误。请重新提交；若仍失败，请告知管理员。
correct-problem-other = 核对发现问题。
