CREATE TABLE "dispute_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"invoice_id" uuid,
	"line_id" uuid,
	"credit_note_id" uuid,
	"number" text,
	"partner_id" uuid,
	"dealid" text,
	"from" timestamp (3) with time zone,
	"to" timestamp (3) with time zone,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"facts" jsonb,
	"plays" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"subject" text NOT NULL,
	"campaign_id" uuid,
	"invoice_id" uuid,
	"line_id" uuid,
	"partner_id" uuid,
	"dealid" text,
	"play_id" uuid,
	"from" timestamp (3) with time zone,
	"to" timestamp (3) with time zone,
	"claim" text NOT NULL,
	"claimed_plays" bigint,
	"claimed_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"contact_email" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"owner" text,
	"decision" text,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"credited_minor" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"partner_name" text NOT NULL,
	"first_day" text NOT NULL,
	"last_day" text NOT NULL,
	"tz" text NOT NULL,
	"keyed_by" text NOT NULL,
	"counted_in" text NOT NULL,
	"tolerance_pct" double precision NOT NULL,
	"day_column" text NOT NULL,
	"key_column" text NOT NULL,
	"count_column" text NOT NULL,
	"revenue_column" text NOT NULL,
	"currency_column" text,
	"file_currency" text,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"lines" integer NOT NULL,
	"matched" integer NOT NULL,
	"explained" integer NOT NULL,
	"ours_e4" bigint NOT NULL,
	"theirs_e4" bigint NOT NULL,
	"diff_pct" double precision,
	"as_of" timestamp (3) with time zone NOT NULL,
	"note" text,
	"compared" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "dispute_credits" ADD CONSTRAINT "dispute_credits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_credits" ADD CONSTRAINT "dispute_credits_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_credits_line" ON "dispute_credits" USING btree ("dispute_id","line_id");--> statement-breakpoint
CREATE INDEX "dispute_credits_of" ON "dispute_credits" USING btree ("tenant_id","line_id");--> statement-breakpoint
CREATE INDEX "dispute_credits_partner" ON "dispute_credits" USING btree ("tenant_id","partner_id","from");--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_evidence_of" ON "dispute_evidence" USING btree ("dispute_id","position");--> statement-breakpoint
CREATE INDEX "disputes_tenant" ON "disputes" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "disputes_partner" ON "disputes" USING btree ("tenant_id","partner_id");--> statement-breakpoint
CREATE INDEX "reconciliations_tenant" ON "reconciliations" USING btree ("tenant_id","created_at");--> statement-breakpoint
SELECT wayside_fence();
