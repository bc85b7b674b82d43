CREATE FUNCTION wayside_tenant() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('wayside.tenant', true), '')::uuid $$;
--> statement-breakpoint
CREATE FUNCTION wayside_scope() RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('wayside.scope', true), '') $$;
--> statement-breakpoint
-- Asked at each start whether the fence stands.
CREATE TABLE rls_canary (tenant_id uuid PRIMARY KEY);
--> statement-breakpoint
INSERT INTO rls_canary VALUES ('00000000-0000-7000-8000-000000000001'), ('00000000-0000-7000-8000-000000000002');
--> statement-breakpoint
-- The owner of the tables is held too (FORCE); superusers are not, so their transactions take on another role.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'tenant_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON %I USING (tenant_id = (SELECT wayside_tenant()))', name);
    IF name <> 'rls_canary' THEN
      EXECUTE format('CREATE POLICY everywhere ON %I USING ((SELECT wayside_scope()) = ''everywhere'')', name);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY of_tenant ON tenants USING (id = (SELECT wayside_tenant()));
--> statement-breakpoint
CREATE POLICY everywhere ON tenants USING ((SELECT wayside_scope()) = 'everywhere');
--> statement-breakpoint
-- The three look-ups that read before a tenant is known, each its own tables.
CREATE POLICY look_up ON tenants FOR SELECT USING ((SELECT wayside_scope()) IN ('sign_in', 'pairing'));
--> statement-breakpoint
CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON sessions FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON refresh_tokens FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON reset_tokens FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON devices FOR SELECT USING ((SELECT wayside_scope()) IN ('device', 'pairing'));
--> statement-breakpoint
CREATE POLICY look_up ON device_keys FOR SELECT USING ((SELECT wayside_scope()) IN ('device', 'pairing'));
--> statement-breakpoint
-- A code has no tenant until somebody claims it.
CREATE POLICY look_up ON pairings USING ((SELECT wayside_scope()) = 'pairing');
--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'audit events are only ever added' USING ERRCODE = 'insufficient_privilege'; END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
