CREATE TABLE "builds" (
	"build" text PRIMARY KEY NOT NULL,
	"rollout" text DEFAULT 'running' NOT NULL,
	"percent" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
