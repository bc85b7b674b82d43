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
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_config_id_player_configs_id_fk" FOREIGN KEY ("config_id") REFERENCES "public"."player_configs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_configs" ADD CONSTRAINT "player_configs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_rules" ADD CONSTRAINT "qr_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_scans" ADD CONSTRAINT "qr_scans_rule_id_qr_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."qr_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_config_versions_tenant" ON "player_config_versions" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "player_configs_scope" ON "player_configs" USING btree ("tenant_id","page","scope_id");--> statement-breakpoint
CREATE INDEX "qr_rules_tenant" ON "qr_rules" USING btree ("tenant_id","rank");--> statement-breakpoint
CREATE INDEX "qr_scans_tenant" ON "qr_scans" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "qr_scans_rule" ON "qr_scans" USING btree ("rule_id");--> statement-breakpoint
SELECT wayside_fence();
