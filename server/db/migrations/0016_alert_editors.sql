ALTER TABLE "alerts" ALTER COLUMN "edited_by" SET DATA TYPE uuid[] USING array_remove(ARRAY["edited_by"], NULL);--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "edited_by" SET DEFAULT '{}'::uuid[];--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "edited_by" SET NOT NULL;