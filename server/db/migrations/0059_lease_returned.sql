ALTER TABLE "leases" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- Until now it stood by how much came back. When it came is not known any more: the last moment known of the lease stands for it.
UPDATE "leases" SET "returned_at" = coalesce("released_at", "held_at", "created_at") WHERE "returned" > 0;
--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
