DROP INDEX "devices_playlist";--> statement-breakpoint
ALTER TABLE "device_groups" ADD COLUMN "playlist_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "group_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "effective_playlist_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "effective_group_id" uuid;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_effective_playlist_id_playlists_id_fk" FOREIGN KEY ("effective_playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_effective_group_id_device_groups_id_fk" FOREIGN KEY ("effective_group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_playlist" ON "devices" USING btree ("effective_playlist_id");--> statement-breakpoint
-- The owner of the table is held by row-level security, too: without this it would change no row.
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "devices" SET "group_ids" = array["group_id"] WHERE "group_id" IS NOT NULL;--> statement-breakpoint
UPDATE "devices" SET "effective_playlist_id" = "playlist_id";--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_group_id_device_groups_id_fk";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "group_id";
