CREATE TABLE "player_config_versions" (
	"tenant_id" uuid NOT NULL,
	"config_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"previous" integer,
	"values" jsonb NOT NULL,
	"published_by" uuid,
	"published_by_name" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_config_versions_config_id_number_pk" PRIMARY KEY("config_id","number")
);
--> statement-breakpoint
CREATE TABLE "player_configs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"draft" jsonb NOT NULL,
	"published" jsonb,
	"published_version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "decision_counts" (
	"tenant_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"day" text NOT NULL,
	"reason" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "decision_counts_campaign_id_day_reason_pk" PRIMARY KEY("campaign_id","day","reason")
);
--> statement-breakpoint
CREATE TABLE "decision_periods" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_periods_device_id_period_id_pk" PRIMARY KEY("device_id","period_id")
);
--> statement-breakpoint
CREATE TABLE "qr_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"number" integer NOT NULL,
	"rank" integer NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"kinds" jsonb NOT NULL,
	"dayparts" jsonb NOT NULL,
	"place" text NOT NULL,
	"size_pct" integer NOT NULL,
	"min_show_s" integer NOT NULL,
	"url_template" text,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "qr_scans" (
	"tenant_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "qr_scans_creative_id_device_id_rule_id_hour_pk" PRIMARY KEY("creative_id","device_id","rule_id","hour")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"advertiser" text NOT NULL,
	"note" text NOT NULL,
	"tz" text NOT NULL,
	"goal" text NOT NULL,
	"goal_amount" bigint,
	"flights" jsonb NOT NULL,
	"targeting" jsonb NOT NULL,
	"creatives" jsonb NOT NULL,
	"class" text NOT NULL,
	"pacing" text NOT NULL,
	"budget_minor" bigint,
	"daily_minor" bigint,
	"bid_micros" bigint,
	"max_per_hour" integer,
	"max_per_day" integer,
	"state" text DEFAULT 'draft' NOT NULL,
	"reason" text,
	"submitted_by" uuid,
	"change" jsonb,
	"changed_by" uuid,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"device_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"group_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"creative_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"issued_creative_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"plays_per_h" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
ALTER TABLE "devices" ADD COLUMN "flights_sha256" text;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_config_id_player_configs_id_fk" FOREIGN KEY ("config_id") REFERENCES "public"."player_configs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_configs" ADD CONSTRAINT "player_configs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_counts" ADD CONSTRAINT "decision_counts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_periods" ADD CONSTRAINT "decision_periods_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_periods" ADD CONSTRAINT "decision_periods_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_rules" ADD CONSTRAINT "qr_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_rule_id_qr_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."qr_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_config_versions_tenant" ON "player_config_versions" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "player_configs_scope" ON "player_configs" USING btree ("tenant_id","page","scope_id");--> statement-breakpoint
CREATE INDEX "qr_rules_tenant" ON "qr_rules" USING btree ("tenant_id","rank");--> statement-breakpoint
CREATE INDEX "qr_scans_tenant" ON "qr_scans" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "qr_scans_rule" ON "qr_scans" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "campaigns_tenant" ON "campaigns" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "campaigns_on_screens" ON "campaigns" USING btree ("ends_at") WHERE state in ('approved', 'scheduled', 'live', 'paused', 'paused_budget', 'paused_creative');--> statement-breakpoint
CREATE INDEX "listings_tenant" ON "listings" USING btree ("tenant_id","title");--> statement-breakpoint
CREATE INDEX "listings_device" ON "listings" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "listings_group" ON "listings" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "plays_by_campaign" ON "plays" USING btree ("campaign_id","started_at") WHERE campaign_id is not null;--> statement-breakpoint
SELECT wayside_fence();
