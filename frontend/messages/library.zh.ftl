### 指南库各页面的文字，随页面加载。

## Frame

lib-queue = 待办
lib-entries = 条目
lib-references = 文献
lib-causes = 成因
lib-proposals = 修改建议
lib-releases = 发行版
lib-releases-wait = 发行版（{ $count }）
lib-chart-of = { $name }（图）
lib-basis = { $limit }：依据的{ $part }
lib-basis-reference = 文献
lib-basis-page = 页码
lib-basis-effective = 生效日期（年-月-日）
lib-basis-region = 适用地区
lib-basis-season = 适用季节
lib-basis-resolution_deg = 所据格点间距（度）
lib-nothing = 无
lib-range = { $first }至{ $last }
lib-yes = 是
lib-no = 否
lib-hours = { $first }至{ $last }小时
lib-by-package = 随软件提供
lib-kind-entry = 条目
lib-kind-reference = 文献
lib-kind-cause = 成因
lib-criteria = 判据
lib-kind-preset = 天气事件判据
lib-preset-cma = 中国气象局（CMA）
lib-preset-nws = 美国国家气象局（NWS）
lib-preset-etccdi = 气候变化检测与指数专家组（ETCCDI）
lib-preset-criteria = 天气事件判据：{ $name }
lib-preset-source = 出处：{ $name }
lib-preset-other = 判据的其他内容
lib-preset-other-of = { $event }：判据的其他内容
lib-touches-verdict = 影响判定
lib-touches-choice = 影响选取
lib-touches-text = 文字
lib-touches-events = 影响事件判别
lib-touches-verdict-means = 是否认定异常存在，结果可能不同
lib-touches-choice-means = 选取哪些因子、如何计数，结果可能不同
lib-touches-events-means = 事件有无及其等级、范围和日期可能改变
lib-touches-text-means = 读者看到的文字不同，判定不变
lib-change-removed = 删除
lib-change-new = 新增
lib-revision = 第{ $number }次修订

## Fields

lib-field-whole = 整个条目
lib-field-other = 字段 { $path }
lib-field-event_types = 事件类型
lib-field-factor = 因子
lib-field-modality = 因子种类
lib-field-category = 类别
lib-field-expected = 预期异常
lib-field-expected-kind = 异常种类
lib-field-expected-direction = 异常
lib-field-expected-tail = 何为异常
lib-field-expected-reduction = 区域取值方式
lib-field-expected-unit = 单位
lib-field-expected-clim-stat = 相对气候：指标
lib-field-expected-clim-threshold = 相对气候：阈值
lib-field-expected-clim-basis = 相对气候：阈值依据
lib-field-expected-absolute-op = 阈值：比较方式
lib-field-expected-absolute-value = 阈值
lib-field-expected-absolute-basis = 阈值：依据
lib-field-expected-floor-op = 下限：比较方式
lib-field-expected-floor-value = 须同时满足的下限
lib-field-expected-floor-basis = 下限：依据
lib-field-expected-bands = 按纬度的阈值
lib-field-expected-also = 其他检验
lib-field-expected-blows_from = 风须来自
lib-field-expected-level = 气压层
lib-field-expected-detectors = 所寻找的特征
lib-field-expected-require = 须有几个
lib-field-expected-params-variant = 指数的变体
lib-field-expected-params-levels = 指数的层次
lib-field-expected-params-any_direction = 不限气流方向
lib-field-expected-params-above_ground = 高度自地面算起
lib-field-where-place = 位置（相对事件峰值）
lib-field-where-reach_km = 最大距离
lib-field-where-lag_hours = 时间（相对峰值）
lib-field-conditions-season = 季节（英文文字）
lib-field-conditions-region = 地区（英文文字）
lib-field-conditions-level = 层次（英文文字）
lib-field-conditions_zh-season = 季节（中文文字）
lib-field-conditions_zh-region = 地区（中文文字）
lib-field-conditions_zh-level = 层次（中文文字）
lib-field-conditions_machine-months_nh = 月份（北半球）
lib-field-conditions_machine-abs_lat_range = 纬度（南北半球相同）
lib-field-conditions_machine-event_centre_in = 事件中心所在范围
lib-field-conditions_machine-subtype = 事件子类
lib-field-rationale = 理由（英文）
lib-field-rationale_zh = 理由（中文）
lib-field-timing = 时间（英文文字）
lib-field-timing_zh = 时间（中文文字）
lib-field-note = 备注（英文）
lib-field-note_zh = 备注（中文）
lib-field-weight = 权重（1至5）
lib-field-confidence = 条目可信度（0至1）
lib-field-difficulty = 难度
lib-field-finding = 物理事实
lib-field-restates_criterion = 重复事件自身的标准
lib-field-alternatives = 不成立时改试
lib-field-supports = 支持
lib-field-opposes = 反对
lib-field-tags = 标签
lib-field-reviewed = 已整条审定：逐字段读过，确认无误
lib-field-citations = 文献
lib-field-references = 文献
lib-field-experience = 命中
lib-field-experience-confirmed = 命中：有事件时出现
lib-field-experience-tested = 命中：有事件的个例
lib-field-experience-confirmed_without = 命中：无事件时出现
lib-field-experience-tested_without = 命中：无事件的个例
lib-field-id = 库中名称
lib-field-key = 库中名称
lib-field-authors = 作者
lib-field-year = 年份
lib-field-title = 题名
lib-field-container = 期刊或丛书
lib-field-publisher = 出版者
lib-field-volume = 卷
lib-field-pages = 页码
lib-field-doi = DOI编号
lib-field-outcome = 核对结果
lib-field-checked_by = 核对人
lib-field-checked_on = 核对日期
lib-field-seen = 所见之处
lib-field-name = 名称（英文）
lib-field-name_zh = 名称（中文）
lib-field-chain = 如何引发事件（英文）
lib-field-chain_zh = 如何引发事件（中文）
lib-field-feeds = 可引发

