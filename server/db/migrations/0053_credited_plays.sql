ALTER TABLE "dispute_credits" ADD COLUMN "plays" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "by_plays" boolean DEFAULT false NOT NULL;