ALTER TABLE "creatives" ADD COLUMN "edited_by" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- Of what is not approved yet, whoever made it.
UPDATE "creatives" SET "edited_by" = array_remove(ARRAY["created_by"], NULL) WHERE "state" IN ('draft', 'submitted', 'in_review', 'changes_requested');