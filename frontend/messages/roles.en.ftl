## Roles

role-forecaster = Forecaster
role-may-forecaster = Asks for diagnoses, steers and cancels them
role-reviewer = Reviewer
role-may-reviewer = Reviews reports
role-duty_lead = Duty lead
role-may-duty_lead = As forecaster and reviewer; publishes and withdraws reports, adopts releases of the library
role-curator = Curator
role-may-curator = Proposes and adopts releases of the Guideline Library
role-tenant_admin = Administrator
role-may-tenant_admin = As forecaster; manages members, keys and webhooks, reads the audit trail
role-auditor = Auditor
role-may-auditor = Reads everything, the audit trail too; changes nothing
role-viewer = Viewer
role-may-viewer = Reads diagnoses and reports
role-service = Service
role-may-service = Asks for diagnoses, and reads what was published
