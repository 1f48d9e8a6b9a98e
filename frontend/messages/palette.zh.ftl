### 跳转面板的文字，随其加载。

go-to-centre = 转到{ $centre }
find-hint = 页面、中心或设置
find-nothing = 没有匹配项。请试试页面或中心的名称。
use-dark = 使用深色外观
use-light = 使用浅色外观
use-chinese = 切换为中文
use-english = 切换为英文 (English)
