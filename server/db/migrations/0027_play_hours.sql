CREATE TABLE "play_hours" (
	"tenant_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"device_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"campaign_id" uuid,
	"zone" text NOT NULL,
	"result" text NOT NULL,
	"cell" text,
	"plays" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"quarantined" integer NOT NULL,
	"delivered" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "plays_rolled_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "play_hours" ADD CONSTRAINT "play_hours_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_hours" ADD CONSTRAINT "play_hours_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_hours_by_hour" ON "play_hours" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "plays_by_receipt" ON "plays" USING btree ("tenant_id","received_at");--> statement-breakpoint
SELECT wayside_fence();
