ALTER TABLE "creatives" ADD COLUMN "approved_renditions" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "unplayable" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "failure" text;--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "creatives" SET "approved_renditions" = ARRAY(SELECT one ->> 'sha256' FROM jsonb_array_elements("media_assets"."renditions") AS one) FROM "media_assets" WHERE "media_assets"."id" = "creatives"."asset_id" AND "creatives"."approved_sha256" = "media_assets"."sha256";--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
