CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid,
	"group_id" uuid,
	"title" text NOT NULL,
	"w" integer NOT NULL,
	"h" integer NOT NULL,
	"durations_ms" integer[] NOT NULL,
	"floor_micros" bigint NOT NULL,
	"currency" text NOT NULL,
	"avails_per_h" integer NOT NULL,
	"share_max_pct" integer DEFAULT 100 NOT NULL,
	"blocked_cats" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_tenant" ON "listings" USING btree ("tenant_id","title");--> statement-breakpoint
CREATE INDEX "listings_device" ON "listings" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "listings_group" ON "listings" USING btree ("group_id");--> statement-breakpoint
SELECT wayside_fence();
