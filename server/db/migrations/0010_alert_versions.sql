-- Rows from before name no alert, so they prove nothing; the screens' next pulls write new ones.
DELETE FROM "alert_pulls";--> statement-breakpoint
ALTER TABLE "alert_pulls" DROP CONSTRAINT "alert_pulls_pkey";--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD COLUMN "alert_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD CONSTRAINT "alert_pulls_alert_id_device_id_pk" PRIMARY KEY("alert_id","device_id");--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
CREATE INDEX "alert_pulls_device" ON "alert_pulls" USING btree ("device_id");
