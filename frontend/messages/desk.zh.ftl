# 对报告版本的操作：意见、审阅结论与发布。

desk-way = 版本流程
desk-acts = 您可以做的
desk-act-submit = 送审
desk-act-publish = 发布
desk-act-withdraw = 撤回
desk-over-superseded = 本版本已被后续版本取代。
desk-over-withdrawn = 本版本已撤回，不再处理。

## Who can take it on

desk-next-now-approve = 可由{ $approve }批准，再由{ $publish }发布。
desk-next-now-publish = 可由{ $publish }发布。
desk-next-now-nobody = 本中心没有人能让本版本走到发布。
desk-next-approval-approve = 您批准之后，还须由{ $approve }批准，再由{ $publish }发布。
desk-next-approval-publish = 您批准之后，可由{ $publish }发布。
desk-next-approval-nobody = 您批准之后，本中心没有人可以发布。
desk-next-correction-approve = 您订正之后，新版本可由{ $approve }批准，再由{ $publish }发布。
desk-next-correction-nobody = 您订正之后，本中心没有人可以发布新版本。
desk-lack-approve = 批准者须既非撰写者、也非发布者：管理员可再邀请一名审阅员，或授予某人该角色。
desk-lack-publish = 发布者须为既未撰写、也未请求本诊断的带班首席：管理员可再邀请一名，或授予某人该角色。

## Why not

desk-why-act = 无法{ $act }：
desk-why-role = 仅限{ $roles }。
desk-why-wrote = 本版本由您撰写或订正，须由他人完成。
desk-why-asked = 本诊断由您请求，须由他人发布。
desk-why-approval = 尚无他人批准。
desk-why-not-opened = 您尚未打开本版本。
desk-why-not-whole = 尚有章节未在屏幕上显示；章节末尾停留一秒方算读过。
desk-why-not-approved = 尚未批准。
desk-why-status = 本版本当前状态为“{ $status }”。

## Comments and verdicts

desk-part = 所选的部分
desk-comment = 您对此处的意见
desk-comment-kept = 将与下方的审阅结论一并发出；发出之前由本窗口保留。
desk-comment-how = 要对某段或某图提意见或订正，请按其旁边的“写意见”。
desk-comment-drop = 去掉
desk-comments-waiting = 尚未发出的意见
desk-word = 您对本版本的结论
desk-verdict = 结论
desk-verdict-comment = 仅提意见
desk-verdict-request_changes = 要求修改
desk-verdict-approve = 批准
desk-verdict-reject = 否决
desk-verdict-means-comment = 版本状态不变。
desk-verdict-means-request_changes = 版本退回审阅；若已发布，则您的异议随版本公布。
desk-verdict-means-approve = 本版本已发布；您先前的异议就此撤销。
desk-verdict-means-reject = 版本将被撤回，不可恢复；若已发布，则您的异议随版本公布。
desk-newer = 另有较新的第 { $number } 版（{ $status }），其改动不在本版本中。
desk-text = 说明
desk-reason = 理由
desk-send-comment = 发出意见
desk-send-request_changes = 要求修改
desk-send-approve = 批准
desk-send-reject = 否决
desk-sent-comment = 意见已附于本版本。
desk-sent-request_changes = 已要求修改。
desk-sent-approve = 您已批准本版本。
desk-sent-reject = 您已否决本版本。
desk-approve-unopened = 您有 { $count } 处尚未打开，批准意见中将注明。
desk-approved-unopened = 有 { $count } 处未打开
desk-unopened-how = 章节须读到末尾（停留一秒），图须放大查看，证据须打开其来源，方算打开。
desk-unopened-section = 章节：
desk-unopened-figure = 图：
desk-unopened-evidence = 证据：

## Publication

desk-publish-title = 发布第 { $number } 版
desk-publish-lead = 本版本将以您的名义发给本中心的用户与服务，此前各版本即被取代。
desk-publish-dissent = 以下异议随版本公布：{ $text }
desk-publish-remarks = 对本版本及此前版本共有 { $count } 条意见，不影响发布：
desk-publish-own = 有 { $count } 处是个人撰写的文字，未与证据核对。
desk-publish-unopened = 您本人有 { $count } 处尚未打开。
desk-withdraw-title = 撤回第 { $number } 版
desk-withdraw-lead = 本版本在此仍可阅读，上方注明您的理由；接口不再提供。此操作不可恢复。
desk-withdraw-reason = 理由

## History and reviews

desk-history = 操作记录
desk-history-corrects = 订正第 { $number } 版：{ $note }
desk-deed-written = 撰写
desk-deed-made = 订正
desk-deed-submitted = 送审
desk-deed-corrected = 提交订正
desk-deed-correction_refused = 的订正未通过检查
desk-deed-published = 发布
desk-deed-superseded = 以第 { $number } 版取代
desk-deed-withdrawn = 撤回
desk-reviews = 审阅意见
desk-reviews-none = 该版本尚无审阅意见。
desk-review-approve = 同意
desk-review-request_changes = 要求修改
desk-review-reject = 否决
desk-review-comment = 提出意见
desk-review-dissent = 发布之后
desk-earlier = 对此前版本的意见
desk-earlier-approved = 之后批准了第 { $number } 版
desk-earlier-standing = 对此前版本有 { $count } 条异议，提出者此后尚未批准任何版本。
desk-comment-title = 关于标题
desk-comment-sentence = 关于“{ $text }”
desk-comment-claim = 关于数值 { $text }
desk-comment-figure = 关于一幅图
