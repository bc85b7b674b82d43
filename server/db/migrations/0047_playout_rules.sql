ALTER TABLE "qr_rules" ADD COLUMN "campaign_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "player_configs" SET
	"draft" = CASE WHEN "draft"->>'mode' IS NULL THEN "draft" ELSE '{"buckets": ["under_18", "18_34", "35_54", "over_54"]}'::jsonb || "draft" END,
	"published" = CASE WHEN "published"->>'mode' IS NULL THEN "published" ELSE '{"buckets": ["under_18", "18_34", "35_54", "over_54"]}'::jsonb || "published" END
WHERE "page" = 'age-gender';--> statement-breakpoint
UPDATE "player_config_versions" SET "values" = '{"buckets": ["under_18", "18_34", "35_54", "over_54"]}'::jsonb || "values"
FROM "player_configs" WHERE "player_configs"."id" = "config_id" AND "page" = 'age-gender' AND "values"->>'mode' IS NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
