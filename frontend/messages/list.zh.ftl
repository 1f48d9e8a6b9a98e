### Texts of the lists of diagnoses and reports.

diagnoses-lead = 基于本中心资料的诊断任务，按提交时间倒序
diagnoses-empty-title = 尚无诊断
diagnoses-empty-text = 诊断需要区域、时段和数据源。请在“新建诊断”页提交，之后会出现在这里。
reports-lead = 本中心的全部报告，最新在前
versions-newest = 最新
versions-all = 全部版本
reports-corrected = 订正：“{ $text }”
reports-note = 说明：“{ $text }”
reports-empty-title = 尚无报告
reports-empty-text = 每次诊断完成后都会在此生成一份报告草稿，供审核。
