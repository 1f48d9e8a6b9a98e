### 天气事件判据页面（公共与本中心）的文字，随页面加载。

criteria-title = 天气事件判据
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
criteria-from-L = 由公共指南库管理员设定
criteria-given = 键入为{ $given }
criteria-undo = 撤销
criteria-of-library = 公共指南库
criteria-lead-library = 这些数值决定何为事件及其等级、面积与日数，对采用含有这些数值的发行版的各中心有效。要改为其他数值，先提出，经另一位指南库管理员批准，再随发行版发布，与其他改动相同。
criteria-in-centre = 查看本中心的数值
criteria-propose = 建议修改
criteria-read = 返回阅读
criteria-adjust = 为本中心调整
criteria-no-unit = 该数值没有这个单位。{ $units ->
    [none] 请只填数值
   *[other] 可用单位：{ $units }
  }
criteria-source = 标准、文献或记录
criteria-source-of = 出处：{ $name }
criteria-source-give = 注明出处
criteria-source-correct = 更正出处
criteria-source-is = 出处：{ $source }
criteria-source-none = 未注明出处
