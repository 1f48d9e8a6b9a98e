"""What the database itself does for the audit log: records of changes, and audited destruction.

These functions belong to the role that owns the tables and run with its rights. The runtime role
can neither replace them nor reach around them: it may not delete from the tables that they guard.
"""

from __future__ import annotations

from hvrmet.core.db.sql import REFUSING_FUNCTION

TABLE = "audit_auditrecord"
LARGEST_BATCH = 1000
_SYSTEM = "00000000-0000-0000-0000-000000000000"
# What changes by being used, and is no right.
_USE = ("last_login", "last_used_at", "last_seen_at", "last_sign_in_at")
# Values that no record may hold: secrets, and whole documents.
_HIDDEN = (
    "(password|secret|token|hash|sealed|previous_key|^data$|extra_data|^document$|markdown|html)"
)

CHANGE_FUNCTION = f"""
CREATE OR REPLACE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    now_is jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    record jsonb := coalesce(now_is, was);
    chain uuid := coalesce(
        record ->> 'tenant_id',
        CASE WHEN TG_TABLE_NAME = 'tenants_tenant' THEN record ->> 'id' END,
        '{_SYSTEM}')::uuid;
    subjects text[] := ARRAY(SELECT value FROM jsonb_each_text(record) WHERE value IS NOT NULL);
    other text;
    changed text[];
BEGIN
    changed := ARRAY(
        SELECT key FROM jsonb_each(record)
        WHERE (was -> key) IS DISTINCT FROM (now_is -> key) AND key <> ALL (ARRAY{list(_USE)}));
    IF cardinality(changed) = 0 THEN
        RETURN NULL;
    END IF;
    IF TG_ARGV[0] <> '' THEN
        EXECUTE 'SELECT (' || TG_ARGV[0] || ')::text FROM (SELECT $1 AS record) r'
            INTO other USING record;
        subjects := subjects || other;
    END IF;
    -- A record that this transaction wrote about the row: visible, and not committed yet.
    PERFORM 1 FROM {TABLE} a
        WHERE a.tenant_id = chain AND a.subject_id::text = ANY (subjects)
          AND a.action NOT LIKE '%.viewed' AND a.action NOT LIKE 'record.%'
          AND CASE WHEN a.created_at >= transaction_timestamp() THEN
              pg_xact_status(((pg_current_xact_id()::text::bigint & ~4294967295::bigint)
                  | a.xmin::text::bigint)::text::xid8) = 'in progress'
              ELSE false END;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO {TABLE} (id, created_at, tenant_id, seq, action, actor, actor_id, subject_id,
                         request_id, address, data, before, after, previous_hash, hash)
    VALUES (
        gen_random_uuid(), clock_timestamp(), chain, 0,
        CASE TG_OP WHEN 'INSERT' THEN 'record.created' WHEN 'UPDATE' THEN 'record.changed'
             ELSE 'record.deleted' END,
        left(coalesce(nullif(current_setting('app.actor', true), ''),
                      'database:' || session_user), 200),
        nullif(current_setting('app.actor_id', true), '')::uuid,
        (SELECT s::uuid FROM unnest(ARRAY[record ->> 'id', record ->> 'user_id']) s
         WHERE s ~ '^[0-9a-f]{{8}}-[0-9a-f-]{{27}}$' LIMIT 1),
        coalesce(nullif(current_setting('app.request_id', true), ''), '-'),
        coalesce(nullif(current_setting('app.address', true), ''), '-'),
        jsonb_build_object('table', TG_TABLE_NAME),
        audit_shown(was, changed), audit_shown(now_is, changed), '', '');
    RETURN NULL;
END
$$
"""  # noqa: S608 - constants only

SHOWN_FUNCTION = f"""
CREATE OR REPLACE FUNCTION audit_shown(record jsonb, names text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN record IS NOT NULL THEN (
        SELECT jsonb_object_agg(key, CASE WHEN key ~ '{_HIDDEN}' THEN '"[redacted]"' ELSE value END)
        FROM jsonb_each(record) WHERE key = ANY (names)) END
$$
"""  # noqa: S608 - constants only

