CREATE TABLE "player_config_versions" (
	"tenant_id" uuid NOT NULL,
	"config_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"previous" integer,
	"values" jsonb NOT NULL,
	"published_by" uuid,
	"published_by_name" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_config_versions_config_id_number_pk" PRIMARY KEY("config_id","number")
);
--> statement-breakpoint
CREATE TABLE "player_configs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"draft" jsonb NOT NULL,
	"published" jsonb,
	"published_version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_config_versions" ADD CONSTRAINT "player_config_versions_config_id_player_configs_id_fk" FOREIGN KEY ("config_id") REFERENCES "public"."player_configs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_configs" ADD CONSTRAINT "player_configs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_config_versions_tenant" ON "player_config_versions" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "player_configs_scope" ON "player_configs" USING btree ("tenant_id","page","scope_id");--> statement-breakpoint
SELECT wayside_fence();
