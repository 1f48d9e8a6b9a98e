# 服务器页面的全部文字（中文）。条目与 en.ftl 一一对应。

### section: format

# 列举与时间的写法
format-moment = { $date } { $clock }（UTC）
format-comma = { $first }、{ $second }

### section: site

# 各页面共用
site-skip = 跳到正文
site-needs_script = HVR-Met 需要 JavaScript。请为此地址启用，然后重新载入页面。
site-late = 页面尚未启动：网络较慢，或缺少页面文件。
site-late_again = 重新加载
site-account = 您的账号
site-language = 语言
site-english = English
site-chinese = 中文
site-no_centre = 未加入中心
site-back = 返回中心
site-invitations = 邀请与中心
site-factor = 双因素认证
site-password = 密码
site-operator = 运维管理
site-sign_out = 退出登录
site-mode_test = 测试：此处内容不供业务使用
site-mode_exercise = 演练：此处内容并非当前天气
site-mode_demonstration = 演示：此处内容不供业务使用

### section: unbuilt

# The page of a checkout in which nobody has built the application.
unbuilt-title = 页面尚未构建
unbuilt-text = 此平台直接从源代码目录运行。请在该目录的命令行中执行：
unbuilt-then = 然后重新载入本页。安装包和镜像已包含这些页面。

### section: notice

# 提示的类别，供读屏软件使用
notice-success = 已完成
notice-info = 提示
notice-debug = 提示
notice-warning = 注意
notice-error = 错误

### section: entrance

entrance-title = 登录
entrance-name = 用户名
entrance-password = 密码
entrance-submit = 登录
entrance-purpose = 极端天气诊断，每个数值都有依据
entrance-mismatch = 用户名或密码不正确，请核对后重试。
entrance-no_account = 没有账号？请联系平台运维人员开通，再由所在中心的管理员邀请加入。
entrance-lost = 忘记密码？请联系平台运维人员重新设置。
entrance-or = 或使用以下方式登录
entrance-varied = 至少包含 { $least } 个不同的字符，空格和大小写不计。

### section: first

# 尚无中心时的页面
first-title = 创建第一个中心
first-state = 系统已在运行，尚未创建任何中心。
first-command = 请在服务器上执行以下命令，创建中心及其首位管理员：
first-embedded = 内嵌平台
first-compose = Docker Compose
first-then = 完成后刷新本页并登录。
first-reload = 刷新

### section: factor

factor-required = 本系统要求双因素认证：请先在此添加，然后继续。
factor-answer = 答复邀请前，请先添加双因素认证。
factor-operator = 运维管理页面要求双因素认证：请先在此添加。

### section: invitation

invitation-title = 邀请与中心
invitation-open = 待答复的邀请
invitation-from = { $centre } 邀请您加入，角色：{ $roles }
invitation-roles = { $roles }
invitation-details = 邀请人：{ $inviter }；有效期至 { $until }。
invitation-accept = 接受
invitation-decline = 谢绝
invitation-accept_of = 接受 { $centre } 的邀请
invitation-decline_of = 谢绝 { $centre } 的邀请
invitation-none = 目前没有待答复的邀请。
invitation-ask = 目前没有待答复的邀请：请联系所在中心的管理员邀请用户 { $name }。
invitation-centres = 您的中心
invitation-home = 默认中心
invitation-active = 当前中心
invitation-nowhere = 您已登录（{ $name }），目前不在任何中心工作。
invitation-lost = 您已不是原工作中心的成员：请进入其他中心，或重新登录。
invitation-operator = 运维管理页面
invitation-accepted = 已接受邀请，{ $centre } 已列入您的中心。
invitation-declined = 已谢绝 { $centre } 的邀请。
invitation-choose = 请选择“接受”或“谢绝”。
invitation-gone = 未作任何更改：该邀请已失效。
invitation-closed = 未作任何更改：该邀请已答复或已撤回，或邀请人已无邀请权限。请联系对方重新邀请。

### section: role

role-viewer = 浏览者
role-forecaster = 预报员
role-reviewer = 审核员
role-duty_lead = 值班首席
role-curator = 指南库管理员
role-tenant_admin = 中心管理员
role-auditor = 审计员
role-service = 服务账号

### section: operator

operator-choose_tenant = 请先选择中心：在列表中勾选一个，再执行“Show the rows of this tenant”。您要打开的页面只显示一个中心的数据。

### section: fault

# 错误页：标题、发生了什么、怎么办
fault-request_id = 请求编号
fault-quote = 求助时请提供此编号。
fault-start = 返回首页
fault-wait = 请在 { $seconds } 秒后重试。

fault-bad_request-title = 无法处理此请求
fault-bad_request-happened = 地址或表单中含有系统不接受的内容。
fault-bad_request-do = 请返回重试。若仍出现，请删除本站的 Cookie。

fault-not_authenticated-title = 请先登录
fault-not_authenticated-happened = 此页面须登录后查看，您的会话可能已结束。
fault-not_authenticated-do = 登录后将回到此页面。
fault-not_authenticated-link = 登录

fault-forbidden-title = 无权查看
fault-forbidden-happened = 您的角色不包含此页面，或您当前不在其所属中心。
fault-forbidden-do = 请返回您的中心，或向中心管理员申请所需角色。

fault-csrf-title = 表单未被接受
fault-csrf-happened = 表单打开时间过长，或您在此期间登录或退出过，或浏览器未保存 Cookie。
fault-csrf-do = 请返回并刷新页面后重新提交，并允许本站使用 Cookie。

fault-second_factor-title = 缺少双因素认证
fault-second_factor-happened = 本系统要求双因素认证，而您登录时未使用。
fault-second_factor-do = 请为账号添加双因素认证，然后重新打开此页面。
fault-second_factor-link = 添加双因素认证

fault-operators-title = 此处仅供运维人员使用
fault-operators-happened = 这里是本系统运维人员的工作页面。您的账号不是运维账号，或无权打开此页。
fault-operators-do = 请返回您的中心。如确需使用，请联系本系统的运维人员。

fault-not_found-title = 此处没有内容
fault-not_found-happened = 没有这个地址的页面，或它属于您当前不在的中心。
fault-not_found-do = 请核对地址，或从首页开始。

fault-too_large-title = 发送的内容过多
fault-too_large-happened = 表单长度超过系统允许的范围。
fault-too_large-do = 请返回并减少内容后再提交。

fault-too_many-title = 尝试次数过多
fault-too_many-happened = 短时间内尝试或请求次数过多。等待期内的尝试无效。
fault-too_many-do = 请稍候再试。若忘记密码，请联系运维人员。

fault-internal-title = 系统故障
fault-internal-happened = 系统内部出错，已记录。与您输入的内容无关。
fault-internal-do = 请稍后重试。若仍失败，请将请求编号告知运维人员。

fault-unavailable-title = 暂时无法使用
fault-unavailable-happened = 系统在运行，但数据库暂时无法连接，或等待处理的请求过多。
fault-unavailable-do = 请稍后重试。若持续如此，请通知运维人员。
