ALTER TABLE "business_registrations" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "business_registrations" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Names are written in many places, imports among them; an erasure needs every one that somebody has borne.
CREATE FUNCTION wayside_keep_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE former jsonb := jsonb_build_object('first_name', OLD.first_name, 'last_name', OLD.last_name);
BEGIN
  IF (OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name)
    AND coalesce(OLD.first_name, OLD.last_name) IS NOT NULL
    AND NOT NEW.former_names @> jsonb_build_array(former)
  THEN
    NEW.former_names := NEW.former_names || former;
    IF jsonb_array_length(NEW.former_names) > 50 THEN NEW.former_names := NEW.former_names - 0; END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_former_name BEFORE UPDATE OF first_name, last_name ON users
  FOR EACH ROW EXECUTE FUNCTION wayside_keep_former_name();
--> statement-breakpoint
SELECT wayside_fence();
