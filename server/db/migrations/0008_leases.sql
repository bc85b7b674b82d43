CREATE TABLE "lease_turns" (
	"tenant_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"waiting_at" timestamp (3) with time zone,
	"granted_at" timestamp (3) with time zone,
	CONSTRAINT "lease_turns_campaign_id_device_id_pk" PRIMARY KEY("campaign_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"max_plays" integer NOT NULL,
	"reported" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"window_end" timestamp (3) with time zone NOT NULL,
	"play_deadline" timestamp (3) with time zone NOT NULL,
	"report_deadline" timestamp (3) with time zone NOT NULL,
	"manifest_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"held_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "screens_seen" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "screens_online" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "lease_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lease_turns" ADD CONSTRAINT "lease_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_turns" ADD CONSTRAINT "lease_turns_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lease_turns_device" ON "lease_turns" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "leases_open" ON "leases" USING btree ("campaign_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "leases_device" ON "leases" USING btree ("device_id","campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "leases_released" ON "leases" USING btree ("tenant_id","released_at");--> statement-breakpoint
SELECT wayside_fence();
