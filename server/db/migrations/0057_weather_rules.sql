CREATE TABLE "weather_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"rank" integer NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"condition" text NOT NULL,
	"threshold" integer,
	"action" text NOT NULL,
	"boost" double precision,
	"sources" jsonb NOT NULL,
	"campaign_ids" uuid[] DEFAULT '{}' NOT NULL,
	"group_ids" uuid[] DEFAULT '{}' NOT NULL,
	"stale_limit_min" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "weather_rules" ADD CONSTRAINT "weather_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "weather_rules_tenant" ON "weather_rules" USING btree ("tenant_id","rank");--> statement-breakpoint
SELECT wayside_fence();
