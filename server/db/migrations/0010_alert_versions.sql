-- Rows from before name no alert, so they prove nothing. TRUNCATE, because row-level security hides rows from DELETE.
TRUNCATE "alert_pulls";--> statement-breakpoint
ALTER TABLE "alert_pulls" DROP CONSTRAINT "alert_pulls_pkey";--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD COLUMN "alert_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD CONSTRAINT "alert_pulls_alert_id_device_id_pk" PRIMARY KEY("alert_id","device_id");--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
CREATE INDEX "alert_pulls_device" ON "alert_pulls" USING btree ("device_id");--> statement-breakpoint
-- Screens that hold alerts now pull once more, so that what they say of them is still taken.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "alert_sets" SET "version" = "version" + 1;
