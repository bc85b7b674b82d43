ALTER TABLE "earnings" ADD COLUMN "imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "migration_lines_target" ON "migration_lines" USING btree ("job_id","target_id");