## Values of fields

lib-value-expected-direction-above-normal = 偏高
lib-value-expected-direction-below-normal = 偏低
lib-value-expected-direction-feature-present = 出现特征
lib-value-expected-tail-upper = 偏大
lib-value-expected-tail-lower = 偏小
lib-value-expected-tail-range = 在范围之内
lib-value-expected-clim-stat-z = 偏离均值的标准差倍数
lib-value-expected-clim-stat-pct = 百分位
lib-value-expected-require-any = 一个即可
lib-value-expected-require-all = 全部
lib-value-expected-kind-index = 数值
lib-value-expected-kind-figure = 图上特征
lib-value-where-place-at = 事件所在处
lib-value-where-place-above = 事件上空
lib-value-where-place-around = 事件周围
lib-value-where-place-upstream = 500 hPa气流的上游
lib-value-where-place-inflow = 850 hPa风的来向一侧
lib-value-where-place-exit_region = 250 hPa急流出口区
lib-value-where-place-cold_side = 850 hPa温度降低的一侧
lib-value-where-place-warm_side = 850 hPa温度升高的一侧
lib-value-where-place-system = 该量自身的定义区域
lib-value-expected-blows_from-upstream = 500 hPa气流的上游
lib-value-expected-blows_from-inflow = 850 hPa风的来向一侧
lib-value-expected-blows_from-cold_side = 850 hPa温度降低的一侧
lib-value-expected-blows_from-warm_side = 850 hPa温度升高的一侧
lib-value-difficulty-easy = 容易
lib-value-difficulty-medium = 中等
lib-value-difficulty-hard = 困难
lib-value-outcome-unchecked = 尚未核对
lib-value-outcome-agrees = 已找到，一致
lib-value-outcome-corrected = 已找到，有更正
lib-value-outcome-contradicted = 有反证：并无此文献
lib-value-outcome-not_found = 未找到
lib-value-expected-reduction-max = 最大值
lib-value-expected-reduction-min = 最小值
lib-value-expected-reduction-mean = 平均值
lib-value-expected-reduction-median = 中位数
lib-value-expected-reduction-point = 事件处的值
lib-value-expected-reduction-max_abs = 最大绝对值
lib-value-expected-reduction-single_value = 单一值
lib-value-expected-reduction-fraction = 占比
lib-value-expected-reduction-weighted_mean = 加权平均
lib-value-expected-reduction-p01 = 第1百分位
lib-value-expected-reduction-p05 = 第5百分位
lib-value-expected-reduction-p90 = 第90百分位
lib-value-expected-reduction-p95 = 第95百分位
lib-value-expected-reduction-p99 = 第99百分位
lib-value-expected-reduction-excess = 超出量
lib-value-expected-reduction-deficit = 亏缺量
lib-value-expected-reduction-bergeron = 以贝吉隆计
lib-value-expected-reduction-std = 标准差
lib-value-expected-reduction-range = 变幅

