ALTER TABLE "users" ADD COLUMN "former_emails" text[] DEFAULT '{}' NOT NULL;
