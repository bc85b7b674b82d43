ALTER TABLE "weather_sources" ALTER COLUMN "sky" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "weather_sources" ALTER COLUMN "temperature_c" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "weather_sources" ALTER COLUMN "wind_kmh" DROP NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
UPDATE "weather_sources" SET "sky" = NULL, "temperature_c" = NULL, "wind_kmh" = NULL
WHERE "source" <> 'manual' AND "sky" = 'clear' AND "temperature_c" = 20 AND "wind_kmh" = 0;--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);
