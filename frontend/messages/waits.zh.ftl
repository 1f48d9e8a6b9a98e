# 报告等待谁处理。

waits-you = 您
waits-others = 另外 { $count } 人
waits-mine-approve = 待您审阅
waits-mine-publish = 可由您发布
waits-for = 待{ $people }处理
waits-nobody = 本中心无人可以处理
waits-unopened = 尚未打开
