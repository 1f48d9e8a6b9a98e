from django.db import migrations

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0001_initial"),
        ("core", "0001_refusing_function"),
        ("tenants", "0002_tenant_isolation"),
    ]
    operations = [
        append_only("webhooks_event"),
        append_only("webhooks_attempt"),
        tenant_isolation("webhooks_subscription"),
        tenant_isolation("webhooks_event"),
        tenant_isolation("webhooks_delivery"),
        tenant_isolation("webhooks_attempt"),
        same_tenant("webhooks_delivery", "subscription_id", "webhooks_subscription"),
        same_tenant("webhooks_delivery", "event_id", "webhooks_event"),
        same_tenant("webhooks_attempt", "delivery_id", "webhooks_delivery"),
    ]
