ALTER TABLE "bids" ADD COLUMN "displaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "displaced_lease_id" uuid;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "displaced_play_id" uuid;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "replanned_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "bids_of_deal" ON "bids" USING btree ("deal_id","at") WHERE deal_id is not null;--> statement-breakpoint
CREATE INDEX "bids_ahead" ON "bids" USING btree ("placement_id","play_to") WHERE spot_state is not null;--> statement-breakpoint
CREATE INDEX "leases_log" ON "leases" USING btree ("tenant_id","created_at","id");