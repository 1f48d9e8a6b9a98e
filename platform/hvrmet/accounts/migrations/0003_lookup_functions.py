from django.db import migrations

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


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_initial"), ("tenants", "0001_initial")]
    operations = [
        migrations.RunSQL(
            [RESOLVE_KEY, "REVOKE ALL ON FUNCTION accounts_resolve_key(text) FROM PUBLIC"],
            "DROP FUNCTION accounts_resolve_key(text)",
        ),
        migrations.RunSQL(
            [MEMBERSHIPS, "REVOKE ALL ON FUNCTION accounts_memberships(uuid) FROM PUBLIC"],
            "DROP FUNCTION accounts_memberships(uuid)",
        ),
    ]