## States of proposals

lib-state-draft = 草稿
lib-state-in_review = 审阅中
lib-state-returned = 已退回
lib-state-accepted = 已入库
lib-state-withdrawn = 已撤回

## Lists

lib-entries-lead = 指南库所寻找的内容：何种异常是何类事件的证据，以及异常应处的位置
lib-references-lead = 各条目所依据的文献，以及是否在公开资料中找到
lib-causes-lead = 各类事件相互竞争的成因，条目对其支持或反对
lib-bulk = 全部修改…
lib-bulk-count = 修改全部{ $count }条…
lib-search-all = 检索指南库
lib-search = 关键词
lib-expected = 预期异常
lib-weight = 权重
lib-reviewed = 已整条审定
lib-unreviewed = 草案：尚未整条审定
lib-review = 审定
lib-chain = 形成过程
lib-export-csv = 表格（CSV）
lib-export-yaml = 文档（YAML）
lib-by-latitude = 阈值随纬度而定
lib-clim-pct = 气候第{ $limit }百分位
lib-clim-z = 偏离气候{ $limit }个标准差
lib-climate-first = { $climate }；没有气候资料时{ $own }
lib-cited-page = 第{ $page }页
lib-cited-passage = 原文：“{ $passage }”
lib-cited-number = 所引数值：{ $quoted }
lib-hits-found = 有该事件的个例中命中
lib-hits-false = 无该事件的个例中命中
lib-hits-of = { $of }例中{ $hits }例
lib-hits-range = 95%区间为{ $low }至{ $high }
lib-hits-none = 未检验
lib-hits-none-text = 尚无标注个例检验过此条目。
lib-new-entry = 新建条目
lib-new-reference = 新建文献
lib-new-cause = 新建成因
lib-new-text = 名称以后不能更改：报告和其他条目会用到它。其余内容在其页面填写并提出建议，由他人决定。
lib-new-hint-entry = 小写字母、数字和下划线，例如g_gale_gust_front
lib-new-hint-reference = 第一作者与年份，例如bonner1968
lib-new-hint-cause = 小写字母、数字和下划线，例如downslope_wind
lib-new-wrong = 只能用小写字母、数字和下划线，且以字母开头
lib-new-go = 继续

## Files

lib-file = 以文件提出建议
lib-file-go = 将其改动提为建议
lib-file-text = 将条目或文献导出为表格，修改后在此提交。与指南库不同之处逐个字段成为草稿。只要有一行有误，就什么都不保留。
lib-file-file = 表格（CSV）或文档（YAML）
lib-file-reason = 理由
lib-file-mistakes = 未保留任何内容：文件中有{ $count }处错误。
lib-file-line = 第{ $line }行

## Interests

lib-interest-title = 您的利益关系
lib-interest-text = 请说明一次同事应当知道的利益关系，例如被引用的本人论著、资助、自有工具。它将显示在您所写和所决定的内容旁。
lib-interest-label = 同事应当知道的情况
lib-interest-declare = 声明
lib-interest-nothing = 没有
lib-interest-yours = 您的利益关系：{ $text }
lib-interest-is-nothing = 无
lib-interest-change = 修改

## The centre's own

lib-centre = 本中心
lib-centre-wait = 本中心（{ $count }）
lib-centre-add = 增加本中心条目
lib-centre-add-text = 此条目只供本中心使用。报告会引用其名称，以后不能更改。其余内容在条目页面上填写。
lib-centre-add-hint = 小写字母、数字和下划线，例如 ours_gale_gap_wind
lib-centre-add-shared = 公共指南库已有同名条目：请另取名称，或调整该条目。
lib-take-back = 收回提议
lib-centre-adjusted = 本中心已调整
lib-centre-unused = 本中心停用

## 离开页面之前

lib-unsaved-title = 放弃未保存的内容并离开？
lib-unsaved-text = 您填写的部分内容未能保存，原因见各字段。离开本页后这些内容将丢失。
lib-unsaved-stay = 留在本页
lib-unsaved-leave = 放弃并离开
