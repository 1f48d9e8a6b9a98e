### 页面文字。天气名称、理由与等级取自科学部分的消息目录。

## Frame

ui-skip = 跳到正文
ui-pages = 页面
ui-nav-situation = 形势
ui-nav-diagnoses = 诊断
ui-nav-new = 新建
ui-nav-ask = 提问
ui-nav-library = 指引库
ui-nav-sources = 资料
ui-nav-climatologies = 气候态
ui-nav-audit = 审计
ui-nav-settings = 设置
ui-nav-design = 设计规范
ui-find = 查找
ui-find-hint = 页面、诊断或操作
ui-find-nothing = 没有匹配项。可试页面名、事件类型或资料名。
ui-mod = Ctrl
ui-local = 当地
ui-local-time = 当地 { $time }
ui-person-menu = 个人与中心
ui-centres = 所属中心
ui-shortcuts = 键盘快捷键
ui-shortcuts-go = 前往
ui-shortcuts-pages = 页面内
ui-key-list-next = 列表下一项
ui-key-list-before = 列表上一项
ui-key-open = 打开
ui-key-time-step = 地图上一时次或下一时次
ui-key-play = 播放或停止时次动画
ui-key-full-screen = 全屏
ui-key-close = 关闭
ui-theme-dark = 深色
ui-theme-light = 浅色
ui-other-language = English
ui-second-factor = 第二验证因子
ui-change-password = 修改密码
ui-sign-out = 退出登录
ui-close = 关闭
ui-loading = 正在载入
ui-try-again = 重试
ui-load-again = 重新载入页面

## Signing in

ui-entrance-title = 登录
ui-entrance-text = 发生了什么、成因何在、把握多大：基于本中心资料的极端天气诊断。
ui-signed-out = 您已退出登录。
ui-username = 用户名
ui-password = 密码
ui-code = 验证码
ui-code-hint = 验证器应用中的动态码，或恢复码
ui-sign-in = 登录
ui-no-account = 没有账号或忘记密码？请联系平台运维人员。
ui-organisation = 其他登录方式
ui-again-title = 会话已结束
ui-again-text = 请重新登录后继续。已输入的内容仍在，刚才提交的请求会在登录后自动发出。
ui-again-leave = 离开本页，换人登录
ui-confirm-title = 请确认是您本人
ui-confirm-text = 此操作较敏感，而您登录已有一段时间。
ui-confirm-act = 确认
ui-confirm-by-password = 改用密码
ui-confirm-by-code = 改用验证码
ui-confirm-provider = 您通过所在单位登录：请先退出，再从单位入口重新登录。
ui-confirm-given-up = 未作任何更改：确认窗口已关闭。
ui-factor-missing = 本平台要求第二验证因子。请先添加，再重新载入本页。
ui-invited = { $centre }邀请您担任{ $roles }。邀请人：{ $by }。
ui-invited-until = 有效期至
ui-accept = 接受
ui-decline = 谢绝
ui-no-centre-title = 您尚未加入任何中心
ui-no-centre-text = 目前没有待答复的邀请。请联系本中心管理员。

## What is wrong

ui-unreachable = 平台没有响应。可能是网络中断，或服务器正在重启：请稍后重试，已填写的内容会保留。
ui-busy = 平台此刻繁忙：请稍后重试，已填写的内容会保留。
ui-no-words = 平台拒绝了此请求，但没有说明原因（状态码 { $status }）。请重试；若再次被拒，请告知运维人员。
ui-broken = 本页有一处出错。
ui-broken-text = 其余功能不受影响。请重新载入；若再次出错，请将下方内容告知运维人员。
ui-retry-after = { $n } 秒后可重试。
ui-request-id = 请求编号（供运维查询）：{ $id }
ui-role-needed = 需要{ $roles }角色。
ui-not-found-title = 此地址没有内容
ui-not-found-text = 可能输入有误，或属于其他中心。
ui-server-away = 服务器没有响应：所见内容可能已过时
ui-live-away = { $code ->
    [4401] 登录已失效：请重新登录，页面将继续更新
    [4403] 尚未登录：请登录，页面将继续更新
    [4429] 实时连接过多：请关闭不需要的页面
   *[other] 实时连接已断开 { $n } 秒，正在重连
  }
