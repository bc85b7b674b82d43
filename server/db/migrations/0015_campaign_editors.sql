ALTER TABLE "campaigns" ADD COLUMN "edited_by" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
-- Of what waits for approval now, those that are known to have written of it.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "campaigns" SET "edited_by" = array_remove(ARRAY["created_by", "submitted_by"], NULL) WHERE "state" IN ('draft', 'submitted', 'rejected');--> statement-breakpoint
UPDATE "campaigns" SET "edited_by" = array_remove(ARRAY["changed_by"], NULL) WHERE "change" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "changed_by";