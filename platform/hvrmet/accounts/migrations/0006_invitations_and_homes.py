"""Invitations, and a home for each person."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import tenant_isolation

# From a credential's hash, or a person, to where they belong; one centre of a person is the home.
IDENTIFY = """
CREATE FUNCTION accounts_identify(credential text, person uuid)
RETURNS TABLE (
    principal_id uuid, tenant_id uuid, slug text, tenant_name text, name text,
    roles jsonb, scopes jsonb, used_lately boolean, home boolean, sessions_from timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT k.id, k.tenant_id, t.slug::text, t.name::text, k.name::text, k.roles, k.scopes,
           coalesce(k.last_used_at > now() - interval '1 minute', false), true, NULL::timestamptz
    FROM accounts_apikey k JOIN tenants_tenant t ON t.id = k.tenant_id
    WHERE (k.key_hash = credential OR (k.previous_hash = credential AND k.previous_until > now()))
      AND credential <> ''
      AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())
    UNION ALL
    SELECT u.id, m.tenant_id, t.slug::text, t.name::text, u.username::text, m.roles, '[]'::jsonb,
           true,
           row_number() OVER (
               ORDER BY coalesce(m.tenant_id = u.home_id, false) DESC, m.created_at, m.id
           ) = 1,
           m.sessions_from
    FROM tenants_membership m
    JOIN tenants_tenant t ON t.id = m.tenant_id
    JOIN accounts_user u ON u.id = m.user_id
    WHERE m.user_id = person AND u.is_active
    ORDER BY 3
$$
"""
FORMER_IDENTIFY = """
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
    SELECT u.id, m.tenant_id, t.slug::text, t.name::text, u.username::text, m.roles, '[]'::jsonb,
           true
    FROM tenants_membership m
    JOIN tenants_tenant t ON t.id = m.tenant_id
    JOIN accounts_user u ON u.id = m.user_id
    WHERE m.user_id = person AND u.is_active
    ORDER BY 3
$$
"""
# Who invites a person, in whichever tenant: the person has to see it before belonging there.
INVITATIONS = """
CREATE FUNCTION accounts_invitations(person uuid)
RETURNS TABLE (
    id uuid, tenant_id uuid, slug text, tenant_name text, roles jsonb, invited_by text,
    created_at timestamptz, expires_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT i.id, i.tenant_id, t.slug::text, t.name::text, i.roles, i.invited_by::text,
           i.created_at, i.expires_at
    FROM accounts_invitation i
    JOIN tenants_tenant t ON t.id = i.tenant_id
    JOIN accounts_user u ON u.username = i.username
    WHERE u.id = person AND u.is_active AND i.state = 'open' AND i.expires_at > now()
    ORDER BY i.created_at, i.id
$$
"""
# The centre that a person has belonged to longest is the home until they choose another.
HOMES = """
UPDATE accounts_user u SET home_id = (
    SELECT m.tenant_id FROM tenants_membership m
    WHERE m.user_id = u.id ORDER BY m.created_at, m.id LIMIT 1
) WHERE u.home_id IS NULL
"""
CLOSED = "REVOKE ALL ON FUNCTION {} FROM PUBLIC"


class Migration(migrations.Migration):
    """Existing people get the centre that they have belonged to longest."""

    dependencies = [
        ("accounts", "0005_keys_and_tickets"),
        ("tenants", "0004_membership_sessions"),
    ]
    operations = [
        migrations.AddField(
            model_name="user",
            name="home",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="the centre that a sign-in without a name goes to",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("username", models.CharField(max_length=150)),
                ("roles", models.JSONField(default=list)),
                ("state", models.CharField(default="open", max_length=10)),
                ("invited_by", models.CharField(max_length=200)),
                ("inviter_kind", models.CharField(max_length=10)),
                ("inviter_id", models.UUIDField()),
                ("expires_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
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
                "indexes": [models.Index(fields=["username", "state"], name="invitation_username")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("tenant", "username"),
                        name="invitation_tenant_open",
                    )
                ],
            },
        ),
        tenant_isolation("accounts_invitation"),
        migrations.RunSQL(
            [
                "DROP FUNCTION accounts_identify(text, uuid)",
                IDENTIFY,
                CLOSED.format("accounts_identify(text, uuid)"),
            ],
            [
                "DROP FUNCTION accounts_identify(text, uuid)",
                FORMER_IDENTIFY,
                CLOSED.format("accounts_identify(text, uuid)"),
            ],
        ),
        migrations.RunSQL(
            [INVITATIONS, CLOSED.format("accounts_invitations(uuid)")],
            "DROP FUNCTION accounts_invitations(uuid)",
        ),
        migrations.RunSQL(HOMES, migrations.RunSQL.noop),
    ]
