CREATE TABLE "play_roots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"day" text NOT NULL,
	"number" integer NOT NULL,
	"root" text NOT NULL,
	"document" jsonb NOT NULL,
	"leaves" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "clock_grade" text DEFAULT 'D' NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "uncertainty_ms" integer DEFAULT 86400000 NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "root_id" uuid;--> statement-breakpoint
ALTER TABLE "play_roots" ADD CONSTRAINT "play_roots_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "play_roots_position" ON "play_roots" USING btree ("tenant_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "play_roots_day" ON "play_roots" USING btree ("tenant_id","day","number");--> statement-breakpoint
CREATE INDEX "plays_by_device" ON "plays" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE INDEX "plays_without_root" ON "plays" USING btree ("tenant_id","started_at") WHERE root_id is null;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE plays SET clock_grade = record -> 'clock' ->> 'quality', uncertainty_ms = least(86400000, greatest(0, (record -> 'clock' ->> 'uncertainty_ms')::float8))::int;--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
--> statement-breakpoint
SELECT wayside_fence();
