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
	"result" text NOT NULL,
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
ALTER TABLE "validation_rules" ADD CONSTRAINT "validation_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validations" ADD CONSTRAINT "validations_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "validations_once" ON "validations" USING btree ("creative_id","rule");--> statement-breakpoint
CREATE INDEX "validations_queue" ON "validations" USING btree ("tenant_id","result","updated_at");--> statement-breakpoint
CREATE INDEX "validations_asset" ON "validations" USING btree ("asset_id");
--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "creatives" SET "approved_renditions" = ARRAY(SELECT one ->> 'sha256' FROM jsonb_array_elements("media_assets"."renditions") AS one) FROM "media_assets" WHERE "media_assets"."id" = "creatives"."asset_id" AND "creatives"."approved_sha256" = "media_assets"."sha256";--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);

--> statement-breakpoint
SELECT wayside_fence();
