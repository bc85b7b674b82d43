-- Plays that are there were judged by these two shares; a constant default rewrites none of their rows.
ALTER TABLE "plays" ADD COLUMN "min_completion_pct" smallint DEFAULT 95 NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "min_visible_pct" smallint DEFAULT 98 NOT NULL;--> statement-breakpoint
-- The platform's default of the rule, for the transaction of a tenant, which sees no other row of this table: nothing else of it gets out.
CREATE FUNCTION wayside_platform_counting() RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  scope text := wayside_scope();
  counting jsonb;
BEGIN
  PERFORM set_config('wayside.scope', 'sign_in', true);
  SELECT t.settings -> 'counting' INTO counting FROM tenants t WHERE t.kind = 'platform' LIMIT 1;
  PERFORM set_config('wayside.scope', scope, true);
  RETURN counting;
END $$;
