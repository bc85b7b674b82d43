CREATE TABLE "white_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"draft" jsonb NOT NULL,
	"published" jsonb,
	"published_version" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"domain" text,
	"domain_token" text,
	"domain_state" text DEFAULT 'unverified' NOT NULL,
	"domain_problem" text,
	"domain_points_here" boolean,
	"domain_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "allotted" jsonb DEFAULT '{"devices":0,"users":0,"storage_gb":0}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "white_labels" ADD CONSTRAINT "white_labels_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "white_labels_of" ON "white_labels" USING btree ("tenant_id");--> statement-breakpoint
SELECT wayside_fence();
--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);
--> statement-breakpoint
UPDATE tenants parent SET allotted = below.allotted FROM (
	SELECT parent_id, jsonb_build_object(
		'devices', coalesce(sum((limits->>'devices')::bigint), 0),
		'users', coalesce(sum((limits->>'users')::bigint), 0),
		'storage_gb', coalesce(sum((limits->>'storage_gb')::bigint), 0)
	) AS allotted
	FROM tenants WHERE parent_id IS NOT NULL AND deleted_at IS NULL AND status <> 'archived' GROUP BY parent_id
) below WHERE below.parent_id = parent.id;
--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
