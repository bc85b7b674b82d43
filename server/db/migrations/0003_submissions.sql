CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"subject" text DEFAULT 'creative' NOT NULL,
	"creative_id" uuid NOT NULL,
	"asset_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"is_newer_file" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"sla_due" timestamp (3) with time zone NOT NULL,
	"assigned_to" uuid,
	"decisions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "approved_sha256" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_queue" ON "submissions" USING btree ("tenant_id","state","sla_due");--> statement-breakpoint
CREATE INDEX "submissions_own" ON "submissions" USING btree ("created_by","created_at");--> statement-breakpoint
CREATE INDEX "submissions_asset" ON "submissions" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "submissions_creative" ON "submissions" USING btree ("creative_id");
--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "creatives" SET "approved_sha256" = "media_assets"."sha256" FROM "media_assets" WHERE "media_assets"."id" = "creatives"."asset_id" AND "creatives"."state" = 'approved';--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);--> statement-breakpoint
SELECT wayside_fence();