REFUSE_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {REFUSING_FUNCTION}() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    -- A row may go when the audit log says, in this transaction, that rows of its table do.
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> '{TABLE}' THEN
        PERFORM 1 FROM {TABLE} a
            WHERE a.id = nullif(current_setting('app.destruction', true), '')::uuid
              AND a.action = 'record.destroyed' AND a.data ->> 'table' = TG_TABLE_NAME
              AND a.tenant_id::text = to_jsonb(OLD) ->> 'tenant_id'
              AND a.created_at >= transaction_timestamp();
        IF FOUND THEN
            RETURN OLD;
        END IF;
    END IF;
    IF TG_OP = 'TRUNCATE' THEN
        RAISE EXCEPTION '% is never emptied at once: that would leave no record', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""

DESTROY = "audit_destroy(text,uuid[],text)"
DESTROY_FUNCTION = f"""
CREATE OR REPLACE FUNCTION audit_destroy(target text, ids uuid[], reason text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    keep integer;
    found_rows record;
    note uuid := gen_random_uuid();
BEGIN
    IF tenant IS NULL THEN
        RAISE EXCEPTION 'rows are destroyed in a tenant''s scope only';
    END IF;
    IF cardinality(ids) > {LARGEST_BATCH} THEN
        RAISE EXCEPTION 'at most {LARGEST_BATCH} rows are destroyed at a time';
    END IF;
    IF coalesce(reason, '') = '' THEN
        RAISE EXCEPTION 'the destruction of rows needs a reason';
    END IF;
    SELECT days INTO keep FROM audit_retentionrule WHERE table_name = target;
    IF NOT FOUND OR target = '{TABLE}' THEN
        RAISE EXCEPTION 'rows of % are kept for ever: no rule lets them be destroyed', target
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    EXECUTE format('SELECT 1 FROM %I WHERE tenant_id = $1 AND id = ANY ($2) FOR UPDATE', target)
        USING tenant, ids;
    EXECUTE format(
        'SELECT count(*) AS number, min(created_at) AS oldest, max(created_at) AS newest, '
        'encode(sha256(convert_to(string_agg(to_jsonb(t)::text, chr(10) ORDER BY id), ''UTF8'')), '
        '''hex'') AS digest '
        'FROM %I t WHERE tenant_id = $1 AND id = ANY ($2)', target)
        INTO found_rows USING tenant, ids;
    IF found_rows.number = 0 THEN
        RETURN 0;
    END IF;
    IF found_rows.newest > clock_timestamp() - make_interval(days => keep) THEN
        RAISE EXCEPTION 'rows of % are kept for % days: one of them is younger', target, keep
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO {TABLE} (id, created_at, tenant_id, seq, action, actor, actor_id, subject_id,
                         request_id, address, data, before, after, previous_hash, hash)
    VALUES (note, clock_timestamp(), tenant, 0, 'record.destroyed',
        left(coalesce(nullif(current_setting('app.actor', true), ''),
                      'database:' || session_user), 200),
        nullif(current_setting('app.actor_id', true), '')::uuid, NULL, '-', '-',
        jsonb_build_object('table', target, 'rows', found_rows.number, 'reason', reason,
            'sha256', found_rows.digest, 'oldest', found_rows.oldest,
            'newest', found_rows.newest, 'kept_days', keep),
        NULL, NULL, '', '');
    PERFORM set_config('app.destruction', note::text, true);
    EXECUTE format('DELETE FROM %I WHERE tenant_id = $1 AND id = ANY ($2)', target)
        USING tenant, ids;
    PERFORM set_config('app.destruction', '', true);
    RETURN found_rows.number;
END
$$
"""  # noqa: S608 - constants only

RIGHTS_FUNCTION = """
CREATE OR REPLACE FUNCTION accounts_refuse_operator() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    owner oid := (SELECT relowner FROM pg_class WHERE oid = TG_RELID);
    raised boolean := NEW.is_superuser OR NEW.is_staff;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        raised := (NEW.is_superuser AND NOT OLD.is_superuser)
            OR (NEW.is_staff AND NOT OLD.is_staff);
    END IF;
    IF raised AND NOT pg_has_role(current_user, owner, 'USAGE') THEN
        RAISE EXCEPTION 'only the role that owns the tables makes operators: '
            'run `manage.py set_operator NAME` with DATABASE_OWNER_URL'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$
"""
