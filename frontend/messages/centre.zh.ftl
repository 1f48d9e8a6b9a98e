### 用于中心管理页面的文本，随这些页面加载。

## Pages

centre-members = 成员
centre-members-lead = 在本中心工作的人员及其角色
centre-invitations = 邀请
centre-invitations-lead = 对方接受后即加入；邀请显示在其账号之下
centre-invitations-none = 没有邀请
centre-invitations-none-text = 邀请写明人员及其将有的角色。
centre-keys = 密钥
centre-keys-lead = 服务使用密钥，而不使用个人密码
centre-keys-none = 没有服务持有密钥
centre-keys-none-text = 密钥使服务能够请求诊断、获取报告。

## Columns and acts

centre-person = 人员
centre-roles = 角色
centre-last-sign-in = 最近登录
centre-acts = 操作
centre-yourself = 这是您自己
centre-not-yours = 超出您本人的权限：由拥有者授予
centre-change-roles = 更改角色
centre-roles-of = { $person }的角色
centre-remove = 移除
centre-remove-title = 将{ $person }移出本中心？
centre-remove-text = 其在本中心的一切权限立即失效；其所写内容与决定仍以其名义保留。
centre-save = 保存
centre-until = 有效期至
centre-invited-by = 由{ $person }邀请
centre-invite = 邀请
centre-username = 用户名
centre-invite-hint = 对方登录时使用的名称。邀请在 { $days } 天内有效。
centre-take-back = 收回
centre-invitation-open = 待答复
centre-invitation-accepted = 已接受
centre-invitation-declined = 已谢绝
centre-invitation-revoked = 已收回
centre-invitation-expired = 已过期
centre-key-name = 名称
centre-key-hint = 服务的名称。密钥有效期为 { $days } 天。
centre-last-used = 最近使用
centre-never = 从未
centre-revoked = 已吊销
centre-make-key = 新建密钥
centre-rotate = 更新
centre-rotate-title = 更新密钥{ $name }？
centre-rotate-text = 您将得到新的密钥，有效期 { $days } 天；旧密钥还可使用 { $minutes } 分钟，以便服务切换。
centre-revoke = 吊销
centre-revoke-title = 吊销密钥{ $name }？
centre-revoke-text = 该服务立即被拒绝，且无法恢复。
centre-secret-title = 新密钥
centre-secret-text = 密钥只在此时显示。请复制到服务读取之处；持有者即可代表该服务操作。
centre-copy = 复制

## 数据源

centre-sources = 数据源
centre-sources-lead = 本中心的诊断可用的资料及其内容
centre-sources-none = 尚无资料
centre-sources-none-text = 请在此登记自有资料，或联系运维人员。
centre-source-title = 名称
centre-source-title-zh = 中文名称
centre-source-times = 起止时次
centre-source-newest = 最新文件
centre-source-ready = 可用
centre-source-waiting = 读取中
centre-source-failed = 无法读取
centre-source-late = 迟到
centre-source-stale = 文件已变化
centre-source-operators = 由运维人员登记
centre-source-register = 登记资料
centre-source-root = 所在位置
centre-source-no-roots = 运维人员尚未为本中心指定可登记资料的目录（HVRMET_SOURCE_ROOTS）。
centre-source-below = 文件或目录
centre-source-below-hint = 该目录内的路径，每行填写其中之一；英文句点表示目录本身。多个路径合并读取。
centre-source-below-remote = 该地址下的 Zarr 存储，每行填写其中之一。
centre-source-name = 请求中使用的名称
centre-source-name-hint = 小写字母、数字和连字符，例如 gfs-east-asia。
centre-source-attribution = 资料来源
centre-source-late-after = 超过多少小时算迟到
centre-source-late-hint = 最新文件更旧时会提示。留空表示从不提示。
centre-source-change = 修改
centre-source-change-title = 修改 { $name } 的说明
centre-source-remove-title = 移除 { $name }？
centre-source-remove-text = 此后不能再用它提出请求。文件保留在原处，已完成的诊断也保留。
