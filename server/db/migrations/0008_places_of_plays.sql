ALTER TABLE "plays" ADD COLUMN "place_grade" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "issued_places" jsonb DEFAULT '{}'::jsonb NOT NULL;