## Roles

role-forecaster = 预报员
role-may-forecaster = 请求、干预和取消诊断
role-reviewer = 审阅员
role-may-reviewer = 审阅报告
role-duty_lead = 带班首席
role-may-duty_lead = 兼预报员与审阅员；发布和撤回报告，采用指南库发行版
role-curator = 指南库管理员
role-may-curator = 提议并采用指南库发行版
role-tenant_admin = 管理员
role-may-tenant_admin = 兼预报员；管理成员、密钥与网络钩子，查阅审计记录
role-auditor = 审计员
role-may-auditor = 查阅全部内容及审计记录，不作更改
role-viewer = 读者
role-may-viewer = 阅读诊断与报告
role-service = 服务
role-may-service = 请求诊断，读取已发布内容
