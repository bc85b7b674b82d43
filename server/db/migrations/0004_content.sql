CREATE TABLE "content_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"interval_min" integer NOT NULL,
	"keep_h" integer NOT NULL,
	"mapping" jsonb NOT NULL,
	"auto_publish" boolean NOT NULL,
	"state" text DEFAULT 'ok' NOT NULL,
	"etag" text,
	"last_modified" text,
	"checked_at" timestamp (3) with time zone,
	"ok_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "content_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"image_id" uuid,
	"cta_url" text,
	"geo" jsonb,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"priority" integer NOT NULL,
	"public" boolean NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"feed_id" uuid,
	"guid" text,
	"image_url" text,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "validation_rules" (
	"tenant_id" uuid NOT NULL,
	"key" text NOT NULL,
	"severity" text NOT NULL,
	"enabled" boolean NOT NULL,
	"most" double precision,
	"words" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "validation_rules_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "validations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"asset_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"state" text NOT NULL,
	"measured" double precision,
	"most" double precision,
	"found" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waived_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "checked_sha256" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "approved_renditions" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "unplayable" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "measured" jsonb;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "slide" jsonb;--> statement-breakpoint
ALTER TABLE "content_feeds" ADD CONSTRAINT "content_feeds_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_image_id_media_assets_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_feed_id_content_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."content_feeds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validation_rules" ADD CONSTRAINT "validation_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_feeds_due" ON "content_feeds" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "content_feeds_tenant" ON "content_feeds" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "content_items_kind" ON "content_items" USING btree ("tenant_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "content_items_public" ON "content_items" USING btree ("kind","state") WHERE "content_items"."public";--> statement-breakpoint
CREATE INDEX "content_items_image" ON "content_items" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_items_guid" ON "content_items" USING btree ("feed_id","guid");--> statement-breakpoint
CREATE INDEX "validations_creative" ON "validations" USING btree ("creative_id");--> statement-breakpoint
CREATE INDEX "validations_queue" ON "validations" USING btree ("tenant_id","state","updated_at");--> statement-breakpoint
CREATE INDEX "validations_asset" ON "validations" USING btree ("asset_id");
--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "creatives" SET "approved_renditions" = ARRAY(SELECT one ->> 'sha256' FROM jsonb_array_elements("media_assets"."renditions") AS one) FROM "media_assets" WHERE "media_assets"."id" = "creatives"."asset_id" AND "creatives"."approved_sha256" = "media_assets"."sha256";--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);

--> statement-breakpoint
SELECT wayside_fence();
