CREATE TABLE "budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"period" text NOT NULL,
	"campaign_id" uuid,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"hard_cap" boolean NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"alerted" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "earning_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"earning_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reason" text,
	"late_of" uuid,
	"late_plays" bigint,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "earnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"period" text NOT NULL,
	"state" text DEFAULT 'estimated' NOT NULL,
	"has_plays" boolean DEFAULT true NOT NULL,
	"online_ms" bigint DEFAULT 0 NOT NULL,
	"plays" bigint DEFAULT 0 NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text NOT NULL,
	"gross_minor" bigint DEFAULT 0 NOT NULL,
	"fee_pct" integer NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"adjustment_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"answer" text,
	"payout_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"bank" text NOT NULL,
	"masked" text NOT NULL,
	"account" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"usable_from" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"method" text NOT NULL,
	"account" text NOT NULL,
	"reference" text,
	"reason" text,
	"earning_ids" uuid[] NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_adjustments" ADD CONSTRAINT "earning_adjustments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_adjustments" ADD CONSTRAINT "earning_adjustments_earning_id_earnings_id_fk" FOREIGN KEY ("earning_id") REFERENCES "public"."earnings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_adjustments" ADD CONSTRAINT "earning_adjustments_late_of_earnings_id_fk" FOREIGN KEY ("late_of") REFERENCES "public"."earnings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_tenant" ON "budgets" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "budgets_campaign" ON "budgets" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "earning_adjustments_of" ON "earning_adjustments" USING btree ("earning_id");--> statement-breakpoint
CREATE INDEX "earning_adjustments_late" ON "earning_adjustments" USING btree ("late_of") WHERE late_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "earnings_once" ON "earnings" USING btree ("tenant_id","owner_user_id","device_id","period");--> statement-breakpoint
CREATE INDEX "earnings_period" ON "earnings" USING btree ("tenant_id","period");--> statement-breakpoint
CREATE INDEX "earnings_payout" ON "earnings" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "payout_accounts_tenant" ON "payout_accounts" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "payouts_tenant" ON "payouts" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_owner" ON "payouts" USING btree ("owner_user_id");--> statement-breakpoint
SELECT wayside_fence();
