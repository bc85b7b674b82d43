ALTER TABLE "devices" ADD COLUMN "depot_from" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "depot_to" text;