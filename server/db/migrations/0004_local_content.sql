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
ALTER TABLE "content_feeds" ADD CONSTRAINT "content_feeds_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_image_id_media_assets_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_feed_id_content_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."content_feeds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_feeds_due" ON "content_feeds" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "content_feeds_tenant" ON "content_feeds" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "content_items_kind" ON "content_items" USING btree ("tenant_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "content_items_public" ON "content_items" USING btree ("kind","state") WHERE "content_items"."public";--> statement-breakpoint
CREATE INDEX "content_items_image" ON "content_items" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_items_guid" ON "content_items" USING btree ("feed_id","guid");--> statement-breakpoint
SELECT wayside_fence();
