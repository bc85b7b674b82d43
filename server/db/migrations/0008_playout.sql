CREATE TABLE "schedule_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid,
	"group_id" uuid,
	"playlist_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"dayparts" jsonb NOT NULL,
	"valid_from" text,
	"valid_until" text,
	"priority" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audience_counts" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"people" integer NOT NULL,
	"groups" jsonb NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audience_counts_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
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
ALTER TABLE "devices" ADD COLUMN "scheduled_playlist_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "place_grade" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "issued_places" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "screens_seen" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "screens_online" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "lease_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_counts" ADD CONSTRAINT "audience_counts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_counts" ADD CONSTRAINT "audience_counts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_turns" ADD CONSTRAINT "lease_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_turns" ADD CONSTRAINT "lease_turns_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_entries_tenant" ON "schedule_entries" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "schedule_entries_device" ON "schedule_entries" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "schedule_entries_group" ON "schedule_entries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "schedule_entries_playlist" ON "schedule_entries" USING btree ("playlist_id");--> statement-breakpoint
CREATE INDEX "audience_counts_by_time" ON "audience_counts" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "audience_counts_kept" ON "audience_counts" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "lease_turns_device" ON "lease_turns" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "leases_open" ON "leases" USING btree ("campaign_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "leases_device" ON "leases" USING btree ("device_id","campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "leases_released" ON "leases" USING btree ("tenant_id","released_at");--> statement-breakpoint
SELECT wayside_fence();