ui-live-refused = { $code ->
    [4401] 登录已失效，没有实时连接：请重新载入页面并登录
    [4403] 没有实时连接：请重新载入页面，并以可读取诊断的角色登录
    [4404] 本中心在此地址没有可跟踪的任务：请从诊断列表中选择
   *[other] 无法建立实时连接（代码 { $code }）：请重新载入页面
  }
ui-no-worker = 没有计算进程在取任务
ui-queue-slow = 最早的任务已等待 { $n } 分钟
ui-queue-running = 运行 { $n }
ui-queue-waiting = 排队 { $n }
ui-data-age = 最新资料距今 { $span }
ui-source-away = 资料 { $name } 无法读取
ui-map-broken = 此浏览器无法绘制地图（缺少 WebGL），其余功能正常。

## Roles, states

ui-role-viewer = 浏览者
ui-role-forecaster = 预报员
ui-role-reviewer = 审核员
ui-role-duty_lead = 值班领班
ui-role-curator = 指引库管理员
ui-role-tenant_admin = 中心管理员
ui-role-auditor = 审计员
ui-role-service = 服务账号
ui-status-queued = 排队
ui-status-running = 运行中
ui-status-finished = 已完成
ui-status-failed = 失败
ui-status-cancelled = 已取消
ui-status-parked = 已搁置
ui-verdict-confirmed = 证实
ui-verdict-refuted = 否定
ui-verdict-undetermined = 未定
ui-version-draft = 草稿
ui-version-in_review = 审核中
ui-version-approved = 已批准
ui-version-published = 已发布
ui-version-superseded = 已被取代
ui-version-withdrawn = 已撤回
ui-event-none = 无事件
ui-event-open = 类型未判定
ui-span-seconds = { $n } 秒
ui-span-minutes = { $n } 分钟
ui-span-hours = { $n } 小时
ui-span-days = { $n } 天
ui-ago = { $span }前
ui-in = { $span }后

## Situation

ui-map-label = 诊断分布图
ui-map-all = 显示全部
ui-legend = 图例
ui-legend-severity = 填色越实越强
ui-legend-live = 虚线：仍在运行
ui-legend-none = 灰框：未发现事件
ui-legend-failed = 红框：失败
ui-attention = 需要关注
ui-list-count = 共 { $n } 项
ui-list-waiting = 有 { $n } 处变化：显示
ui-group-failed = 失败
ui-group-deadline = 一小时内到期
ui-group-review = 有事件，尚未发布
ui-group-changes = 审核中
ui-group-running = 进行中
ui-group-quiet = 无需处理
ui-turn = 第 { $n } 轮
ui-before-queued = 等待计算进程
ui-before-running = 正在读取资料
ui-before-finished = 没有结论
ui-before-failed = 首轮之前失败
ui-before-parked = 首轮之前搁置
ui-before-cancelled = 得出结论前已取消
ui-situation-empty-title = 尚无诊断
ui-situation-empty-text = 发起第一次诊断：选择资料并框选区域，或直接输入想了解的内容。

## Words of several pages

