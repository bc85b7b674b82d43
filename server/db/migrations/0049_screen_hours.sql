CREATE TABLE "screen_hours" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"shown_ms" bigint NOT NULL,
	CONSTRAINT "screen_hours_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
ALTER TABLE "screen_hours" ADD CONSTRAINT "screen_hours_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_hours" ADD CONSTRAINT "screen_hours_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screen_hours_by_hour" ON "screen_hours" USING btree ("tenant_id","hour");--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
INSERT INTO "screen_hours" ("tenant_id", "device_id", "hour", "shown_ms")
SELECT "tenant_id", "device_id", "hour", sum("duration_ms") FROM "play_hours"
WHERE "quarantined" = 0 GROUP BY 1, 2, 3;--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);--> statement-breakpoint
SELECT wayside_fence();
