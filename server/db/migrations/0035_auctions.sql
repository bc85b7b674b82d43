CREATE TABLE "adapter_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"mode" text NOT NULL,
	"unhealth" double precision NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "adapters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"mode" text DEFAULT 'auto' NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"unhealth" double precision DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auction_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"error_class" text,
	"nonbid_code" integer,
	"nbr" integer,
	"http_status" integer,
	"latency_ms" integer NOT NULL,
	"bytes_out" integer NOT NULL,
	"bytes_in" integer NOT NULL,
	"reused" boolean,
	"bids" integer NOT NULL,
	"rejected" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auctions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"play_from" timestamp (3) with time zone NOT NULL,
	"play_to" timestamp (3) with time zone NOT NULL,
	"floor_micros" bigint NOT NULL,
	"cur" text NOT NULL,
	"deals" text[] DEFAULT '{}'::text[] NOT NULL,
	"partners_called" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"status" text NOT NULL,
	"winner_bid_id" uuid,
	"clearing_micros" bigint,
	"min_to_win_micros" bigint,
	"multiplier" numeric(12, 4) NOT NULL,
	"tmax_ms" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"sampled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_log_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"sample_pct" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bid_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"bid_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"claim_id" uuid,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bid_payloads" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"request" text NOT NULL,
	"response" text,
	"http_status" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"call_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"seat" text,
	"bid_id" text,
	"imp_id" text,
	"price_micros" bigint,
	"cur" text,
	"base_micros" bigint,
	"dealid" text,
	"deal_id" uuid,
	"crid" text,
	"adomain" text[] DEFAULT '{}'::text[] NOT NULL,
	"cat" text[] DEFAULT '{}'::text[] NOT NULL,
	"attr" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"dur" integer,
	"mime" text,
	"w" integer,
	"h" integer,
	"exp" integer,
	"loss_code" integer,
	"nonbid_code" integer,
	"nbr" integer,
	"http_status" integer,
	"latency_ms" integer NOT NULL,
	"nurl" text,
	"burl" text,
	"lurl" text,
	"spot_state" text,
	"spot_reason" text,
	"creative_id" uuid,
	"creative_sha256" text,
	"multiplier" numeric(12, 4),
	"min_to_win_micros" bigint,
	"play_from" timestamp (3) with time zone,
	"play_to" timestamp (3) with time zone,
	"play_deadline" timestamp (3) with time zone,
	"report_deadline" timestamp (3) with time zone,
	"lease_id" uuid,
	"play_id" uuid,
	"delivered_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"played_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"billable_at" timestamp (3) with time zone,
	"billed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "adapter_events" ADD CONSTRAINT "adapter_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adapters" ADD CONSTRAINT "adapters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auction_calls" ADD CONSTRAINT "auction_calls_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auction_calls" ADD CONSTRAINT "auction_calls_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_log_settings" ADD CONSTRAINT "bid_log_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_notices" ADD CONSTRAINT "bid_notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_notices" ADD CONSTRAINT "bid_notices_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_payloads" ADD CONSTRAINT "bid_payloads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_payloads" ADD CONSTRAINT "bid_payloads_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adapter_events_by_time" ON "adapter_events" USING btree ("tenant_id","partner_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "adapters_once" ON "adapters" USING btree ("tenant_id","partner_id");--> statement-breakpoint
CREATE INDEX "auction_calls_health" ON "auction_calls" USING btree ("tenant_id","partner_id","at");--> statement-breakpoint
CREATE INDEX "auction_calls_of" ON "auction_calls" USING btree ("auction_id");--> statement-breakpoint
CREATE INDEX "auctions_by_time" ON "auctions" USING btree ("tenant_id","at","id");--> statement-breakpoint
CREATE INDEX "auctions_by_device" ON "auctions" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "auctions_at" ON "auctions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "bid_log_settings_of" ON "bid_log_settings" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bid_notices_once" ON "bid_notices" USING btree ("bid_id","kind");--> statement-breakpoint
CREATE INDEX "bid_notices_by_time" ON "bid_notices" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bid_notices_due" ON "bid_notices" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "bid_payloads_at" ON "bid_payloads" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bid_payloads_of" ON "bid_payloads" USING btree ("auction_id");--> statement-breakpoint
CREATE INDEX "bids_by_time" ON "bids" USING btree ("tenant_id","at","id");--> statement-breakpoint
CREATE INDEX "bids_by_partner" ON "bids" USING btree ("tenant_id","partner_id","at");--> statement-breakpoint
CREATE INDEX "bids_of" ON "bids" USING btree ("auction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bids_lease" ON "bids" USING btree ("lease_id");--> statement-breakpoint
CREATE INDEX "bids_sold" ON "bids" USING btree ("device_id","play_from") WHERE spot_state is not null;--> statement-breakpoint
CREATE INDEX "bids_waiting" ON "bids" USING btree ("tenant_id","report_deadline") WHERE spot_state is not null and billed_at is null and ended_at is null;--> statement-breakpoint
SELECT wayside_fence();
