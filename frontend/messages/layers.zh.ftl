### Texts of what lies above a page: sign-in, confirmation, notices of new pages. They are loaded after it.

sign-in = 登录
again-password = 密码
again-code = 验证码
again-code-hint = 来自身份验证器应用，或使用恢复码
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
pages-old = 打开本页之后，平台已升级。重新加载时，新建诊断的填写内容和筛选条件都会保留。
pages-incomplete = 本页有一部分未能加载，可能是网络中断或服务器暂不可用。请稍后重新加载，新建诊断的填写内容和筛选条件都会保留。
pages-typed = 本页有已填写但尚未提交的内容，重新加载将会丢失。
pages-load-anyway = 仍然重新加载
