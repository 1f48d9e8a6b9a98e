### Texts of what can be reached by typing; they come with it.

go-to-centre = Go to { $centre }
find-hint = A page, a centre, a setting
find-nothing = Nothing matches. Try the name of a page or of a centre.
use-dark = Use the dark appearance
use-light = Use the light appearance
use-chinese = Switch to Chinese (中文)
use-english = Switch to English
