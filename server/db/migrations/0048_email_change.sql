ALTER TABLE "users" ADD COLUMN "email_change" jsonb;
