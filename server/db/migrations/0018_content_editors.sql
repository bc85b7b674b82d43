ALTER TABLE "content_items" ADD COLUMN "edited_by" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- Of what is not approved yet, whoever made it.
UPDATE "content_items" SET "edited_by" = array_remove(ARRAY["created_by"], NULL) WHERE "state" IN ('draft', 'in_review', 'rejected');
