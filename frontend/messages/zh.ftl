### 应用程序的文字。天气、要素和等级的名称取自科学部分的词表。

## Frame

skip = 跳到正文
pages = 页面
start-page = 首页
page-diagnoses = 诊断
page-reports = 报告
page-components = 界面组件
no-centre = 未加入中心
your-centres = 所在中心
centre-menu = 中心：{ $centre }
go-to-centre = 转到{ $centre }
find = 查找
find-hint = 页面、中心或设置
find-nothing = 没有匹配项。请试试页面或中心的名称。
clock-local = 本地 { $time }（{ $zone }）
local-time = 本地时间：{ $time }
close = 关闭
try-again = 重试
load-again = 重新载入页面
loading = 正在载入

## Person

person-menu = { $person } 的账户
language = 语言
theme = 外观
theme-dark = 深色
theme-light = 浅色
use-dark = 使用深色外观
use-light = 使用浅色外观
account = 账户
more = 更多
invitations = 邀请与中心
second-factor = 双重验证
change-password = 修改密码
api-docs = 程序接口
operator-pages = 运维页面
sign-out = 退出登录

## Keys

key-sheet = 键盘快捷键
keys-everywhere = 任何页面
keys-go = 转到页面
keys-lists = 列表中
key-close = 关闭弹出层
key-next = 下一行
key-previous = 上一行
key-open = 打开

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
problem-conflict = 载入之后内容已有变化。请重新载入后再决定。
problem-busy = 平台繁忙。已填写的内容会保留，请一分钟后重试。
problem-fault = 平台在此处出错。请将请求编号告知运维人员。
problem-refused = 平台未接受此请求。
problem-wait = { $seconds } 秒后可以重试。
problem-request = 请求编号 { $id }
no-page-title = 此地址没有内容
no-page-text = 地址可能输入有误，或来自旧版本。
not-your-centre-title = 您不是该中心的成员
not-your-centre-text = 地址可能输入有误，或您的成员资格已终止。您所在的中心：

## Times

ago-seconds = { $count } 秒前
ago-minutes = { $count } 分钟前
ago-hours = { $count } 小时前
ago-days = { $count } 天前

## Lists

any = 全部
event = 天气事件
region = 区域
period = 时段
source = 数据源
state = 状态
asked = 提交
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
read-report = 阅读
diagnoses-lead = 对本中心资料提交的诊断，最新在前。
diagnoses-empty-title = 尚无诊断
diagnoses-empty-text = 一次诊断需要指定区域、时段和数据源。目前由程序或命令行提交，提交后显示在此处。
reports-lead = 所有报告的全部版本，最新在前。
reports-empty-title = 尚无报告
reports-empty-text = 每次诊断完成后都会在此生成一份报告草稿，供审核。
event-none = 无事件
event-open = 无法检验
event-unknown = 未分类
event-not-yet = 尚未分类

## States

status-queued = 等待中
status-running = 运行中
status-finished = 已完成
status-failed = 失败
status-cancelled = 已取消
status-parked = 已搁置
version-draft = 草稿
version-in_review = 审核中
version-approved = 已批准
version-published = 已发布
version-superseded = 已被取代
version-withdrawn = 已撤回

## Components

components-lead = 所有设计变量和组件及其状态：页面由它们构成。
components-colour = 颜色
components-type = 文字
components-space = 间距
components-buttons = 按钮
components-fields = 输入
components-states = 状态与事件
components-notices = 提示
components-problems = 出错信息
components-loading = 载入与空白
components-tables = 表格
components-times = 时间与按键
components-layers = 菜单与对话框
components-icons = 符号
example-main = 发布
example-plain = 保存草稿
example-danger = 撤回
example-text = 05:00 UTC 起锋面附近出现强降水；32° N、118° E 附近 24 小时雨量 151 mm。
example-field = 原因
example-hint = 读者会在报告旁看到。
example-mistake = 请说明原因，至少十个字符。
example-good = 已发布，并已通知接收方。
example-doubt = 最新资料已有 9 小时。
example-bad = 数据源无法读取。
example-dialog = 打开对话框
example-menu = 打开菜单
