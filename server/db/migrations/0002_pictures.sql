CREATE TABLE "stage_pictures" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"picture" text NOT NULL,
	CONSTRAINT "stage_pictures_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
ALTER TABLE "stage_pictures" ADD CONSTRAINT "stage_pictures_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stage_pictures" ADD CONSTRAINT "stage_pictures_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stage_pictures_end" ON "stage_pictures" USING btree ("hour");--> statement-breakpoint
SELECT wayside_fence();
