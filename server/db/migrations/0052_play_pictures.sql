CREATE TABLE "asset_light" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"light" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "asset_light" ADD CONSTRAINT "asset_light_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_light" ADD CONSTRAINT "asset_light_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_light_tenant" ON "asset_light" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "plays_with_picture" ON "plays" USING btree ("tenant_id","received_at") WHERE picture = 'due';--> statement-breakpoint
SELECT wayside_fence();
