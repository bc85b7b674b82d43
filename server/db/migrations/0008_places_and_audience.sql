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
ALTER TABLE "plays" ADD COLUMN "place_grade" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "issued_places" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audience_counts" ADD CONSTRAINT "audience_counts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_counts" ADD CONSTRAINT "audience_counts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audience_counts_by_time" ON "audience_counts" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "audience_counts_kept" ON "audience_counts" USING btree ("kept_until");--> statement-breakpoint
SELECT wayside_fence();
