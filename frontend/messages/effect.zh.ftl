### Texts of what a change of the library would do; they come with it.

effect-title = 对诊断的影响
effect-see = 查看对诊断的影响
effect-see-runs = 再用本中心的诊断检验
effect-see-cases = 再用生成的个例检验
effect-again = 重新检验
effect-nothing = 不会改变任何判定：仅文字和出处有所不同。
effect-mend-first = 修改建议中有错误或缺项。请先改正，再检验其影响。
effect-unmeasured = 在有人作出决定之前，可先用以往的诊断和生成的个例检验这一改动。检验需要几分钟，其间可继续工作。
effect-outdated = 提出检验之后内容又有改动。请重新检验，以了解现在的影响。
effect-in-review = 以下为提交审阅时各项取值的影响。修正在发送时检验。
effect-now = 现行
effect-then = 改动后
effect-other-language = 用英文显示各句
effect-entry-others = 同一修改建议的另外{ $count }个条目

## While an entry is being written

effect-sentence = 报告中会写的句子
effect-sentence-waits = 正在判定…
effect-sentence-wrong = 草稿中有错误或缺项。改正后即显示句子。
effect-sentence-none = 没有可显示的句子：
effect-sentence-failed = 此处未能判定。可检验影响以了解更多。
effect-sentence-case = 依据生成的个例；本中心检验过该条目的诊断均不足以判定

## Measuring

effect-stage-waiting = 等待处理
effect-stage-running = 正在检验
effect-stage-measured = 检验完成
effect-stage-failed = 未能完成检验。
effect-stage-unmeasured = 尚未检验
effect-progress-runs = 已检验诊断{ $done }/{ $total }个
effect-progress-cases = 已检验个例{ $done }/{ $total }个
effect-renewed = 正在重新检验。完成之前仍显示原来的结果。
effect-again-failed = 未能重新检验；以下为原来的结果。
effect-outdated-newer_runs = 检验之后又有了更新的诊断。
effect-outdated-newer_software = 检验时所用软件版本与现在不同。
effect-outdated-other_library = 检验之后指标库的其他条目或判据有改动。
effect-stop = 停止检验

## In the centre's diagnoses

effect-runs = 在本中心的诊断中
effect-runs-own = 此部分仅本中心可见。
effect-runs-none = 本中心尚无涉及这一改动的诊断，无法用以往的诊断检验。
effect-runs-same = 本中心的{ $runs }个诊断中，没有判定改变。
effect-runs-change = 本中心的{ $runs }个诊断中，有{ $changed }个的判定改变：{ $what }。
effect-runs-newest = 已检验{ $of }个中最新的{ $runs }个。
effect-runs-rate = 可以判定的诊断中已证实
effect-runs-not-counted = 其中{ $count }个不计入（无事件时同样强）
effect-touched-runs = 在判定该条目的{ $judged }个诊断中，所改内容在{ $touched }个中参与了判定。
effect-untouched-runs = 在判定该条目的{ $judged }个诊断中，所改内容均未起作用：起决定作用的是条目的其他阈值，或者条目未被检验。因此这些诊断不能说明这一改动的影响。
effect-run-asked = 提交于
effect-change-lost = { $count }个不再证实
effect-change-won = { $count }个新证实
effect-change-open = { $count }个不再能判定
effect-change-decided = { $count }个首次可以判定
effect-change-begun = { $count }个首次检验
effect-change-dropped = { $count }个不再检验
effect-change-counts = { $count }个计入与否不同
effect-ends = 诊断结论：{ $what }。
effect-end-unexplained = { $count }个不再有成因解释
effect-end-explained = { $count }个首次得到成因解释
effect-end-cause = { $count }个首要成因不同
effect-end-partly = { $count }个仅得到部分解释
effect-end-fully = { $count }个得到完整解释
effect-end-status = { $count }个仍无成因解释，但原因不同
effect-end-support = { $count }个依据其他因子
effect-end-unsure = { $count }个可信度降低
effect-end-surer = { $count }个可信度提高
effect-end-causes = { $count }个次要成因不同
effect-verdicts = 改变的{ $count }个判定
effect-fired = 满足条目而无变化的最新{ $count }个诊断
effect-conclusions = 改变的{ $count }个结论
effect-conclusions-hint = 依据各诊断当时检验过的因子。新的诊断会另找因子代替失去的因子。
effect-undecided = { $count }个诊断无法重新判定
effect-undecided-runs = { $count }个诊断
effect-basis-evidence = 依据诊断保存的证据
effect-basis-data = 由资料重新计算
effect-not-asked = 未检验
effect-not-counted = 已出现但不计入：无事件时同样强
effect-counts-unknown = 是否计入尚不可知：证据中没有无事件时的比较
effect-status-confirmed = 成因已确立
effect-status-partly = 成因部分确立
effect-status-not_testable = 成因无法检验
effect-status-none = 未确立成因
effect-factor-gone = 不再计入：{ $names }
effect-factor-new = 新计入：{ $names }
effect-factor-order = 因子相同，次序不同
effect-confidence-high = 可信度高
effect-confidence-moderate = 可信度中等
effect-confidence-low = 可信度低
effect-confidence-very_low = 可信度很低