ui-who-service = { $name }（程序）
ui-reason-optional = 可不填
ui-nav-new-long = 新建诊断
ui-language-zh = 中文
ui-acts = 操作
ui-address = 地址
ui-age = 时效
ui-all = 全部
ui-all-categories = 全部类别
ui-all-events = 全部事件
ui-anomaly = 距平
ui-asked = 发起时间
ui-asked-by = 发起人
ui-attribution = 资料署名
ui-category = 类别
ui-category-dynamics = 动力
ui-category-thermodynamics = 热力
ui-category-moisture = 水汽
ui-change = 修改
ui-checked = 最近检查
ui-choose = 请选择
ui-comment = 批注
ui-conclusion = 结论
ui-copy = 复制
ui-deadline = 截止时间
ui-default = 默认值
ui-download = 下载
ui-event = 事件
ui-expires = 到期
ui-factor = 因子
ui-field = 要素
ui-fields = 要素数
ui-filter = 筛选
ui-filters-clear = 清除筛选
ui-find-nothing-short = 没有匹配项
ui-findings = 检查发现
ui-formula = 公式
ui-inputs = 输入
ui-keep = 保存
ui-leave = 放弃
ui-levels = 层次
ui-meaning = 含义
ui-more = 更多
ui-newer = 较新
ui-older = 较早
ui-no = 无
ui-yes = 有
ui-none = 无
ui-open = 打开
ui-operator = 算子
ui-pages-of-list = 列表翻页
ui-parameter = 参数
ui-position = 位置
ui-reason = 理由
ui-reason-hint = 会写入报告与审计日志
ui-references = 参考文献
ui-region = 区域
ui-remove = 移除
ui-roles = 角色
ui-source = 资料
ui-status = 状态
ui-surface = 地面
ui-take-back = 撤销
ui-time = 时间
ui-time-utc = 时间（UTC）
ui-times = 时次
ui-unit = 单位
ui-value = 数值
ui-verdict = 判定
ui-priority-low = 低
ui-priority-normal = 普通
ui-priority-high = 高
ui-kind-index = 指数
ui-kind-figure = 图
ui-kind-detector = 识别器
ui-kind-reduction = 归约

## Diagnoses

ui-diagnoses-none = 没有符合条件的诊断
ui-diagnoses-none-text = 可更换筛选条件，或新建诊断。
ui-diagnosis-parts = 诊断的各部分
ui-tab-run = 过程
ui-tab-evidence = 证据
ui-tab-report = 报告
ui-cancel = 取消
ui-cancel-title = 取消此诊断
ui-cancel-what = 将在当前步骤后停止。已有结果保留，但不再生成报告。
ui-cancel-send = 取消诊断
ui-cancelled-by = 已由{ $by }取消
ui-cancelled-what = 取消前的结果见下方；未得出结论，也没有报告。
ui-cancelling = 正在取消
ui-retry = 继续运行
ui-retry-asked = 已重新排队。
ui-rerun = 按原请求重跑
ui-rerun-changed = 修改后重跑

## The run

ui-live = 实时
ui-away = { $code ->
    [1012] 服务器正在重启（已 { $n } 秒），连接会自动恢复。
    [1013] 数据库已 { $n } 秒没有响应，连接会自动恢复。
    [4401] 登录已失效：请在上方窗口重新登录，页面将继续更新。
    [4403] 尚未登录：请在上方窗口以可读取诊断的角色登录，页面将继续更新。
    [4408] 本页接收过慢，会自动从中断处继续。
    [4429] 实时连接过多：请关闭不需要的页面；本页会等待并自动恢复。
   *[other] 连接已断开 { $n } 秒（代码 { $code }），会自动恢复。
  }
