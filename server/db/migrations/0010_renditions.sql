ALTER TABLE "media_assets" ADD COLUMN "poster_sha256" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "renditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "processing" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "processing_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "media_poster" ON "media_assets" USING btree ("poster_sha256");--> statement-breakpoint
CREATE INDEX "media_renditions" ON "media_assets" USING gin ("renditions" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "media_processing" ON "media_assets" USING btree ("processing_at") WHERE "media_assets"."processing" in ('queued', 'running');