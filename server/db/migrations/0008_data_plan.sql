ALTER TABLE "devices" ADD COLUMN "data_plan_mb" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "data_plan_day" integer DEFAULT 1 NOT NULL;