ALTER TABLE "media_assets" ADD COLUMN "quarantine" jsonb;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "media_assets" SET "quarantine" = jsonb_build_object(
	'reason', coalesce((SELECT "reason" FROM "validations" WHERE "asset_id" = "media_assets"."id" AND "state" <> 'waived' AND "reason" <> '' ORDER BY "updated_at" DESC LIMIT 1), ''),
	'at', to_char("updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'by', null
) WHERE "state" = 'quarantined';--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