ui-was-away = 曾断开 { $n } 秒，其间有 { $events } 个事件，已全部补齐。
ui-progress = 进度
ui-progress-count = 已计入 { $n }/{ $target } 个因子
ui-progress-beyond = 已计入 { $n } 个因子（需要 { $target } 个）
ui-progress-rest = 第 { $turn } 轮：证实 { $confirmed }，否定 { $refuted }，未定 { $undetermined }
ui-progress-left = 待检验 { $n }
ui-progress-elapsed = 已用 { $span }
ui-progress-rest-time = 若后续因子均计入，约需 { $span }
ui-run-queued = 正在等待计算进程，过程会在此实时展开。
ui-note-claimed = 已被计算进程领取
ui-note-lease_lost = 计算进程失去响应，由另一进程接续。
ui-note-resumed = 从日志末尾接续。
ui-note-retried = 由{ $by }重新排队。
ui-note-parked = 已搁置：多次导致计算进程退出，等待人工处理。
ui-note-model_failed = 语言模型出错，改由专家策略接续。
ui-criteria = 判据
ui-preset = 判据组 { $name }
ui-firing-fired = 达到
ui-firing-likely_at_stations = 站点可能达到
ui-firing-not_fired = 未达到
ui-firing-not_assessable = 无法检验
ui-threshold-title = { $quantity }：{ $value }；阈值 { $limit }
ui-round-open = 进行中
ui-round-unfinished = 未完成
ui-decision-continue = 继续：待检验 { $n } 个
ui-decision-stop = 检验结束
ui-computing = 计算中
ui-judging = 判定中
ui-not-tested = 未检验
ui-step-failed = 步骤失败
ui-open-evidence = 打开证据：{ $name }
ui-blocked = { $n } 个因子在此资料上无法检验
ui-value-of = { $value }，阈值 { $limit }
ui-margin = 裕度 { $value }
ui-score = 得分 { $value }
ui-confidence = 置信度 { $n }%
ui-does-not-count = 不计入：平静地点或时段同样显著
ui-control_counts = 计入：{ $of } 个平静地点或时段中有 { $n } 个同样显著
ui-control_trivial = { $of } 个平静地点或时段中有 { $n } 个同样显著
ui-control_none = 资料中没有可对照的平静地点或时段
ui-control_as_strong = 同样显著
ui-control_weaker = 较弱
ui-control_absent = 不存在
ui-control_unknown = 无法判断
ui-causes = 竞争成因
ui-standing-leading = 主导
ui-standing-contributing = 参与
ui-standing-open = 未定
ui-standing-undecided = 不足以判定
ui-standing-untested = 未检验
ui-standing-fallen = 排除
ui-cause-for = 支持 { $n }
ui-cause-against = 反对 { $n }
ui-no-conclusion-yet = 尚无结论。
ui-occurrence-met = 达到判据
ui-occurrence-likely_at_stations = 站点可能达到，资料中未达阈值
ui-occurrence-not_met = 未达到任何判据
ui-occurrence-cannot_be_tested = 资料不足，无法检验
ui-explanation-confirmed = { $sure ->
    [high] 成因已确认
    [moderate] 成因较为可信
    [low] 成因得到支持，但可信度低
   *[none] 成因未确认：可信度不足
}
ui-explanation-partly = { $sure ->
    [high] 成因部分确认
    [moderate] 成因部分可信
    [low] 成因得到部分支持，但可信度低
   *[none] 成因未确认：可信度不足
}
ui-explanation-not_testable = 成因无法检验
ui-explanation-none = 成因未确认
ui-sure-high = 把握高
ui-sure-moderate = 把握中等
ui-sure-low = 把握较低
ui-sure-very_low = 把握很低
ui-limit-single_time = 仅基于单一时次。
ui-limit-began_before_data = 事件在资料起始前已开始。
ui-limit-lasts_beyond_data = 资料结束时事件仍在持续。
ui-limit-reaches_region_edge = 事件延伸至区域边缘。
ui-limit-types_not_tested = 部分事件类型无法检验。
ui-limit-coarse_grid = 格距对此类事件偏粗。
ui-stopped-target_reached = 结束：计入因子已足够。
ui-stopped-turns_used = 结束：轮次用尽。
ui-stopped-library_exhausted = 结束：指引库已全部检验。
ui-stopped-nothing_testable = 结束：资料上无可检验因子。
ui-stopped-empty_library = 结束：指引库没有此类事件条目。
ui-stopped-ordered = 按预报员指令提前结束。
ui-stopped-deadline = 因截止时间提前结束。
ui-read-report = 阅读报告（第 { $n } 版）
ui-data = 资料
ui-data-title = 名称
ui-data-times = 时次
ui-data-fields = 要素
ui-data-sound = { $n } 项检查未见可疑
ui-weight-tell = 提示
ui-weight-doubt = 存疑
ui-weight-refuse = 不予采用

## Steering

ui-steering = 干预
ui-order-pin = 优先
ui-order-veto = 排除
ui-order-add = 增加
ui-order-conclude = 收束
ui-order-pin-what = 下一个检验，占用五个名额之一。
ui-order-veto-what = 不再检验，已检验的不计入。
ui-order-add-what = 在五个之外再检验一个。
ui-order-conclude-what = 停止检验，以已检验因子作结论。
ui-order-give = 下达
ui-order-status-waiting = 等待
ui-order-status-applied = 已执行
ui-order-status-refused = 被拒
ui-order-status-missed = 未及执行

