CREATE TABLE "compliance_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"subject_email" text NOT NULL,
	"subject_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"reason" text,
	"verified_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sealed_originals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"keep_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "compliance_requests" ADD CONSTRAINT "compliance_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_originals" ADD CONSTRAINT "sealed_originals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "compliance_requests_tenant" ON "compliance_requests" USING btree ("tenant_id","due_at");--> statement-breakpoint
CREATE INDEX "compliance_requests_own" ON "compliance_requests" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "sealed_originals_record" ON "sealed_originals" USING btree ("record_id","created_at");--> statement-breakpoint
CREATE INDEX "sealed_originals_end" ON "sealed_originals" USING btree ("keep_until");--> statement-breakpoint
SELECT wayside_fence();
