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
CREATE INDEX "client_errors_age" ON "client_errors" USING btree ("at");