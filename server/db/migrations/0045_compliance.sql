CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"subject_id" uuid,
	"subject_email" text,
	"subject_role" text,
	"device_id" uuid,
	"purpose" text NOT NULL,
	"choice" text NOT NULL,
	"text_version" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"edition" text NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"rule" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "retention" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_records_of" ON "consent_records" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "consent_records_purpose" ON "consent_records" USING btree ("tenant_id","purpose","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "policies_edition" ON "policies" USING btree ("tenant_id","kind","locale","edition");--> statement-breakpoint
SELECT wayside_fence();
