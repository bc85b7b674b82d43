CREATE TABLE "weather_sources" (
	"tenant_id" uuid NOT NULL,
	"source" text NOT NULL,
	"url" text,
	"lat" double precision,
	"lng" double precision,
	"sky" text NOT NULL,
	"temperature_c" double precision NOT NULL,
	"wind_kmh" double precision NOT NULL,
	"stale_min" integer NOT NULL,
	"reading" jsonb,
	"checked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "weather_sources_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
ALTER TABLE "weather_sources" ADD CONSTRAINT "weather_sources_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT wayside_fence();
