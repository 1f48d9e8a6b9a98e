### 只用于报告页面的文本，随该页面加载。

## Head

report-written = { $author }生成
report-corrected = 系统自动生成，{ $people }订正
report-by-platform = 系统自动
report-versions = 版本
report-version-of = 第 { $number } 版，共 { $count } 版
report-compare-heading = 与下列版本比较
report-compare = 第 { $number } 版
report-language = 报告语言
report-one-language = 该版本只保存了一种语言。
report-files = 文件
report-file-html = 带图页面（HTML）
report-file-md = 文本（Markdown）
report-file-json = 数据（JSON）
report-print = 打印
report-sections = 报告各部分
report-newer = 已有较新的第 { $number } 版。
report-newer-open = 打开
report-draft = 尚未批准
report-idealised = 理想个例，仅供演练：并非实际天气。
report-withdrawn = 已由{ $who }撤回：{ $reason }
report-superseded = 已被第 { $number } 版取代。
report-dissent = { $who }不同意：{ $text }
report-references = 参考文献

## Where there is none

report-none-title = 此处尚无报告
report-none-running = 诊断正在进行，完成后报告会出现在这里。
report-none-failed = 诊断失败，因此没有报告：{ $reason }
report-none-cancelled = 诊断在写出报告之前已被取消。
report-none-version = 该诊断没有这一版本。
report-none-run = 查看诊断进展
report-missing-title = 该版本暂时不能逐句显示
report-missing-text = 它由较早的发行版写成。平台会在几分钟内准备好；在此之前可以按文件阅读。

## Facts and topics

report-fact-what = 天气事件
report-fact-where = 落区
report-fact-when = 时段
report-fact-severity = 强度
report-fact-cause = 成因
report-fact-data = 资料
report-topic-happened = 发生了什么
report-topic-doubts = 资料疑点
report-topic-story = 天气形势
report-topic-why = 成因
report-topic-against = 不利证据
report-topic-untested = 未能检验的内容
report-topic-environment = 未能检验的类型的环境条件
report-topic-watch = 后续关注

## Charts

report-chart = 图 { $number }
report-chart-open = 放大图 { $number }
report-chart-of = 图 { $number }，共 { $count } 幅
report-chart-previous = 上一幅图
report-chart-next = 下一幅图
report-chart-whole = 整幅显示
report-chart-size = 原始大小
report-chart-lost = 图未能加载。

## Evidence

report-evidence = 证据
report-evidence-lead = 点选正文中的数值或一项证据，即可查看其来源。
report-evidence-all = 全部证据
report-evidence-places = { $count ->
    [0] 正文未提及
   *[other] 正文中 { $count } 处
  }
report-verdict-confirmed = 符合
report-verdict-refuted = 不符合
report-verdict-undetermined = 无法判断
report-verdict-none = 仅展示，不作判断
report-not-counted = 符合，但无该天气时也同样出现，不作依据

## Reviews

report-reviews = 审阅
report-not-opened = 尚未打开
report-comment-here = 写意见
report-comments-here = { $count } 条意见
report-next-publish = 前往发布
report-next-approve = 前往审阅
report-next-submit = 前往送审

## Differences

report-diff = 第 { $before } 版到第 { $after } 版的变化
report-diff-back = 阅读第 { $number } 版
report-diff-same = 两个版本内容相同。
report-diff-values = 数值
report-diff-conclusion = 结论
report-diff-charts = 图