## Evidence

ui-tool-event_map = 事件分布图
ui-tool-situation_map = 天气形势图
ui-evidence-none = 尚无证据
ui-evidence-later = 每项证据计算完成后会出现在这里。
ui-evidence-never = 没有证据
ui-evidence-ended = 运行已结束，没有得出证据。
ui-evidence-no-chart = 此项证据没有图
ui-evidence-number = 证据 { $id }
ui-viewer-label = 图：{ $title }。加减号缩放，0 显示全图，F 全屏。
ui-viewer-hint = 双击放大，拖动平移
ui-zoom-in = 放大
ui-zoom-out = 缩小
ui-zoom-whole = 全图
ui-full-screen = 全屏
ui-usual = 常年平均
ui-series-usual = 色带为{ $baseline }平均（{ $mean }，{ $n } 个样本）上下一倍与两倍标准差。
ui-series-no-usual = 该资料没有气候态，故不绘色带。
ui-series-decisive = 判定时次为 { $time }。
ui-series-table = 数值表
ui-view = 视图
ui-view-chart = 图
ui-view-map = 交互地图
ui-map-none = 此项证据没有可绘于地图的场
ui-layer-contours = 等值线
ui-layer-vectors = 风
ui-layer-features = 识别特征
ui-map-more = 等值线、其他时次和探空需要即时计算。
ui-opacity = 不透明度
ui-two-panes = 双窗口
ui-swipe = 卷帘对比
ui-swipe-divider = 两幅地图的分界线
ui-swipe-value = 左侧 { $share } % 为 { $first }，右侧 { $rest } % 为 { $second }
ui-pane-left = 左：{ $title }
ui-pane-right = 右：{ $title }
ui-level = 层次
ui-cursor-hint = 指向或轻触地图读取数值
ui-field-map = { $title }分布图
ui-play = 播放时次
ui-time-before = 上一时次
ui-time-after = 下一时次
ui-sounding = 探空
ui-sounding-pick = 在地图上选择探空位置
ui-wind = 风
ui-hit-place = 地名
ui-hit-catalog = 工具
ui-hit-entry = 指引库
ui-hit-report = 报告
ui-hit-diagnosis = 诊断
ui-provenance = 来源
ui-entry = 指引库条目
ui-policy = 选取策略
ui-policy-expert = 专家策略
ui-input-digest = 输入摘要
ui-call = 调用
ui-controls = 与平静地点和时段对照
ui-control-away = { $direction }方 { $km } km
ui-control-then = 另一时次
ui-opinion = 独立复核
ui-opinion-agrees = { $library }结果一致
ui-opinion-differs = { $library }结果不同

## Report

