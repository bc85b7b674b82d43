ALTER TABLE "deals" ADD COLUMN "daily_cap" integer;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "regions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "gvl_id" integer;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "deals" SET "inventory" = '{"geo": [], "media": []}'::jsonb || "inventory";--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
