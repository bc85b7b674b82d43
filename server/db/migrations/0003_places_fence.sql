-- Fences every table of tenants that has no fence yet; a later migration that adds one calls it again.
CREATE FUNCTION wayside_fence() RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text;
BEGIN
  FOR name IN SELECT c.table_name FROM information_schema.columns c
    JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace
    WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND NOT t.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON %I USING (tenant_id = (SELECT wayside_tenant()))', name);
    EXECUTE format('CREATE POLICY everywhere ON %I USING ((SELECT wayside_scope()) = ''everywhere'')', name);
  END LOOP;
END $$;
--> statement-breakpoint
SELECT wayside_fence();
