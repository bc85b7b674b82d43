CREATE TABLE "alert_acks" (
	"tenant_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"alert_version" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"seen_s" integer,
	"clock_quality" text,
	"detail" text,
	CONSTRAINT "alert_acks_alert_id_alert_version_device_id_state_pk" PRIMARY KEY("alert_id","alert_version","device_id","state")
);
--> statement-breakpoint
CREATE TABLE "alert_documents" (
	"tenant_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"body_base64" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_documents_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "alert_endings" (
	"tenant_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"identifier" text NOT NULL,
	"origin_id" uuid,
	"by_alert_id" uuid,
	"keep_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_endings_tenant_id_sender_identifier_pk" PRIMARY KEY("tenant_id","sender","identifier")
);
--> statement-breakpoint
CREATE TABLE "alert_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"kind" text NOT NULL,
	"poll_s" integer NOT NULL,
	"auto_publish" boolean NOT NULL,
	"max_priority" integer NOT NULL,
	"state" text DEFAULT 'ok' NOT NULL,
	"etag" text,
	"last_modified" text,
	"checked_at" timestamp (3) with time zone,
	"ok_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_geocodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"scheme" text NOT NULL,
	"value" text NOT NULL,
	"name" text NOT NULL,
	"areas" jsonb NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_pulls" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_sets" (
	"tenant_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "alert_sets_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"origin_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"status" text NOT NULL,
	"msg_type" text DEFAULT 'Alert' NOT NULL,
	"scope" text DEFAULT 'Public' NOT NULL,
	"cap_sender" text,
	"cap_identifier" text,
	"cap_sent" timestamp (3) with time zone,
	"references" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"incidents" text[] DEFAULT '{}'::text[] NOT NULL,
	"supersedes_id" uuid,
	"root_id" uuid NOT NULL,
	"alert_version" integer DEFAULT 1 NOT NULL,
	"priority" integer NOT NULL,
	"category" text[] NOT NULL,
	"event" text NOT NULL,
	"urgency" text NOT NULL,
	"severity" text NOT NULL,
	"certainty" text NOT NULL,
	"response_types" text[] NOT NULL,
	"texts" jsonb NOT NULL,
	"template" text NOT NULL,
	"sound" boolean NOT NULL,
	"effective_at" timestamp (3) with time zone,
	"onset_at" timestamp (3) with time zone,
	"ttl_s" integer NOT NULL,
	"max_display_s" integer,
	"target" jsonb NOT NULL,
	"forced" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"set_version" integer,
	"submitted_by" uuid,
	"approved_by" uuid,
	"approved_alone" boolean DEFAULT false NOT NULL,
	"raw_sha256" text,
	"sig_status" text DEFAULT 'unsigned' NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"agency" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "police_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"agency" text NOT NULL,
	"contact" text NOT NULL,
	"jurisdiction" jsonb NOT NULL,
	"max_priority" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "police_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"label" text NOT NULL,
	"lookup" text NOT NULL,
	"last4" text NOT NULL,
	"secret_sha256" text NOT NULL,
	"env" text NOT NULL,
	"scopes" text[] NOT NULL,
	"ip_allow" text[] DEFAULT '{}'::text[] NOT NULL,
	"rate_per_min" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"not_before" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"known_networks" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recorded_decisions" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"first_n" integer NOT NULL,
	"decisions" text NOT NULL,
	"documents" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recorded_decisions_device_id_recording_id_first_n_pk" PRIMARY KEY("device_id","recording_id","first_n")
);
--> statement-breakpoint
ALTER TABLE "alert_acks" ADD CONSTRAINT "alert_acks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_acks" ADD CONSTRAINT "alert_acks_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_acks" ADD CONSTRAINT "alert_acks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_documents" ADD CONSTRAINT "alert_documents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_endings" ADD CONSTRAINT "alert_endings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_feeds" ADD CONSTRAINT "alert_feeds_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_geocodes" ADD CONSTRAINT "alert_geocodes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD CONSTRAINT "alert_pulls_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_pulls" ADD CONSTRAINT "alert_pulls_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_sets" ADD CONSTRAINT "alert_sets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "police_clients" ADD CONSTRAINT "police_clients_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "police_keys" ADD CONSTRAINT "police_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "police_keys" ADD CONSTRAINT "police_keys_client_id_police_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."police_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_decisions" ADD CONSTRAINT "recorded_decisions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_decisions" ADD CONSTRAINT "recorded_decisions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_acks_device" ON "alert_acks" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alert_endings_kept" ON "alert_endings" USING btree ("keep_until");--> statement-breakpoint
CREATE INDEX "alert_feeds_due" ON "alert_feeds" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "alert_feeds_tenant" ON "alert_feeds" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "alert_geocodes_tenant" ON "alert_geocodes" USING btree ("tenant_id","scheme","value");--> statement-breakpoint
CREATE INDEX "alert_pulls_tenant" ON "alert_pulls" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_cap_key" ON "alerts" USING btree ("tenant_id","cap_sender","cap_identifier","cap_sent") WHERE cap_sender is not null;--> statement-breakpoint
CREATE INDEX "alerts_tenant" ON "alerts" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "alerts_root" ON "alerts" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "alerts_on_screens" ON "alerts" USING btree ("tenant_id","expires_at") WHERE set_version is not null;--> statement-breakpoint
CREATE INDEX "alerts_origin" ON "alerts" USING btree ("origin_id");--> statement-breakpoint
CREATE INDEX "police_clients_tenant" ON "police_clients" USING btree ("tenant_id","agency");--> statement-breakpoint
CREATE UNIQUE INDEX "police_keys_lookup" ON "police_keys" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX "police_keys_client" ON "police_keys" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "police_keys_tenant" ON "police_keys" USING btree ("tenant_id","label");--> statement-breakpoint
CREATE INDEX "recorded_decisions_received" ON "recorded_decisions" USING btree ("received_at");--> statement-breakpoint
SELECT wayside_fence();
