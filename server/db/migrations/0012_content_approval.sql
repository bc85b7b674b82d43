ALTER TABLE "content_items" ADD COLUMN "approved_sha256" text;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "waiting" jsonb;--> statement-breakpoint
-- Row-level security would hide the rows from the statements below.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- What screens show today is what was published.
UPDATE "content_items" SET "approved_sha256" = "media_assets"."sha256" FROM "media_assets"
  WHERE "media_assets"."id" = "content_items"."card_id" AND "content_items"."state" IN ('live', 'paused');--> statement-breakpoint
UPDATE "media_assets" SET "picture_ids" = ARRAY["content_items"."image_id"] FROM "content_items"
  WHERE "content_items"."card_id" = "media_assets"."id" AND "content_items"."image_id" IS NOT NULL;
