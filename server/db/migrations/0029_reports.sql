CREATE TABLE "report_definitions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"period" text NOT NULL,
	"first_day" text,
	"last_day" text,
	"tz" text NOT NULL,
	"campaign_ids" jsonb NOT NULL,
	"creative_ids" jsonb NOT NULL,
	"zone" text,
	"schedule" text NOT NULL,
	"hour" integer NOT NULL,
	"day" integer NOT NULL,
	"recipients" jsonb NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "report_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"definition_id" uuid,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"period" text NOT NULL,
	"first_day" text,
	"last_day" text,
	"tz" text NOT NULL,
	"campaign_ids" jsonb NOT NULL,
	"creative_ids" jsonb NOT NULL,
	"zone" text,
	"cause" text NOT NULL,
	"requester" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"row_count" integer,
	"bytes" bigint,
	"sha256" text,
	"as_of" timestamp (3) with time zone,
	"totals" jsonb,
	"expected_screens" integer,
	"expected_since" timestamp (3) with time zone,
	"late_plays" integer,
	"late_since" timestamp (3) with time zone,
	"failure" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"lease_id" uuid,
	"leased_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "report_definitions" ADD CONSTRAINT "report_definitions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_definition_id_report_definitions_id_fk" FOREIGN KEY ("definition_id") REFERENCES "public"."report_definitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_definitions_of" ON "report_definitions" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "report_definitions_next" ON "report_definitions" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "report_runs_of" ON "report_runs" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "report_runs_by_definition" ON "report_runs" USING btree ("definition_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_due" ON "report_runs" USING btree ("definition_id","due_at");--> statement-breakpoint
CREATE INDEX "report_runs_unfinished" ON "report_runs" USING btree ("created_at") WHERE state in ('queued', 'running');--> statement-breakpoint
SELECT wayside_fence();
