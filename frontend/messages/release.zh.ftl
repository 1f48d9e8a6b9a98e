### 发行版各页面的文字，随页面加载。

## Releases

release-lead = 指南库的发行版一经发布不再改动，由两名指南库管理员批准；何时采用，由各中心自行决定。
release-none = 尚无发行版
release-none-text = 由运维人员用 load_library 载入软件包自带的指南库。
release-title = 发行版 { $version }
release-works-with = 本中心现用发行版
release-used = 本中心现用
release-in-use = 本中心现用
release-since = 由{ $proposer }提议，{ $adopter }采用
release-of-package = 软件包自带的最新发行版：本中心尚未自行选定。
release-adoptions = 提议本中心采用
release-candidates = 已拟订，等待批准
release-look = 查看
release-look-adopt = 查看并采用
release-look-approve = 查看并批准
release-name = 名称
release-note = 改动说明
release-packaged = 随软件包提供。
release-loaded = 发布时间
release-approved-by = 批准人
release-approved-by-nobody = 无，随软件包提供
release-digest = 摘要值
release-copy = 复制
release-copied = 已复制

## Prepare

release-prepare = 拟订发行版
release-prepare-act = 拟订
release-prepare-text = 以指南库此刻的内容拟订发行版，此后通过的修改进入下一版。须由两名指南库管理员批准，您可以是其中之一。
release-version = 版本号
release-version-mistake = 最多50个字符：字母、数字、点、连字符和下划线，首字符须为字母或数字。
release-note-hint = 供各中心决定是否采用时阅读，拟订后不能再改。

## Difference

release-changes = 改动内容
release-same = 两者内容相同，没有差异。
release-count-added = 新增 { $count } 项
release-count-changed = 修改 { $count } 项
release-count-removed = 删除 { $count } 项
release-filter = 按影响筛选
release-filter-all = 全部（{ $count }）
release-filter-verdict = 判定（{ $count }）
release-filter-choice = 选取（{ $count }）
release-filter-text = 文字（{ $count }）
release-filter-file = 来自文件（{ $count }）
release-kind-entry = 条目（{ $count }）
release-kind-cause = 成因（{ $count }）
release-kind-preset = 天气事件判据（{ $count }）
release-change-added = 新增
release-change-changed = { $count } 个字段
release-change-removed = 删除
release-open-all = 展开全部字段
release-close-all = 只看名称
release-to-entry = 查看条目
release-to-cause = 查看成因
release-to-preset = 查看判据

## Prepared release

release-prepared-title = 拟订的发行版 { $version }
release-state-waits = 等待批准
release-state-released = 已发布
release-state-withdrawn = 已撤回
release-prepared-by = 拟订人
release-prepared-at = 拟订时间
release-prepared-of = { $person } · 已有 { $count } 人批准，共需 2 人
release-since-version = 对比的发行版：
release-publications = 文献随引用它的条目进入发行版，未被引用的不在其中。
release-unreviewed = 有 { $count } 项由文件导入，未经逐字段审批，请仔细阅读。下方已标出。
release-from-file = 来自文件
release-approvals = 批准情况
release-place-open = 尚未批准
release-approve = 批准
release-approve-first = 批准即表示您认可全部改动可供各中心使用。还须另一名指南库管理员批准。
release-approve-second = 批准即表示您认可全部改动可供各中心使用。您是第二位批准人：批准后即成为发行版，不再改动。
release-given = 您已批准。还须另一名指南库管理员批准。
release-who-approves = 由平台的指南库管理员批准，该权限由运维人员授予。
release-withdraw = 撤回
release-withdraw-title = 撤回拟订的发行版 { $version }？
release-withdraw-text = 撤回后不能再批准。指南库内容不变，可据此重新拟订。
release-withdrawn-by = 由{ $person }撤回
release-done = 已经发布，各中心自行决定是否采用。下一步：在其页面上提议本中心采用。
release-to-release = 查看发行版 { $version }

## Use in the centre

release-use = 在本中心的使用
release-compared = 对比
release-with-used = { $version }（本中心现用）
release-before-it = { $version }（前一版）
release-first = 没有其他发行版可供对比。
release-back = 此版早于现用版本，采用它即退回旧版。
release-propose = 提议采用
release-propose-title = 提议采用发行版 { $version }
release-propose-act = 提议
release-propose-text = 由您提议，再由另一人确认采用。此后新的诊断使用此版，已有诊断不变。
release-who-proposes = 由本中心的指南库管理员提议，另一名指南库管理员或带班首席确认采用。
release-reason = 理由
release-reason-of = 理由：{ $text }
release-proposed-by = 由{ $person }提议
release-mine = 这是您的提议，须由另一人确认采用。
release-adopt = 采用
release-adopt-text = 采用后，新的诊断使用此版，已有诊断不变。
release-who-adopts = 由本中心另一名指南库管理员或带班首席确认采用。
release-unread = 请先查看此版相对于现用版本的改动。
release-unread-act = 与现用版本对比

## Refusals

release-refused-nothing_to_release = 指南库内容与最新发行版相同，没有可发布的改动。修改建议通过后才有改动。
release-refused-version_taken = 此版本号已被已发布或待批准的发行版使用，请另选一个。
release-refused-candidate_closed = 其间已有人将其发布或撤回，页面稍后显示最新状态。
release-refused-another_digest = 内容与您看到的不一致，请重新加载页面后再阅读。
release-refused-already_approved = 您已批准过，还须另一名指南库管理员批准。
release-refused-release_not_opened = 您尚未查看其改动。请重新加载页面，阅读后再决定。
release-refused-already_in_force = 本中心已在使用此版。
release-refused-already_proposed = 其间已有人提议，页面稍后显示该提议。
release-refused-already_adopted = 其间已有人确认采用。
release-refused-adoption_withdrawn = 其间该提议已被收回。

## With the centre's own adjustments

release-of-centre = 公共指南库的发行版，含本中心的调整，内容不再改动。
release-to-base = 查看公共发行版
release-made = 生成时间
release-with-base = { $version }（不含本中心调整）
release-in-use-with = 本中心现用此版，并含本中心的调整。
release-to-used = 查看现用内容
release-to-carried = 查看含本中心调整的内容
release-carried = 本中心的调整予以保留：并入此发行版，一同提议。
release-to-conflicts = 选择以何者为准
release-refused-overlay_conflict = 本中心调整过的内容在此发行版中已有改动。请选择以何者为准，再连同本中心的调整一起提议。
