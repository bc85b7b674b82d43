CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"parent_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"country" text,
	"tz" text DEFAULT 'UTC' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"tax_id" text,
	"portal_business" boolean DEFAULT false NOT NULL,
	"open_signup" boolean DEFAULT false NOT NULL,
	"fee_pct" integer DEFAULT 0 NOT NULL,
	"limits" jsonb DEFAULT '{"devices":null,"users":null,"storage_gb":null}'::jsonb NOT NULL,
	"incident_mail" boolean DEFAULT true NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "creatives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"approval_reason" text,
	"asset_id" uuid NOT NULL,
	"duration_ms" integer NOT NULL,
	"alt_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"tenant_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "media_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"mime" text NOT NULL,
	"codec" text,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"chunks_sha256" text NOT NULL,
	"w" integer NOT NULL,
	"h" integer NOT NULL,
	"duration_ms" integer,
	"state" text DEFAULT 'ready' NOT NULL,
	"thumbnail_sha256" text,
	"poster_sha256" text,
	"renditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"processing" text DEFAULT 'none' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"processing_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "playlist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"creative_id" uuid NOT NULL,
	"duration_ms" integer,
	"transition" text DEFAULT 'none' NOT NULL,
	"fit" text
);
--> statement-breakpoint
CREATE TABLE "playlist_versions" (
	"tenant_id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"document_sha256" text NOT NULL,
	"items" jsonb NOT NULL,
	"creative_ids" uuid[] NOT NULL,
	"item_count" integer NOT NULL,
	"loop_ms" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" uuid,
	CONSTRAINT "playlist_versions_playlist_id_version_pk" PRIMARY KEY("playlist_id","version")
);
--> statement-breakpoint
CREATE TABLE "playlists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"default_duration_ms" integer DEFAULT 10000 NOT NULL,
	"published_version" integer,
	"has_draft" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"replaced" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"binding_hash" text,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"tz" text DEFAULT 'UTC' NOT NULL,
	"is_signatory" boolean DEFAULT false NOT NULL,
	"prefs" jsonb DEFAULT '{"theme":"system","density":"comfortable","shortcuts":true}'::jsonb NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"password_expires_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"result" text,
	"batch_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"rule" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"jwk" jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'tablet' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"serial" text,
	"machine" text,
	"vehicle" text,
	"plate_hash" text,
	"group_id" uuid,
	"location_id" uuid,
	"owner_user_id" uuid,
	"orientation" integer DEFAULT 0 NOT NULL,
	"fit" text DEFAULT 'contain' NOT NULL,
	"volume" integer DEFAULT 0 NOT NULL,
	"brightness" text DEFAULT 'auto' NOT NULL,
	"tz" text DEFAULT 'UTC' NOT NULL,
	"metered" text DEFAULT 'auto' NOT NULL,
	"data_plan_mb" integer,
	"data_plan_day" integer DEFAULT 1 NOT NULL,
	"depot_from" text,
	"depot_to" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"playlist_id" uuid,
	"manifest_version" integer DEFAULT 1 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"reported" jsonb,
	"forked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "incident_notes" (
	"id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"incident_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_seen" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "incident_notes_device_id_id_pk" PRIMARY KEY("device_id","id")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"acked_at" timestamp (3) with time zone,
	"acked_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"notified" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deferred" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "manifests" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"documents" text[] NOT NULL,
	"head" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manifests_device_id_version_pk" PRIMARY KEY("device_id","version")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"lines" jsonb NOT NULL,
	"emails" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pairings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"key_id" text NOT NULL,
	"jwk" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tenant_id" uuid,
	"device_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pairings_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"radius_m" integer NOT NULL,
	"tz" text NOT NULL,
	"external_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plays" (
	"play_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"creative_id" uuid NOT NULL,
	"playlist_id" uuid,
	"result" text NOT NULL,
	"state" text NOT NULL,
	"reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer NOT NULL,
	"expected_ms" integer NOT NULL,
	"completion" double precision NOT NULL,
	"visible_share" double precision NOT NULL,
	"record_hash" text NOT NULL,
	"record" jsonb NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "plays_device_id_epoch_seq_pk" PRIMARY KEY("device_id","epoch","seq")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"batch_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"receipt" jsonb NOT NULL,
	"checkpoint" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_details" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"salt" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_role" text,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text,
	"request_id" uuid,
	"detail_hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_errors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"url" text NOT NULL,
	"error_type" text NOT NULL,
	"error_message" text NOT NULL,
	"http_status_code" integer,
	"ttfb_ms" integer,
	"retry_attempt" integer,
	"max_attempts" integer,
	"context_type" text NOT NULL,
	"section_context" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_user_id_key_pk" PRIMARY KEY("tenant_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"window" timestamp (3) with time zone NOT NULL,
	"n" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"jwk" jsonb NOT NULL,
	"wrapped" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "builds" (
	"build" text PRIMARY KEY NOT NULL,
	"rollout" text DEFAULT 'running' NOT NULL,
	"percent" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_parent_id_tenants_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD CONSTRAINT "playlist_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD CONSTRAINT "playlist_versions_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_versions" ADD CONSTRAINT "playlist_versions_tenant_id_document_sha256_documents_tenant_id_sha256_fk" FOREIGN KEY ("tenant_id","document_sha256") REFERENCES "public"."documents"("tenant_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_parent_id_device_groups_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_acked_by_users_id_fk" FOREIGN KEY ("acked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_details" ADD CONSTRAINT "audit_details_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_details" ADD CONSTRAINT "audit_details_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creatives_tenant" ON "creatives" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "media_once" ON "media_assets" USING btree ("tenant_id","sha256");--> statement-breakpoint
CREATE INDEX "media_bytes" ON "media_assets" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "media_thumbnail" ON "media_assets" USING btree ("thumbnail_sha256");--> statement-breakpoint
CREATE INDEX "media_poster" ON "media_assets" USING btree ("poster_sha256");--> statement-breakpoint
CREATE INDEX "media_renditions" ON "media_assets" USING gin ("renditions" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "media_processing" ON "media_assets" USING btree ("processing_at") WHERE "media_assets"."processing" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "playlist_items_order" ON "playlist_items" USING btree ("playlist_id","position");--> statement-breakpoint
CREATE INDEX "playlist_items_creative" ON "playlist_items" USING btree ("creative_id");--> statement-breakpoint
CREATE INDEX "playlists_tenant" ON "playlists" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id","generation");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_commands_batch" ON "device_commands" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "device_commands_of" ON "device_commands" USING btree ("device_id","state");--> statement-breakpoint
CREATE INDEX "device_commands_tenant" ON "device_commands" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "device_groups_tenant" ON "device_groups" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "device_keys_device" ON "device_keys" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "devices_tenant" ON "devices" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "devices_playlist" ON "devices" USING btree ("playlist_id");--> statement-breakpoint
CREATE INDEX "incident_notes_of" ON "incident_notes" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "incident_notes_lasting" ON "incident_notes" USING btree ("is_seen","ended_at");--> statement-breakpoint
CREATE INDEX "incidents_tenant" ON "incidents" USING btree ("tenant_id","state","opened_at");--> statement-breakpoint
CREATE INDEX "notices_tenant" ON "notices" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "pairings_key" ON "pairings" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "pairings_end" ON "pairings" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "locations_tenant" ON "locations" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "saved_views_of" ON "saved_views" USING btree ("tenant_id","resource");--> statement-breakpoint
CREATE UNIQUE INDEX "plays_id" ON "plays" USING btree ("device_id","play_id");--> statement-breakpoint
CREATE INDEX "plays_by_time" ON "plays" USING btree ("tenant_id","started_at","play_id");--> statement-breakpoint
CREATE INDEX "plays_by_creative" ON "plays" USING btree ("tenant_id","creative_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_order" ON "audit_events" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit_events" USING btree ("tenant_id","actor_id","action","at");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit_events" USING btree ("tenant_id","target_id");--> statement-breakpoint
CREATE INDEX "client_errors_age" ON "client_errors" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_age" ON "rate_counters" USING btree ("window");
--> statement-breakpoint
CREATE FUNCTION wayside_tenant() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('wayside.tenant', true), '')::uuid $$;
--> statement-breakpoint
CREATE FUNCTION wayside_scope() RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('wayside.scope', true), '') $$;
--> statement-breakpoint
-- Read at each start to prove that row-level security holds.
CREATE TABLE rls_canary (tenant_id uuid PRIMARY KEY);
--> statement-breakpoint
INSERT INTO rls_canary VALUES ('00000000-0000-7000-8000-000000000001'), ('00000000-0000-7000-8000-000000000002');
--> statement-breakpoint
-- Puts row-level security on every table with a tenant_id that has none; a later migration that adds such a table calls it again.
-- The owner of a table is held too (FORCE); a superuser is not, so its transactions take on another role.
CREATE FUNCTION wayside_fence() RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text;
BEGIN
  FOR name IN SELECT c.table_name FROM information_schema.columns c
    JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace
    WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND NOT t.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON %I USING (tenant_id = (SELECT wayside_tenant()))', name);
    IF name <> 'rls_canary' THEN
      EXECUTE format('CREATE POLICY everywhere ON %I USING ((SELECT wayside_scope()) = ''everywhere'')', name);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
SELECT wayside_fence();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY of_tenant ON tenants USING (id = (SELECT wayside_tenant()));
--> statement-breakpoint
CREATE POLICY everywhere ON tenants USING ((SELECT wayside_scope()) = 'everywhere');
--> statement-breakpoint
-- The three look-ups that read before a tenant is known, each its own tables.
CREATE POLICY look_up ON tenants FOR SELECT USING ((SELECT wayside_scope()) IN ('sign_in', 'pairing'));
--> statement-breakpoint
CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON sessions FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON refresh_tokens FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON reset_tokens FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in');
--> statement-breakpoint
CREATE POLICY look_up ON devices FOR SELECT USING ((SELECT wayside_scope()) IN ('device', 'pairing'));
--> statement-breakpoint
CREATE POLICY look_up ON device_keys FOR SELECT USING ((SELECT wayside_scope()) IN ('device', 'pairing'));
--> statement-breakpoint
-- A code has no tenant until somebody claims it.
CREATE POLICY look_up ON pairings USING ((SELECT wayside_scope()) = 'pairing');
--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'audit events are only ever added' USING ERRCODE = 'insufficient_privilege'; END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- Whether a command waits for a screen is read with its keys, before its tenant is known.
CREATE POLICY look_up ON device_commands FOR SELECT USING ((SELECT wayside_scope()) = 'device');
