ALTER TABLE "tenants" ADD COLUMN "require_second_factor_roles" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_in_ticket" jsonb;