ui-report-none = 尚无报告
ui-report-later = 检验结束后自动生成。
ui-report-failed = 运行失败，未能生成报告。
ui-report-never = 没有报告
ui-report-cancelled = 运行已取消，未生成报告。
ui-versions = 版本
ui-version = 第 { $n } 版
ui-version-of = 作者：{ $author }
ui-compare = 与第 { $n } 版比较
ui-withdrawn-by = 由{ $by }撤回：
ui-superseded-by = 已被第 { $n } 版取代。
ui-dissent-of = { $by }持异议：
ui-own-words = 预报员（{ $author }）自述，未经核对
ui-claims-count = { $n } 处引用
ui-not-opened = 未打开
ui-sentence-acts = 批注或更正此句
ui-comment-chart = 批注此图
ui-edit-replace = 改写（自述）
ui-edit-insert = 其后插入自述
ui-edit-remove = 删除
ui-edit-words = 自述
ui-edit-words-hint = 一行纯文字；标注为自述，不作核对
ui-edit-replace-done = 将改写为：
ui-edit-insert_after-done = 其后将插入：
ui-edit-remove-done = 将被删除。
ui-review = 审核
ui-review-text = 总体意见
ui-review-comments = 正文中已有 { $n } 条批注
ui-review-say-why = 请先在上方写明理由。
ui-submit = 提交审核
ui-submit-done = 已提交。
ui-approve = 批准
ui-approve-done = 已批准。
ui-request-changes = 要求修改
ui-request_changes-done = 已要求修改。
ui-reject = 否决
ui-reject-done = 已否决。
ui-publish = 发布
ui-publish-done = 已发布。
ui-next-draft = 下一步：提交审核；之后由审核员批准，再由值班领班发布。
ui-next-in_review = 下一步：由未撰写此报告的审核员批准，或要求修改。
ui-next-approved = 下一步：发布。发布人不得是作者或发起人，且须由另一人批准。
ui-withdraw = 撤回
ui-withdraw-what = 内容不会删除：人员仍可阅读并看到理由，服务接口不再提供。
ui-unopened-title = 尚有内容未打开
ui-unopened-text = 有 { $n } 项证据未曾打开。请先查看，或直接批准。
ui-unopened-look = 先查看
ui-unopened-approve = 直接批准
ui-exports = 导出
ui-export-html = HTML
ui-export-md = Markdown 文本
ui-export-json = JSON
ui-reviews = 审核记录
ui-reviews-none = 此版本尚无审核。
ui-verdict-of-approve = 批准
ui-verdict-of-request_changes = 要求修改
ui-verdict-of-reject = 否决
ui-corrections = 更正
ui-edits-count = 正文中有 { $n } 处改动
ui-correction-note = 更正说明
ui-correction-send = 提交更正
ui-correction-sent = 已提交，核对后生成新版本。
ui-correction-made = 已生成第 { $n } 版
ui-correction-waiting = 核对中
ui-correction-refused = 未通过
ui-diff-title = 第 { $from } 版至第 { $to } 版的变化
ui-diff-same = 没有差别
ui-diff-values = 数值

## New diagnosis

ui-words = 用文字描述
ui-words-hint = 读懂的内容会填入下方表单；有未读懂之处则不发送。
ui-words-example = 2026年7月5日长江下游是否出现暴雨，成因是什么？
ui-words-reading = 正在解读…
ui-words-question = 这是在询问数值，而非诊断。
ui-words-chart = 这是在要一张图，而非诊断。
ui-chip-remove = 去掉“{ $words }”
ui-leave-out = 略去
ui-assumed = { $part }（默认）
ui-new-last = 最近的请求
ui-source-times = { $n } 个时次，{ $fields } 个要素
ui-new-period = 时段
ui-new-whole-period = 资料全时段
ui-new-last-hours = 资料最后 { $n } 小时
ui-new-start = 起
ui-new-end = 止
ui-new-utc = UTC；留空为全时段
ui-new-event-hint = 留空则由资料判定
ui-new-any-event = 不限
ui-new-language = 报告语言
ui-new-priority = 优先级
ui-new-deadline-hint = UTC；可留空
ui-new-outside = 此区域超出资料范围。
ui-new-unread = 有文字未被读懂，读懂之前不会发送。
ui-new-send = 开始诊断
ui-new-plan = 仅看计划
ui-new-planning = 正在规划…
ui-calendar = 日历：{ $name }
ui-new-source-missing = 请选择资料。
ui-new-region-missing = 请在地图上框选，或输入四至。
ui-new-region-number = 四至须为度数。
ui-new-region-latitudes = 南界须小于北界，且均在 -90 至 90 之间。
ui-new-region-narrow = 西界与东界不能相同。
ui-new-time-form = 请写作 2026-07-05 06:00（UTC）。
ui-new-end-before-start = 止时早于起时。
ui-new-both-times = 起止时间须同时填写或同时留空。
ui-side-west = 西
ui-side-south = 南
ui-side-east = 东
ui-side-north = 北
ui-region-map = 选择区域的地图
ui-draw = 框选
ui-drawing = 请在地图上拖动
ui-feasible = 资料可支持的检验
ui-feasible-first = 选择资料与区域后显示。
ui-feasible-asking = 正在查看资料…
ui-testable-fully = 完全可检验
ui-testable-partly = 部分可检验
ui-testable-not = 不可检验
ui-factors-usable = { $of } 个因子中可用 { $n } 个
ui-plan = 计划
ui-plan-seconds = 预计约需 { $span }（据以往 { $n } 次诊断）。
ui-plan-no-seconds = 尚无以往诊断可供估计用时。
ui-plan-reads = 将读取 { $fields } 个要素、{ $times } 个时次，共 { $megabytes } MB。
ui-plan-blocked = { $n } 个条目在此资料上无法检验。
ui-health-ready = 就绪
ui-health-unread = 尚未被检查过。
ui-health-unwatched = 长时间未检查，可能已过时。
ui-health-unreadable = 无法读取。
ui-health-word-ready = 就绪
ui-health-word-unread = 未读
ui-health-word-unwatched = 久未检查
ui-health-word-unreadable = 不可读

