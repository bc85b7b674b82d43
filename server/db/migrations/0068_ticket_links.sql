ALTER TABLE "tickets" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "campaign_name" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "invoice_number" text;