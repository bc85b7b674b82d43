CREATE TABLE "contract_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"body" text NOT NULL,
	"variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"number" text,
	"template_id" uuid NOT NULL,
	"template_name" text NOT NULL,
	"template_edition" integer NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"parties" jsonb NOT NULL,
	"variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"defined" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"value_minor" bigint,
	"currency" text NOT NULL,
	"starts" text NOT NULL,
	"ends" text,
	"renew" text DEFAULT 'none' NOT NULL,
	"notice_d" integer DEFAULT 30 NOT NULL,
	"body" text NOT NULL,
	"body_sha256" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"reason" text,
	"sent_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"signed" integer DEFAULT 0 NOT NULL,
	"noticed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"contract_id" uuid NOT NULL,
	"party" integer,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"method" text NOT NULL,
	"image" text,
	"body_sha256" text NOT NULL,
	"ip" text,
	"ua" text,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contract_templates" ADD CONSTRAINT "contract_templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_templates_tenant" ON "contract_templates" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "contracts_tenant" ON "contracts" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_number" ON "contracts" USING btree ("tenant_id","number");--> statement-breakpoint
CREATE INDEX "contracts_ending" ON "contracts" USING btree ("state","ends");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_once" ON "signatures" USING btree ("contract_id","user_id");--> statement-breakpoint
SELECT wayside_fence();