## Ask

ui-ask-title = 提问
ui-ask-text = 问题
ui-ask-claim = 核对语句
ui-ask-text-label = 您的问题
ui-ask-text-hint = 询问资料中的数值、地点与时间
ui-ask-text-example = 2026年7月5日安徽850百帕最大风速是多少？
ui-ask-text-send = 提问
ui-ask-claim-label = 公报中的一句话
ui-ask-claim-hint = 逐条与资料比对
ui-ask-claim-example = 截至7月5日12时（世界时），江苏24小时降雨量超过100毫米。
ui-ask-claim-send = 核对
ui-ask-empty = 答案将显示在这里
ui-ask-empty-text = 并说明问题如何被理解，以及答案在图上的位置。
ui-ask-past = 以往提问
ui-ask-past-none = 暂无
ui-ask-read-as = 理解为
ui-ask-map = 答案所在位置
ui-claim-supported = 与资料相符
ui-claim-contradicted = 与资料不符
ui-claim-refuted = 与资料不符
ui-claim-not_supported = 资料不支持
ui-claim-undetermined = 无法判断
ui-claim-not_testable = 无法检验
ui-claim-found = 资料为 { $found }，语句为 { $stated }

## Sources and climatologies

ui-sources-none = 尚未登记资料
ui-sources-none-text = 由运维人员在平台设置（HVRMET_SOURCES）中登记。
ui-health = 状况
ui-newest = 最新时次
ui-has-climatology = 气候态
ui-step = 间隔 { $n } 小时
ui-source-name = 文件中的名称
ui-derived = 由 { $from } 推得
ui-climatologies-title = 气候态
ui-climatologies-text = 气候态给出某地某季的常态。有气候态时按距平判定，否则按绝对阈值判定。
ui-climatologies-having = 有气候态的资料
ui-climatologies-lacking = 无气候态的资料

## Library

ui-library-title = 诊断指引库
ui-library-entries = 条目
ui-library-coverage = 覆盖
ui-library-catalogue = 工具目录
ui-library-none = 尚未载入任何版本
ui-library-search = 搜索条目：因子、理由、文献
ui-catalogue-search = 搜索指数、图与识别器
ui-coverage-charts = 图
ui-coverage-reviewed = 已审定
ui-entry-draft = 草稿：阈值为业务默认值，尚未审定。
ui-entry-expected = 预期
ui-entry-timing = 时机
ui-entry-where = 位置
ui-entry-weight = 权重
ui-entry-supports = 支持成因
ui-entry-opposes = 反对成因
ui-entry-alternatives = 替代因子
ui-entry-experience = 经验
ui-entry-experience-text = 有事件的 { $tested } 例中证实 { $confirmed } 例，无事件的 { $tested_without } 例中证实 { $without } 例
ui-entry-tool = 计算工具
ui-reference-verified = 已核实
ui-reference-title_seen = 已见标题
ui-reference-from_knowledge = 凭知识引用，未核实

## Audit

ui-audit-at = 时间
ui-audit-action = 操作
ui-audit-actor = 操作人
ui-audit-subject = 对象
ui-audit-since = 起
ui-audit-until = 止
ui-audit-after = 变更后
ui-audit-action-example = report.published
ui-audit-actor-example = person:fan
ui-audit-subject-example = 诊断编号
ui-audit-since-example = 2026-07-05T00:00Z
ui-audit-until-example = 2026-07-06T00:00Z
ui-audit-none = 没有符合条件的记录

