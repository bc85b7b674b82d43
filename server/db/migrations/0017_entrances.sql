CREATE TABLE "business_registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"company" text NOT NULL,
	"country" text NOT NULL,
	"website" text,
	"tax_id" text,
	"phone" text,
	"terms_version" text NOT NULL,
	"dpa_version" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"hash" text NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"leased_until" timestamp (3) with time zone,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "smtp" jsonb;--> statement-breakpoint
ALTER TABLE "business_registrations" ADD CONSTRAINT "business_registrations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_registrations_email" ON "business_registrations" USING btree ("email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "invitations_tenant" ON "invitations" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("state","due_at");--> statement-breakpoint
SELECT wayside_fence();
--> statement-breakpoint
-- Whoever accepts an invitation has no tenant yet.
CREATE POLICY look_up ON invitations FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
