CREATE TABLE "audience_sums" (
	"tenant_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"age" text NOT NULL,
	"gender" text NOT NULL,
	"people" bigint NOT NULL,
	"screens" integer NOT NULL,
	CONSTRAINT "audience_sums_tenant_id_hour_age_gender_pk" PRIMARY KEY("tenant_id","hour","age","gender")
);
--> statement-breakpoint
CREATE TABLE "play_screens" (
	"tenant_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"plays" bigint NOT NULL,
	CONSTRAINT "play_screens_tenant_id_dimension_day_id_device_id_pk" PRIMARY KEY("tenant_id","dimension","day","id","device_id")
);
--> statement-breakpoint
CREATE TABLE "play_sums" (
	"tenant_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key" text NOT NULL,
	"plays" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"quarantined" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"not_shown" bigint NOT NULL,
	"sold_plays" bigint NOT NULL,
	"sold_ms" bigint NOT NULL,
	CONSTRAINT "play_sums_tenant_id_dimension_at_key_pk" PRIMARY KEY("tenant_id","dimension","at","key")
);
--> statement-breakpoint
DROP INDEX "audience_counts_by_time";--> statement-breakpoint
DROP INDEX "plays_by_creative";--> statement-breakpoint
DROP INDEX "screen_hours_by_hour";--> statement-breakpoint
ALTER TABLE "screen_hours" ADD COLUMN "main_ms" bigint;--> statement-breakpoint
ALTER TABLE "screen_hours" ADD COLUMN "is_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audience_sums" ADD CONSTRAINT "audience_sums_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_screens" ADD CONSTRAINT "play_screens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_sums" ADD CONSTRAINT "play_sums_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_hours_by_device" ON "play_hours" USING btree ("device_id","hour");--> statement-breakpoint
CREATE INDEX "play_hours_by_campaign" ON "play_hours" USING btree ("campaign_id","hour") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "play_hours_with_cell" ON "play_hours" USING btree ("tenant_id","hour") WHERE cell is not null;--> statement-breakpoint
CREATE INDEX "plays_by_length" ON "plays" USING btree ("tenant_id","duration_ms","play_id");--> statement-breakpoint
CREATE INDEX "plays_not_accepted" ON "plays" USING btree ("tenant_id","state","started_at","play_id") WHERE state <> 'accepted';--> statement-breakpoint
CREATE INDEX "plays_not_shown" ON "plays" USING btree ("tenant_id","started_at","play_id") WHERE result = 'not_shown';--> statement-breakpoint
CREATE INDEX "audience_counts_by_time" ON "audience_counts" USING btree ("tenant_id","hour","device_id");--> statement-breakpoint
CREATE INDEX "plays_by_creative" ON "plays" USING btree ("tenant_id","creative_id","play_id");--> statement-breakpoint
CREATE INDEX "screen_hours_by_hour" ON "screen_hours" USING btree ("tenant_id","hour","device_id","main_ms","is_whole");--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- Sums are kept where hours are written, so that no writer of hours can forget them: of a few thousand rows a page reads a few dozen.
CREATE FUNCTION wayside_sum_play_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO play_sums AS s (tenant_id, dimension, at, key,
    plays, duration_ms, quarantined, delivered, failed, not_shown, sold_plays, sold_ms)
  SELECT tenant_id,
    CASE grouping(hour, device_id, creative_id, campaign_id, zone, result)
      WHEN 31 THEN 'hour' WHEN 47 THEN 'device' WHEN 55 THEN 'creative' WHEN 59 THEN 'campaign' WHEN 61 THEN 'zone'
      ELSE 'result' END,
    coalesce(hour, day),
    coalesce(device_id::text, creative_id::text, campaign_id::text, zone, result, ''),
    sign * coalesce(sum(plays - quarantined) FILTER (WHERE is_shown), 0),
    sign * coalesce(sum(counted_ms) FILTER (WHERE is_shown), 0),
    sign * coalesce(sum(quarantined) FILTER (WHERE is_shown), 0),
    sign * sum(delivered),
    sign * coalesce(sum(plays) FILTER (WHERE result = 'failed'), 0),
    sign * coalesce(sum(plays) FILTER (WHERE NOT is_shown), 0),
    sign * coalesce(sum(plays - quarantined) FILTER (WHERE is_shown AND is_sold), 0),
    sign * coalesce(sum(counted_ms) FILTER (WHERE is_shown AND is_sold), 0)
  FROM (
    SELECT c.*, date_trunc('day', hour, 'UTC') AS day, result <> 'not_shown' AS is_shown,
      campaign_id IS NOT NULL AS is_sold, CASE WHEN quarantined < plays THEN duration_ms ELSE 0 END AS counted_ms
    FROM changed c
  ) AS c
  GROUP BY GROUPING SETS ((tenant_id, hour), (tenant_id, day, device_id), (tenant_id, day, creative_id),
    (tenant_id, day, campaign_id), (tenant_id, day, zone), (tenant_id, day, result))
  ON CONFLICT (tenant_id, dimension, at, key) DO UPDATE SET
    plays = s.plays + excluded.plays, duration_ms = s.duration_ms + excluded.duration_ms,
    quarantined = s.quarantined + excluded.quarantined, delivered = s.delivered + excluded.delivered,
    failed = s.failed + excluded.failed, not_shown = s.not_shown + excluded.not_shown,
    sold_plays = s.sold_plays + excluded.sold_plays, sold_ms = s.sold_ms + excluded.sold_ms;
  INSERT INTO play_screens AS s (tenant_id, dimension, day, id, device_id, plays)
  SELECT tenant_id, dimension, date_trunc('day', hour, 'UTC'), id, device_id, sign * sum(plays - quarantined)
  FROM changed CROSS JOIN LATERAL (VALUES ('creative', creative_id), ('campaign', campaign_id)) AS of (dimension, id)
  WHERE id IS NOT NULL AND result <> 'not_shown'
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, dimension, day, id, device_id) DO UPDATE SET plays = s.plays + excluded.plays;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sum_inserted AFTER INSERT ON play_hours
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_play_hours();
--> statement-breakpoint
-- Of what was there before, the sums are made by the same function.
CREATE TEMP TABLE before_play_hours (LIKE play_hours) ON COMMIT DROP;--> statement-breakpoint
CREATE TRIGGER sum_inserted AFTER INSERT ON before_play_hours
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_play_hours();
--> statement-breakpoint
INSERT INTO before_play_hours SELECT * FROM play_hours;--> statement-breakpoint
CREATE TRIGGER sum_deleted AFTER DELETE ON play_hours
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_play_hours();
--> statement-breakpoint
INSERT INTO screen_hours (tenant_id, device_id, hour, shown_ms, main_ms)
SELECT tenant_id, device_id, hour, coalesce(sum(duration_ms) FILTER (WHERE quarantined = 0), 0),
  sum(duration_ms) FILTER (WHERE zone IN ('full', 'main') AND result <> 'not_shown')
