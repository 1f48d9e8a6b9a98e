### 本中心自定天气事件判据页面的文字，随页面加载。

criteria-title = 天气事件判据
criteria-lead = 此处的数值决定本中心诊断、图表、报告和问答中何为天气事件及其等级、范围和日期；本中心的设定不影响其他中心。
criteria-chosen = 每次请求可选用一套判据，默认采用：{ $name }。
criteria-whose = 判据来源
criteria-since = { $date }起施行
criteria-unknown = 没有这一套判据
criteria-days-areas = 日界与面积
criteria-grade = 第{ $number }级
criteria-or = 或：{ $what }
criteria-range = { $unit ->
    [none] { $low }至{ $high }
   *[other] { $low }至{ $high } { $unit }
  }
criteria-from-S = 标准规定，已核对
criteria-from-K = 部门业务惯例，未核对
criteria-from-D = 本软件默认值
criteria-from-C = 本中心设定
criteria-units = 可带其他单位填写：{ $units }。
criteria-no-number = 请填写数字，例如60
criteria-days = 天
