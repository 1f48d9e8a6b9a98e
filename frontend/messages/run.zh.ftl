### Texts of a diagnosis that is followed.

## Head

run-title = 诊断
run-stage-waiting = 等待处理
run-stage-reading = 正在读取并检查资料
run-stage-classifying = 正在判别天气类型
run-stage-testing = 正在检验诊断因子
run-stage-writing = 正在撰写报告
run-stage-ended = 已结束
run-works = { $role }工作中
run-round = 第 { $turn } 轮
run-round-of = 第 { $turn } 轮，至多 { $most } 轮
run-counted = 已确认 { $counted } 个有效因子，目标 { $wanted } 个
run-left = 指南库中还有 { $count } 个因子待检验
run-since = 已用时 { $time }
run-took = 用时 { $time }
run-attempt = 一个处理进程曾中断，第 { $attempt } 次接续，从中断处继续。
run-read = 阅读报告
run-again = 重新运行
run-retry = 从当前进度重试
run-stop = 停止
run-conclude = 立即下结论
run-order = 添加或指定因子
run-cancelling = 正在停止。

## The connection

run-away = 连接已中断 { $time }，期间的进展不会丢失。
run-missed = 连接曾中断 { $time }，{ $events ->
    [0] 期间没有新进展
   *[other] 期间的 { $events } 条进展已补上
  }。
run-close-1006 = 网络或服务器中断，将自动重连。
run-close-1011 = 服务器未收到本浏览器的响应，将自动重连。
run-close-1012 = 服务器正在重启，随后自动继续。
run-close-1013 = 数据库没有响应，将自动重连。
run-close-4400 = 连接地址无法识别，请重新加载页面。
run-close-4401 = 您的查看权限已失效，请重新登录。
run-close-4403 = 您未登录或无权查看诊断，请用有权限的角色登录。
run-close-4404 = 本中心没有这个诊断。
run-close-4408 = 本浏览器过久未接收数据，将从中断处继续。
run-close-4429 = 打开的连接过多，请关闭其他窗口；将自动重连。

## Failure

run-failed = 诊断失败
run-parked = 诊断已挂起
run-cancelled = 诊断已停止
run-stands = { $count ->
    [0] 尚未判定任何因子。
   *[other] 已判定 { $count } 个因子，见下。
  }
run-cure-retry = 可从当前进度重试，已有结果会保留；若再次失败，请修改请求或告知运维人员。
run-cure-change = 修改请求

## Criteria

run-never = 运行在此之前已结束。
run-criteria = 天气类型
run-criteria-none = 资料读取后检验各类标准。
run-ruled-out = 可以排除
run-examined = 诊断对象
run-against = （{ $value }，阈值 { $threshold }）

## Rounds

run-rounds = 假设与判定
run-rounds-none = 判明天气类型后提出因子。
run-stand-proposed = 待检验
run-stand-working = 检验中
run-stand-confirmed = 已确认
run-stand-not_counted = 已确认，不计入
run-stand-refuted = 未发现
run-stand-undetermined = 无法判定
run-stand-blocked = 资料不足
run-stand-failed = 出错
run-stand-set_aside = 已排除
run-uncounted-without_the_event = 在没有该天气的地方同样明显。
run-uncounted-restates = 与天气标准是同一个量。
run-uncounted-repeats = 同一现象已计入。
run-ordered = 由人员指定
run-instead = 替代{ $name }
run-why = 检验理由
run-found-at = 位置
run-searched-in = 检索范围
run-decided-continue = 继续：还有 { $left } 个因子待检验。
run-decided-target_reached = 结束：已有足够的有效因子得到确认。
run-decided-turns_used = 结束：轮次已用完。
run-decided-library_exhausted = 结束：指南库中没有其他因子。
run-decided-nothing_testable = 结束：资料不支持其他因子。
run-decided-empty_library = 结束：指南库没有此类天气的条目。
run-decided-ordered = 结束：由人员要求下结论。
run-decided-deadline = 结束：时限将至。
run-decided-stop = 结束。

## Beside

run-map = 各因子的位置；假设与判定中有同样的文字说明
run-no-map = 此处无法绘制地图，各因子的位置见假设与判定。
run-causes = 可能的成因
run-causes-none = 判定因子后比较各成因。
run-for = 支持 { $count }
run-against-count = 反对 { $count }
run-standing-leading = 主导
run-standing-contributing = 次要
run-standing-open = 未定
run-standing-fallen = 已排除
run-charts = 图表
run-charts-none = 图表绘成后在此显示。
run-chart-open = 打开图表：{ $title }
run-orders = 干预指令
run-order-by = { $who }，理由：{ $reason }
run-order-refused = 未采纳：{ $message }
run-asked-by = 提交人
run-library = 指南库{ $version }

## Orders

run-action-pin = 指定
run-action-veto = 排除
run-action-add = 添加
run-action-conclude = 下结论
run-order-title = 要求检验因子
run-order-lead = 该因子将优先检验。指定的因子占五个名额之一，添加的因子不占名额；判定方法不变。
run-order-kind = 方式
run-order-factor = 因子
run-order-choose = 选择因子
run-order-reason = 理由
run-order-reason-hint = 理由会写入报告和审计日志。
run-order-pin = 指定：占五个名额之一
run-order-add = 添加：不占名额
run-order-from = 判明天气类型后可以下达指令。
run-order-until = 指令在下一步之前生效，得出结论后不再受理。
run-closed-ended = 运行已结束，不能再下达此指令。可重新运行后再下达。
run-closed-over = 运行已自行结束。
run-closed-parked = 诊断已挂起，不受理指令。请先从当前进度重试，再下达指令。
run-closed-concluded = 运行已得出结论，正在撰写报告，不能再下达此指令。可重新运行后再下达。
run-closed-tested = 该因子已在此期间检验。
run-closed-aside = 该因子已在此期间排除。
run-closed-stopping = 已在停止中。
run-closed-kept = 已填写的内容保留在此，可以复制。
run-veto-title = 排除{ $name }
run-veto-lead = 该因子不计入（或不再检验），由其他因子替补；之后可用“指定”恢复。
run-conclude-title = 立即下结论
run-conclude-lead = 停止搜索，结论以已检验的因子为依据，报告会注明。
run-stop-title = 停止诊断
run-stop-lead = 诊断将结束且没有报告，已有结果保留在日志中。
run-stop-act = 停止诊断
run-no-steer = 您可以查看；干预诊断需要预报员角色。