FROM play_hours GROUP BY 1, 2, 3
ON CONFLICT (device_id, hour) DO UPDATE SET main_ms = excluded.main_ms;--> statement-breakpoint
UPDATE screen_hours s SET is_whole = true
FROM screen_hours a, screen_hours b
WHERE s.main_ms IS NOT NULL AND a.main_ms IS NOT NULL AND b.main_ms IS NOT NULL
  AND a.device_id = s.device_id AND a.hour = s.hour - interval '1 hour'
  AND b.device_id = s.device_id AND b.hour = s.hour + interval '1 hour';--> statement-breakpoint
CREATE FUNCTION wayside_sum_audience() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO audience_sums AS s (tenant_id, hour, age, gender, people, screens)
  SELECT tenant_id, hour, age, gender, sign * sum(n), sign * count(*) FROM (
    SELECT tenant_id, hour, '' AS age, '' AS gender, people AS n FROM changed
    UNION ALL
    SELECT c.tenant_id, c.hour, g.age, g.gender, g.people
    FROM changed c, jsonb_to_recordset(CASE jsonb_typeof(c.groups) WHEN 'array' THEN c.groups ELSE '[]' END)
      AS g(age text, gender text, people int)
  ) AS counted GROUP BY 1, 2, 3, 4
  ON CONFLICT (tenant_id, hour, age, gender) DO UPDATE
    SET people = s.people + excluded.people, screens = s.screens + excluded.screens;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sum_inserted AFTER INSERT ON audience_counts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_audience();
--> statement-breakpoint
CREATE TEMP TABLE before_audience_counts (LIKE audience_counts) ON COMMIT DROP;--> statement-breakpoint
CREATE TRIGGER sum_inserted AFTER INSERT ON before_audience_counts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_audience();
--> statement-breakpoint
INSERT INTO before_audience_counts SELECT * FROM audience_counts;--> statement-breakpoint
CREATE TRIGGER sum_deleted AFTER DELETE ON audience_counts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wayside_sum_audience();
--> statement-breakpoint
SELECT set_config('wayside.scope', '', true);--> statement-breakpoint
SELECT wayside_fence();
