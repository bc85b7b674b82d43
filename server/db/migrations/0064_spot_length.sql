ALTER TABLE "bids" ADD COLUMN "length_ms" integer;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- What was sold before is judged by the length of today, as it was until now.
UPDATE "bids" SET "length_ms" = "creatives"."duration_ms" FROM "creatives"
WHERE "creatives"."id" = "bids"."creative_id" AND "bids"."spot_state" IS NOT NULL;
--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
