### 应用程序的文字。天气、要素和等级的名称取自科学部分的词表。

## Frame

skip = 跳到正文
pages = 页面
start-page = 首页
page-situation = 态势
page-new = 新建诊断
page-diagnoses = 诊断
page-reports = 报告
page-library = 指南库
page-members = 成员
page-components = 界面组件
no-centre = 无法访问该中心
your-centres = 所在中心
centre-menu = 中心：{ $centre }
find = 跳转
mode-test = 测试：此处内容不供业务使用
mode-exercise = 演练：此处内容并非当前天气
mode-demonstration = 演示：此处内容不供业务使用
calendar = 日历
clock-local = 本地 { $time }
local-time = 本地时间：{ $time }
close = 关闭
leave = 取消
try-again = 重试
load-again = 重新加载
loading = 正在加载

## Person

person-menu = { $person } 的账号
language = 语言
theme = 外观
theme-dark = 深色
theme-light = 浅色
more = 更多
invitations = 邀请与中心
second-factor = 双因素认证
change-password = 修改密码
api-docs = API 文档
operator-pages = 运维页面
sign-out = 退出登录

## Keys

key-sheet = 键盘快捷键

## Sign-in and confirmation

sign-in = 登录
password = 密码
code = 验证码
code-hint = 来自身份验证器应用，或使用恢复码
again-title = 会话已结束
again-text = 请以 { $person } 的身份重新登录，从中断处继续。已填写的内容不会丢失，已提交的请求会在登录后发送。
again-elsewhere = 用其他方式登录（在新窗口打开）
confirm-title = 请确认您的身份
confirm-text = 此操作较为敏感，而您登录已有一段时间。
confirm-act = 确认
confirm-by-password = 使用密码
confirm-by-code = 使用验证码
confirm-provider = 您通过所在单位登录。请先退出，再从单位重新登录，然后重复此操作。
other-title = 已有其他人登录
other-text = { $other } 已在此浏览器的另一个窗口登录。本窗口属于 { $person }，无法继续使用。
other-load = 以 { $other } 的身份继续

## What went wrong

problem-page = 页面的某个部分出错了。这是平台的问题，与您的操作无关。
problem-unreachable = 平台没有响应，可能是网络中断或服务器正在重启。已填写的内容会保留，请一分钟后重试。
problem-forbidden = 您没有此项权限。
problem-missing = 此地址没有内容，或属于其他中心。
problem-conflict = 您打开后内容已有更新，请重新加载后再处理。
problem-busy = 平台繁忙。已填写的内容会保留，请一分钟后重试。
problem-fault = 平台内部出错，请将请求编号告知运维人员。
problem-refused = 平台未接受此请求。
problem-wait = { $seconds } 秒后可以重试。
problem-request = 请求编号 { $id }
pages-old = 打开本页之后，平台已升级。重新加载时，新建诊断的填写内容和筛选条件都会保留。
pages-incomplete = 本页有一部分未能加载，可能是网络中断或服务器暂不可用。请稍后重新加载，新建诊断的填写内容和筛选条件都会保留。
pages-typed = 本页有已填写但尚未提交的内容，重新加载将会丢失。
pages-load-anyway = 仍然重新加载
page-lost-title = 此页面未能加载
page-lost-text = 如果是平台没有响应，恢复后页面会自动打开；如果是平台已升级，请用下方按钮重新加载。
no-page-title = 页面不存在
no-page-text = 网址可能有误，或来自旧版本。
not-your-centre-title = 您不是该中心的成员
not-your-centre-text = 网址可能有误，或您已不再是该中心成员。您可进入：

## Times

open-start = 或更早：资料或时段由此开始
open-end = 或更晚：资料或时段到此结束
ago-minutes = { $count } 分钟前
ago-hours = { $count } 小时前
ago-days = { $count } 天前

## Lists

signed-in-as = 当前用户：{ $person }
key-then = 再按
found = 诊断结论
read-version = 第 { $number } 版
read = 阅读
no-report-title = 尚无报告
no-report-text = 诊断仍在进行，或已结束而没有报告。
list-foot = 共 { $count } 条 · { $time }（世界时）更新
ago-now = 刚刚
any = 全部
event = 天气事件
region = 区域
period = 时段
source = 数据源
state = 状态
asked = 提交时间
report = 报告
version = 版本
changed = 更新时间
newer = 较新
older = 较早
pager = 列表分页
show-all = 显示全部
filtered-title = 没有符合筛选条件的内容
filtered-text = 其余内容被筛选条件排除。
whole-source = 数据源全部时次
change-before = 删除
change-after = 新增
diagnoses-lead = 基于本中心资料的诊断任务，按提交时间倒序
diagnoses-empty-title = 尚无诊断
diagnoses-empty-text = 诊断需要区域、时段和数据源。请在“新建诊断”页提交，之后会出现在这里。
reports-lead = 本中心的全部报告，最新在前
versions-newest = 最新
versions-all = 全部版本
reports-corrected = 订正：“{ $text }”
reports-note = 说明：“{ $text }”
reports-empty-title = 尚无报告
reports-empty-text = 每次诊断完成后都会在此生成一份报告草稿，供审核。
event-none = 无事件
event-untested = 无法检验
event-not-met = { $event }：未达标准
event-not-testable = { $event }：无法检验
event-reached = { $event }：此处达到阈值，范围未知
event-likely = { $event }：测站可能出现
event-unknown = 未诊断
event-not-yet = 尚未诊断

## States

status-queued = 等待中
status-running = 运行中
status-finished = 已完成
status-failed = 失败
status-cancelled = 已取消
status-parked = 已挂起
version-draft = 草稿
version-in_review = 审核中
version-approved = 已批准
version-published = 已发布
version-superseded = 已被取代
version-withdrawn = 已撤回