## On the generated cases

effect-cases = 在生成的个例上
effect-cases-same = { $cases }个生成的个例中，没有判定改变。
effect-cases-change = { $cases }个生成的个例中，有{ $changed }个的判定改变：{ $what }。
effect-cases-rates = { $judged ->
    [0] { $cases }个生成的个例均不判定该条目。
   *[other] { $cases }个生成的个例中，有{ $judged }个判定该条目；比率只计其中可以检验的个例。条目页面上的命中来自标注个例，因此两者不同。
  }
effect-touched-cases = 所改内容在{ $judged }个个例中的{ $touched }个里参与了判定。
effect-untouched-cases = 所改内容在{ $judged }个个例中均未起作用：起决定作用的是条目的其他阈值，或者条目未被检验。因此这些个例不能说明这一改动的影响。
effect-conclusions-cases-hint = 每个个例都按改动后的内容重新推断：路径不同，检验的因子也可能不同。
effect-cases-right = { $right }项原本错误的结果变为正确。
effect-cases-both = { $wrong }项原本正确的结果变为错误，{ $right }项原本错误的结果变为正确。
effect-cases-wrong = { $count }项原本正确的结果变为错误。
effect-turned-wrong = 原本正确，改动后错误
effect-turned-right = 原本错误，改动后正确
effect-case-own = 在含该事件的个例中
effect-case-other = 在{ $event }个例中
effect-case-none = 在无事件的个例中

## What criteria of events make of diagnoses and cases

effect-criteria-rate = { $event }：可以检验的个例或诊断中达到判据
effect-criteria-runs-none = 本中心尚无采用这一判据的诊断，无法用以往的诊断检验。
effect-criteria-runs-undecided = 本中心采用这一判据的{ $runs }个诊断均无法重新判定。
effect-criteria-runs-same = 本中心采用这一判据且可以判定的{ $runs }个诊断中，各类事件的判定均不变。
effect-criteria-runs-change = 本中心采用这一判据且可以判定的{ $runs }个诊断中，有{ $changed }个的事件判定改变：{ $what }。
effect-criteria-cases-same = 所有生成的个例中，各类事件的判定均不变。
effect-criteria-cases-change = 有{ $changed }个生成的个例的事件判定改变：{ $what }。
effect-type-gone = { $count }个不再达到判据
effect-type-come = { $count }个新达到判据
effect-type-graded = { $count }个等级不同
effect-type-moved = { $count }个仍达到判据，但时间、峰值或名称不同
effect-type-open = { $count }个仍未达到判据，但判定不同
effect-events = 首要事件：{ $what }。
effect-event-none = { $count }个不再有事件
effect-event-first = { $count }个首次有事件
effect-event-other = { $count }个改为另一类事件
effect-criteria-runs = 改变的{ $count }个诊断
effect-criteria-cases = 改变的{ $count }个个例
effect-criteria-event = 首要事件
effect-criteria-no-event = 无事件

## Why right results may turn wrong

effect-reason = 为何可以接受这些错误
effect-reason-hint = 审阅者会在修改理由旁看到它。缺少说明时，修改建议不能提交，也不能通过。
effect-reason-missing-here = 尚无人说明为何可以接受这些错误。请撤回修改建议，并在此说明。
effect-reason-missing-there = 尚无人说明为何可以接受这些错误。请在修改建议的页面说明。
effect-reason-there = 前往修改建议
effect-accepted-unmeasured = 其中有改动在检验其对生成个例的影响之前即被接受，理由是：
effect-reason-missing-release = 有提出人尚未说明为何可以接受这些错误。
effect-reason-missing-owner = 尚无人说明为何可以接受这些错误。请提出人撤回修改建议，在其页面说明。