## Settings

ui-settings-own = 个人
ui-settings-sessions = 会话
ui-settings-members = 成员
ui-settings-keys = 密钥
ui-settings-webhooks = 网络回调
ui-settings-usage = 用量
ui-own-language = 语言
ui-own-language-text = 页面以及平台对您的答复所用语言。
ui-own-theme = 外观
ui-own-security = 登录安全
ui-centre-active = 当前
ui-centre-home = 默认中心
ui-centre-make-home = 设为默认
ui-session-browser = 浏览器
ui-session-from = 来源地址
ui-session-began = 开始
ui-session-seen = 最近使用
ui-session-present = 本会话
ui-session-end = 结束
ui-session-ended = 已结束。
ui-sessions-end-others = 结束其他全部会话
ui-last-sign-in = 最近登录
ui-own-roles = 不能修改本人角色
ui-member-sign-out = 强制退出
ui-invite = 邀请人员
ui-invite-hint = 对方在本平台的登录名
ui-invite-done = 已邀请。系统不发邮件，请自行告知对方。
ui-invitations = 邀请
ui-invitation-open = 待答复
ui-invitation-accepted = 已接受
ui-invitation-declined = 已谢绝
ui-invitation-revoked = 已撤销
ui-invitation-expired = 已过期
ui-role-viewer-may = 只读
ui-role-forecaster-may = 发起、取消、干预诊断
ui-role-reviewer-may = 审核报告
ui-role-duty_lead-may = 另可发布与撤回
ui-role-curator-may = 提议并采用指引库版本
ui-role-tenant_admin-may = 成员、密钥、回调、审计
ui-role-auditor-may = 查看密钥、成员、回调与审计日志
ui-role-service-may = 以程序身份发起、取消、干预
ui-key-name = 名称
ui-last-used = 最近使用
ui-key-revoked = 已吊销
ui-key-rotate = 更换密钥
ui-key-revoke = 吊销
ui-key-make = 新建密钥
ui-key-days = 有效天数
ui-secret = 密钥内容
ui-secret-once = 仅显示一次，请存入程序可读取之处。
ui-webhooks-none = 没有回调
ui-webhooks-none-text = 回调用于把报告发布与诊断结束通知其他程序。
ui-webhook-make = 新建回调
ui-webhook-events = 事件
ui-webhook-test = 发送测试
ui-webhook-tested = 测试消息已发出。
ui-webhook-pause = 暂停
ui-webhook-resume = 恢复
ui-deliveries = 最近消息
ui-delivery-pending = 待发
ui-delivery-delivered = 已送达
ui-delivery-dead = 已放弃
ui-delivery-cancelled = 已取消
ui-replay = 重发
ui-quota-jobs_per_hour = 近一小时任务数
ui-quota-running_jobs = 排队与运行任务数
ui-quota-storage_bytes = 存储
ui-quota-tokens_per_month = 本月语言模型用量
ui-no-limit = 不限

ui-saved-region = 已存区域
ui-saved-region-choose = 选择已存区域
ui-save-region = 保存此区域
ui-settings-regions = 区域
ui-regions-none = 尚未保存区域
ui-regions-none-text = 在新建诊断页面框选区域后，可命名保存。
ui-saved-by = 保存人
ui-corners = （多边形，{ $n } 个顶点）

## Design

ui-design-text = 全部设计变量与组件及其状态。颜色只用于天气与异常，界面本身只有底色、文字与线条。
ui-design-colour = 颜色
ui-design-type = 字号
ui-design-sample = 24小时降雨量达151.4毫米，位于32.0°N、118.0°E附近
ui-design-space = 间距
ui-design-buttons = 按钮
ui-design-fields = 输入框
ui-design-marks = 状态标记
ui-design-feedback = 提示、空状态与载入
ui-design-times = 时间
ui-design-layers = 浮层
ui-design-dialog = 对话框
ui-design-toast = 消息
