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

## What went wrong

problem-page = 页面的某个部分出错了。这是平台的问题，与您的操作无关。
problem-unreachable = 平台没有响应，可能是网络中断或服务器正在重启。已填写的内容会保留，请一分钟后重试。
problem-forbidden = 您没有此项权限。
problem-missing = 此地址没有内容，或属于其他中心。
problem-conflict = 您打开后内容已有更新，请重新加载后再处理。
problem-taken = 该名称已被使用，请另选名称。
problem-busy = 平台繁忙。已填写的内容会保留，请一分钟后重试。
problem-fault = 平台内部出错，请将请求编号告知运维人员。
problem-refused = 平台未接受此请求。
problem-wait = { $seconds } 秒后可以重试。
problem-request = 请求编号 { $id }
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

## Library

library-with-overlay = { $version }，含本中心第 { $number } 版调整
