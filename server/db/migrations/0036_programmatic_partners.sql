CREATE TABLE "creative_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"crid" text NOT NULL,
	"creative_id" uuid,
	"adomain" text[] DEFAULT '{}' NOT NULL,
	"cat" text[] DEFAULT '{}' NOT NULL,
	"attr" integer[] DEFAULT '{}' NOT NULL,
	"mime" text,
	"w" integer,
	"h" integer,
	"dur_s" double precision,
	"source_url" text,
	"sha256" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"audited_by" uuid,
	"expires_at" timestamp (3) with time zone,
	"reject_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "inventory_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"external_screen_id" text,
	"external_venue_id" text,
	"venuetypetax" integer NOT NULL,
	"venuetype" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'unmapped' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "multiplier_models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sourcetype" integer NOT NULL,
	"vendor" text,
	"table" jsonb NOT NULL,
	"effective_from" text NOT NULL,
	"effective_to" text,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "placements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"listing_id" uuid,
	"zone" text NOT NULL,
	"w" integer NOT NULL,
	"h" integer NOT NULL,
	"ppi" integer,
	"media" text[] NOT NULL,
	"mimes" text[] DEFAULT '{}' NOT NULL,
	"spot_len_s" integer[] NOT NULL,
	"allow_audio" boolean NOT NULL,
	"boxing_allowed" boolean NOT NULL,
	"movable" boolean NOT NULL,
	"venue_ids" jsonb NOT NULL,
	"multiplier_model_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "slot_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"playlist_id" uuid NOT NULL,
	"dayparts" jsonb NOT NULL,
	"mode" text NOT NULL,
	"partner_order" uuid[] DEFAULT '{}' NOT NULL,
	"fallback_creative_id" uuid NOT NULL,
	"max_programmatic_pct" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"deal_code" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"private_auction" boolean NOT NULL,
	"at" integer NOT NULL,
	"floor" jsonb NOT NULL,
	"wseat" text[] DEFAULT '{}' NOT NULL,
	"wadomain" text[] DEFAULT '{}' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"tz" text NOT NULL,
	"dayparts" jsonb NOT NULL,
	"inventory" jsonb NOT NULL,
	"commit" jsonb,
	"priority" integer NOT NULL,
	"allowed_crids" text[] DEFAULT '{}' NOT NULL,
	"blocked_cats" text[] DEFAULT '{}' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"suspended_by" text,
	"endpoint_url" text,
	"auth_type" text DEFAULT 'none' NOT NULL,
	"auth_name" text,
	"auth_secret" text,
	"auth_last4" text,
	"request_gzip" boolean NOT NULL,
	"accept_gzip" boolean NOT NULL,
	"tmax_ms" integer NOT NULL,
	"qps_limit" integer NOT NULL,
	"concurrency" integer NOT NULL,
	"at" integer NOT NULL,
	"currencies" text[] DEFAULT '{}' NOT NULL,
	"seats_allow" text[] DEFAULT '{}' NOT NULL,
	"seats_block" text[] DEFAULT '{}' NOT NULL,
	"media" jsonb NOT NULL,
	"mimes" text[] DEFAULT '{}' NOT NULL,
	"max_duration_s" integer NOT NULL,
	"notices" jsonb NOT NULL,
	"schain" jsonb,
	"revenue_share_bps" integer NOT NULL,
	"max_lead_s" integer NOT NULL,
	"report_deadline_s" integer NOT NULL,
	"late_policy" text NOT NULL,
	"requires_creative_preapproval" boolean NOT NULL,
	"test_mode" boolean NOT NULL,
	"maintainer_email" text,
	"last_test" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "creative_mappings" ADD CONSTRAINT "creative_mappings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_mappings" ADD CONSTRAINT "creative_mappings_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_mappings" ADD CONSTRAINT "creative_mappings_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_mappings" ADD CONSTRAINT "inventory_mappings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_mappings" ADD CONSTRAINT "inventory_mappings_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_mappings" ADD CONSTRAINT "inventory_mappings_placement_id_placements_id_fk" FOREIGN KEY ("placement_id") REFERENCES "public"."placements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "multiplier_models" ADD CONSTRAINT "multiplier_models_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_multiplier_model_id_multiplier_models_id_fk" FOREIGN KEY ("multiplier_model_id") REFERENCES "public"."multiplier_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_mappings" ADD CONSTRAINT "slot_mappings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_mappings" ADD CONSTRAINT "slot_mappings_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_mappings" ADD CONSTRAINT "slot_mappings_fallback_creative_id_creatives_id_fk" FOREIGN KEY ("fallback_creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creative_mappings_crid" ON "creative_mappings" USING btree ("partner_id","crid");--> statement-breakpoint
CREATE INDEX "creative_mappings_tenant" ON "creative_mappings" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "creative_mappings_creative" ON "creative_mappings" USING btree ("creative_id");--> statement-breakpoint
CREATE INDEX "inventory_mappings_placement" ON "inventory_mappings" USING btree ("partner_id","placement_id");--> statement-breakpoint
CREATE INDEX "inventory_mappings_name" ON "inventory_mappings" USING btree ("partner_id","external_screen_id");--> statement-breakpoint
CREATE INDEX "inventory_mappings_tenant" ON "inventory_mappings" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "inventory_mappings_of" ON "inventory_mappings" USING btree ("placement_id");--> statement-breakpoint
CREATE INDEX "multiplier_models_tenant" ON "multiplier_models" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "placements_zone" ON "placements" USING btree ("device_id","zone");--> statement-breakpoint
CREATE INDEX "placements_tenant" ON "placements" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "placements_model" ON "placements" USING btree ("multiplier_model_id");--> statement-breakpoint
CREATE INDEX "slot_mappings_tenant" ON "slot_mappings" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "slot_mappings_playlist" ON "slot_mappings" USING btree ("playlist_id");--> statement-breakpoint
CREATE INDEX "slot_mappings_fallback" ON "slot_mappings" USING btree ("fallback_creative_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_code" ON "deals" USING btree ("partner_id","deal_code");--> statement-breakpoint
CREATE INDEX "deals_tenant" ON "deals" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "deals_ending" ON "deals" USING btree ("state","ends_at");--> statement-breakpoint
CREATE INDEX "partners_tenant" ON "partners" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "partners_state" ON "partners" USING btree ("state");--> statement-breakpoint
SELECT wayside_fence();
