ALTER TABLE "tenants" ADD COLUMN "splash_sha256" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "hours" jsonb DEFAULT '[[],[],[],[],[],[],[]]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "venue" jsonb;