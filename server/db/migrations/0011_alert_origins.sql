DROP INDEX "alerts_cap_key";--> statement-breakpoint
ALTER TABLE "alert_endings" DROP CONSTRAINT "alert_endings_tenant_id_sender_identifier_pk";--> statement-breakpoint
ALTER TABLE "alert_endings" ALTER COLUMN "origin_id" SET DEFAULT '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
-- Row-level security would hide the rows from the statement below.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "alert_endings" SET "origin_id" = '00000000-0000-0000-0000-000000000000' WHERE "origin_id" IS NULL;--> statement-breakpoint
ALTER TABLE "alert_endings" ALTER COLUMN "origin_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_endings" ADD CONSTRAINT "alert_endings_tenant_id_origin_id_sender_identifier_pk" PRIMARY KEY("tenant_id","origin_id","sender","identifier");--> statement-breakpoint
ALTER TABLE "alert_documents" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_documents" ADD COLUMN "origin_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_feeds" ADD COLUMN "followed" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_feeds" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_documents_origin" ON "alert_documents" USING btree ("tenant_id","origin_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_cap_key" ON "alerts" USING btree ("tenant_id",coalesce(origin_id, '00000000-0000-0000-0000-000000000000'::uuid),"cap_sender","cap_identifier","cap_sent") WHERE cap_sender is not null;