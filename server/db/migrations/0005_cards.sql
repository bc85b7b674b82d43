ALTER TABLE "submissions" ALTER COLUMN "creative_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "content_item_id" uuid;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_content_item_id_content_items_id_fk" FOREIGN KEY ("content_item_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_card_id_media_assets_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_content" ON "submissions" USING btree ("content_item_id");--> statement-breakpoint
CREATE INDEX "content_items_due" ON "content_items" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "content_items_card" ON "content_items" USING btree ("card_id");