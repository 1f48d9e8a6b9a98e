import uuid
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import tenant_isolation

# The one way across tenants: from a credential's hash, or a person, to where they belong.
IDENTIFY = """
CREATE FUNCTION accounts_identify(credential text, person uuid)
RETURNS TABLE (
    principal_id uuid, tenant_id uuid, slug text, tenant_name text, name text,
    roles jsonb, scopes jsonb, used_lately boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT k.id, k.tenant_id, t.slug::text, t.name::text, k.name::text, k.roles, k.scopes,
           coalesce(k.last_used_at > now() - interval '1 minute', false)
    FROM accounts_apikey k JOIN tenants_tenant t ON t.id = k.tenant_id
    WHERE (k.key_hash = credential OR (k.previous_hash = credential AND k.previous_until > now()))
      AND credential <> ''
      AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())
    UNION ALL
    SELECT u.id, m.tenant_id, t.slug::text, t.name::text, u.username::text, m.roles, '[]'::jsonb, true
    FROM tenants_membership m
    JOIN tenants_tenant t ON t.id = m.tenant_id
    JOIN accounts_user u ON u.id = m.user_id
    WHERE m.user_id = person AND u.is_active
    ORDER BY 3
$$
"""
RESOLVE_KEY = """
CREATE FUNCTION accounts_resolve_key(wanted text)
RETURNS TABLE (key_id uuid, tenant_id uuid, name text, roles jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT k.id, k.tenant_id, k.name::text, k.roles
    FROM accounts_apikey k
    WHERE k.key_hash = wanted
      AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())
$$
"""
MEMBERSHIPS = """
CREATE FUNCTION accounts_memberships(wanted uuid)
RETURNS TABLE (tenant_id uuid, slug text, name text, roles jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.id, t.slug::text, t.name::text, m.roles
    FROM tenants_membership m JOIN tenants_tenant t ON t.id = m.tenant_id
    WHERE m.user_id = wanted
    ORDER BY t.slug
$$
"""


def add(name: str, field: Any) -> migrations.AddField:
    return migrations.AddField(model_name="apikey", name=name, field=field)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_tenant_isolation"), ("tenants", "0002_tenant_isolation")]
    operations = [
        add("scopes", models.JSONField(blank=True, default=list)),
        add("created_by", models.CharField(blank=True, default="", max_length=200)),
        add("last_used_at", models.DateTimeField(blank=True, null=True)),
        add("previous_hash", models.CharField(blank=True, default="", editable=False, max_length=64)),
        add("previous_until", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            "apikey", "created_by", models.CharField(blank=True, max_length=200)
        ),
        migrations.AlterField(
            "apikey", "previous_hash", models.CharField(blank=True, editable=False, max_length=64)
        ),
        migrations.AddIndex(
            model_name="apikey",
            index=models.Index(fields=["previous_hash"], name="apikey_previous_hash"),
        ),
        migrations.CreateModel(
            name="SocketTicket",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("ticket_hash", models.CharField(editable=False, max_length=64)),
                ("principal_kind", models.CharField(max_length=10)),
                ("principal_id", models.UUIDField()),
                ("expires_at", models.DateTimeField()),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
                "default_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["tenant", "expires_at"], name="ticket_tenant_expiry")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "ticket_hash"), name="ticket_tenant_hash"
                    )
                ],
            },
        ),
        tenant_isolation("accounts_socketticket"),
        migrations.RunSQL("DROP FUNCTION accounts_resolve_key(text)", RESOLVE_KEY),
        migrations.RunSQL("DROP FUNCTION accounts_memberships(uuid)", MEMBERSHIPS),
        migrations.RunSQL(
            [IDENTIFY, "REVOKE ALL ON FUNCTION accounts_identify(text, uuid) FROM PUBLIC"],
            "DROP FUNCTION accounts_identify(text, uuid)",
        ),
    ]
