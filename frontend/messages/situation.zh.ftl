### Texts of the situation, a centre's first page.

## The list

situation-failed = 失败或暂停
situation-mine = 待您处理
situation-review = 等待他人审阅
situation-publication = 等待他人发布
situation-deadline = 有截止时间
situation-none = 其他，最严重者在前
situation-news = { $count } 处变化：显示
situation-span = 回看多久
situation-lead = 诊断时间：最近
situation-days = { $days ->
    [1] 24 小时
   *[other] { $days } 天
  }
situation-progress = 第 { $turn } 轮，已证实 { $confirmed } 个
situation-due = 截止
situation-left-out = 另有 { $count } 个未显示。
situation-all = 全部诊断
situation-empty-title = 此时段内没有内容
situation-empty-text = 没有诊断在此时段内开始或结束，也没有待处理的事项。
situation-empty-first = 请点击上方的“新建诊断”提交第一项诊断。
situation-look-back = 回看 31 天

## The selected diagnosis

situation-selected = 所选诊断
situation-in-hours = { $hours } 小时 { $measure }
situation-peak = 峰值
situation-when = 时间
situation-area = 面积
situation-area-of = 最大时 { $area } km²
situation-box-only = 地图显示其外接框：旧版本的运行没有保存轮廓。
situation-others = 其他
situation-not-listed = 另有 { $count } 个
situation-more = { $count } 个事件
situation-hours-to = { $hours } 小时截至
situation-largest = 最大值
situation-cut = 到达区域边缘，可能延伸到区域之外。
situation-outline = 轮廓包含曾达到标准的全部格点。
situation-run = 诊断过程
situation-go-to = 定位到此
situation-read = 阅读报告，第 { $number } 版

## The map

situation-map = 事件地图；列表以文字给出同样内容
situation-no-map = 此处无法绘制地图。列表包含地图的全部内容。

## How the platform does

situation-wellbeing = 平台运行状况
situation-stalled = { $count } 个任务在等待而没有处理进程接手，始于
situation-late = { $source } 资料未按时到达，最新文件：{ $age }
situation-queue = 排队 { $waiting }，运行 { $running }
situation-data = { $count ->
    [1] 最新文件：{ $newest }
   *[other] { $count } 个数据源的最新文件：{ $newest }
  }
situation-data-span = { $count } 个数据源的最新文件：{ $newest }至{ $oldest }
situation-as-of = 截至 { $time } UTC
situation-away = 连接中断了 { $minutes } 分钟：{ $changes ->
    [0] 没有变化
   *[other] { $changes } 处变化
  }
situation-not-live = 目前变化不会自动送达。截至 { $time } UTC；每 15 秒查询一次。
