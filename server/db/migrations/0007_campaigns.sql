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
ALTER TABLE "devices" ADD COLUMN "flights_sha256" text;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_tenant" ON "campaigns" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "campaigns_on_screens" ON "campaigns" USING btree ("ends_at") WHERE state in ('approved', 'scheduled', 'live', 'paused', 'paused_budget', 'paused_creative');--> statement-breakpoint
CREATE INDEX "plays_by_campaign" ON "plays" USING btree ("campaign_id","started_at") WHERE campaign_id is not null;--> statement-breakpoint
SELECT wayside_fence();
