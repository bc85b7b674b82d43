CREATE TABLE "ticket_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_attachments_of" ON "ticket_attachments" USING btree ("ticket_id","created_at");--> statement-breakpoint
SELECT wayside_fence();
--> statement-breakpoint
-- As tickets and their messages.
CREATE POLICY of_platform ON ticket_attachments USING (EXISTS (SELECT FROM tenants t WHERE t.id = (SELECT wayside_tenant()) AND t.kind = 'platform'));
