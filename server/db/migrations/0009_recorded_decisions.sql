CREATE TABLE "recorded_decisions" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"first_n" integer NOT NULL,
	"decisions" text NOT NULL,
	"documents" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recorded_decisions_device_id_recording_id_first_n_pk" PRIMARY KEY("device_id","recording_id","first_n")
);
--> statement-breakpoint
ALTER TABLE "recorded_decisions" ADD CONSTRAINT "recorded_decisions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_decisions" ADD CONSTRAINT "recorded_decisions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_decisions_received" ON "recorded_decisions" USING btree ("received_at");--> statement-breakpoint
SELECT wayside_fence();
