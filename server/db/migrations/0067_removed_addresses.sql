-- Servers of an older build must be stopped first.
-- An address is one account's as long as the account is there, so that whoever was removed can come again. They would look the removed account up by it.
ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_google_sub_unique";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_apple_sub_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_google_sub" ON "users" USING btree ("google_sub") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_apple_sub" ON "users" USING btree ("apple_sub") WHERE "users"."deleted_at" is null;