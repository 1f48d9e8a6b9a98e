### Texts of the page on which a diagnosis is requested.

new-not-allowed = 您在此中心不能提交诊断请求
new-not-allowed-text = 您在此中心的角色只能阅读。中心管理员可以授予您预报员角色。
new-no-sources = 尚无资料
new-no-sources-text = 此中心尚未登记任何数据源。中心管理员可在“数据源”页登记自有资料，各中心共用的资料由运维人员登记；之后即可在此提交诊断请求。

## In words

new-words = 用一句话提出请求
new-words-hint = 中文或英文均可，例如：7月4日至6日江苏暴雨
new-unreadable = 未能解读这句话。请清除文字后使用下方控件，或重试。
new-clear-words = 清除文字
new-reading = 正在解读
new-not-understood = 未能理解
new-understood = 已理解的内容
new-open = 尚待明确的内容
new-leave-out = 去掉“{ $words }”
new-leave-all-out = 去掉以上全部 { $count } 处
new-edit = 修改
new-remove = 去掉：{ $part }
new-did-you-mean = 您是指
new-part-what = 内容
new-part-where = 区域
new-part-when = 时段
new-part-event = 天气类型
new-part-preset = 判据
new-part-source = 数据源
new-origin-hand = 手动设定
new-origin-assumed = 默认
new-whole-diagnosis = 完整诊断
new-no-period = 不完整

## Last requests

new-last-requests = 我最近的请求
new-run-again = 再次运行

## Where

new-place = 查找地名
new-place-example = 国家、省份、海域或城镇名
new-places-failed = 目前无法查找地名。请在地图上画框，或输入经纬度范围。
new-no-place = 没有此地名。请尝试输入开头几个字。
new-kind-country = 国家
new-kind-territory = 领地
new-kind-state = 州
new-kind-province = 省级行政区
new-kind-region = 地区
new-kind-water = 水域
new-kind-town = 城镇
new-edges = 选框经纬度范围（度），东经、北纬为正
new-edge-west = 西界
new-edge-south = 南界
new-edge-east = 东界
new-edge-north = 北界
new-map = 用于画框的地图；旁边的数字给出同样内容
new-no-map = 此处无法绘制地图。请查找地名，或输入经纬度范围。
new-no-region = 尚未选定区域：请画框、查找地名，或输入经纬度范围。
new-extent = 资料范围
new-size = 南北 { $height }°，东西 { $width }°
new-date-line = 跨越日界线
new-partly-held = 资料未覆盖整个选框。
new-not-held-yet = 上次读取时资料不含此范围，目前可能已有；运行时会检查。
new-cut-region = 只取资料覆盖的部分
new-saved = 已保存的区域
new-kept-by = 由 { $person } 保存
new-keep = 保存此区域
new-keep-it = 保存
new-region-name = 名称
new-region-name-hint = 中心全体成员可见
new-forget = 删除区域 { $name }
new-forget-text = 中心全体成员都将不再看到它。用过它的诊断不受影响。
new-forget-it = 删除
new-cancel = 取消

## When

new-start = 开始
new-end = 结束
new-whole-period = 全部时段
new-last-day = 资料最后 24 小时
new-last-days = 最后 3 天
new-held-times = 资料时段
new-partly-in-time = 时段超出资料范围：只能诊断资料所含的时次。

## What, and how

new-any-event = 任意天气类型
new-any-event-hint = 由分类根据资料判定
new-support-feasible = 可检验
new-support-partial = 部分可检验
new-support-blocked = 无法检验
new-lacks = 资料缺少{ $fields }
new-how = 判据与报告
new-report-language = 报告语言
new-language-en = 英文
new-language-zh = 中文
new-urgency = 优先级与截止时间
new-priority = 优先级
new-priority-low = 低
new-priority-normal = 普通
new-priority-high = 高
new-deadline = 截止时间
new-urgency-hint = 优先级只在本中心的请求之间起作用。到截止时间尚未开始的诊断按失败处理，正在运行的以已有结果作结论。

## Source

new-source-waiting = 等待读取
new-source-waiting-text = 处理进程尚未读取其内容。可以提交请求，区域和时段在运行时检查。
new-source-failed = 无法读取
new-source-late = 资料未按时到达
new-source-stale = 读取之后文件已变化
new-statistic = 集合统计量
new-statistic-forecast = 预报本身
new-statistic-mean = 集合平均
new-statistic-percentile = 百分位数 { $name }
new-statistic-hint = 集合平均或百分位数不是预报本身，报告中会注明。
new-source-age = 最新文件：{ $age }
new-times = { $count } 个时次
new-step = 间隔 { $hours } 小时

## Sending

new-send = 提交诊断请求
new-not-yet = 尚不完整：查看
new-ready = 内容齐全，可以提交。
new-ready-in-part = 内容齐全，可以提交。资料只覆盖所选区域或时段的一部分。
new-more = 另有 { $count } 处
new-refused = 平台未受理：查看原因
new-block-sources = 数据源列表尚未载入。
new-block-reading = 正在解读文字。
new-block-unreadable = 未能解读文字：请清除或重试。
new-block-not_a_request = 这句话是提问或论断。本页只受理诊断请求。
new-block-chart = 这句话只要求图件。请选择完整诊断。
new-block-unread = 有文字未能理解。
new-block-missing = 缺少一项内容。
new-block-readings = 这句话可以有多种理解：请选择其一。
new-block-no_source = 请选择数据源。
new-block-unknown_source = 此数据源未在本中心登记：请另选。
new-block-no_statistic = 该数据源只有集合统计量，请选定其中之一。
new-block-no_region = 请指定区域：画框、查找地名，或输入经纬度范围。
new-block-no_area = 选框没有面积：对边重合。
new-block-south_of_north = 南界在北界以北。
new-block-region_outside = 区域在资料范围之外。
new-block-period_incomplete = 时段需要开始和结束时间。
new-block-period_inverted = 结束时间早于开始时间。
new-block-period_outside = 资料不含此时段。
new-block-deadline_passed = 截止时间已过。
new-refused-region_not_held = 数据源不含此区域。请在资料范围内选择，或另选数据源。
new-refused-period_not_held = 数据源不含此时段。请在资料时段内选择，或另选数据源。
new-refused-run_not_held = 该数据源只含另一起报时次。请另选数据源。
new-refused-member_not_held = 该数据源是集合预报，请求须指定成员，本页暂不支持。
new-refused-unknown_source = 此数据源未在本中心登记。请另选。
new-refused-deadline_passed = 截止时间已过。请改为更晚的时间，或不设。
new-refused-quota_jobs_per_hour = 中心每小时的请求数已达上限。请稍后再试，表单内容保持不变。
new-refused-quota_running_jobs = 中心排队和运行中的诊断数已达上限。请在其中一项结束后再试，表单内容保持不变。
new-refused-quota_storage_bytes = 中心的存储空间已满，请管理员清理。表单内容保持不变。
new-refused-quota_tokens_per_month = 中心本月的语言模型用量已用尽。表单内容保持不变。
