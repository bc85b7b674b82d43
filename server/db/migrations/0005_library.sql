CREATE TABLE "issued_files" (
	"tenant_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "issued_files_tenant_id_source_id_sha256_pk" PRIMARY KEY("tenant_id","source_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "checked_files" (
	"tenant_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"asset_id" uuid NOT NULL,
	CONSTRAINT "checked_files_creative_id_asset_id_pk" PRIMARY KEY("creative_id","asset_id")
);
--> statement-breakpoint
ALTER TABLE "playlist_items" ALTER COLUMN "creative_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "creative_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "languages" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "cats" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "qr_target" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "picture_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "from_feed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "licence_until" date;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "source" text DEFAULT 'creative' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "content_kind" text;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "widget" text;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "weight" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "dayparts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD COLUMN "conditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD COLUMN "content_kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD COLUMN "beside_id" uuid;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD COLUMN "default_duration_ms" integer;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "shuffle" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "zone" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "layout" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "beside_id" uuid;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "fallback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "locked_by" uuid;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "locked_name" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "locked_role" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "content_item_id" uuid;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "replaced_asset_id" uuid;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "qr_target" text;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "validations" ADD COLUMN "subject_sha256" text;--> statement-breakpoint
ALTER TABLE "issued_files" ADD CONSTRAINT "issued_files_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checked_files" ADD CONSTRAINT "checked_files_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checked_files" ADD CONSTRAINT "checked_files_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checked_files" ADD CONSTRAINT "checked_files_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checked_files_tenant" ON "checked_files" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "checked_files_asset" ON "checked_files" USING btree ("asset_id");--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_beside_id_playlists_id_fk" FOREIGN KEY ("beside_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_content_item_id_content_items_id_fk" FOREIGN KEY ("content_item_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_replaced_asset_id_media_assets_id_fk" FOREIGN KEY ("replaced_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_card_id_media_assets_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creatives_asset" ON "creatives" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "media_chunks" ON "media_assets" USING btree ("tenant_id","chunks_sha256");--> statement-breakpoint
CREATE INDEX "media_newest" ON "media_assets" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "media_folder" ON "media_assets" USING btree ("tenant_id","folder");--> statement-breakpoint
CREATE INDEX "media_tags" ON "media_assets" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "media_pictures" ON "media_assets" USING gin ("picture_ids");--> statement-breakpoint
CREATE INDEX "media_replaces" ON "media_assets" USING btree ("replaces");--> statement-breakpoint
CREATE UNIQUE INDEX "playlists_fallback" ON "playlists" USING btree ("tenant_id") WHERE fallback and deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_content" ON "submissions" USING btree ("content_item_id");--> statement-breakpoint
CREATE INDEX "content_items_due" ON "content_items" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "content_items_card" ON "content_items" USING btree ("card_id");--> statement-breakpoint
ALTER TABLE "creatives" DROP COLUMN "checked_sha256";
--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "media_assets" SET "picture_ids" = ARRAY(SELECT DISTINCT "creatives"."asset_id" FROM jsonb_each_text("media_assets"."slide" -> 'images') AS picture JOIN "creatives" ON "creatives"."id"::text = picture.value) WHERE "slide" IS NOT NULL;--> statement-breakpoint
UPDATE "media_assets" SET "from_feed" = true WHERE "created_by" IS NULL AND EXISTS (SELECT 1 FROM "content_items" WHERE "content_items"."image_id" = "media_assets"."id" AND "content_items"."feed_id" IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM "creatives" WHERE "creatives"."asset_id" = "media_assets"."id");--> statement-breakpoint
UPDATE "validations" SET "id" = left(encode(sha256(convert_to("creative_id" || ' ' || "asset_id" || ' ' || "rule", 'UTF8')), 'hex'), 32)::uuid;--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
--> statement-breakpoint
SELECT wayside_fence();
