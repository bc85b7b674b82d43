ALTER TABLE "partners" ADD COLUMN "notice_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
SELECT set_config('wayside.scope', 'everywhere', true);--> statement-breakpoint
-- A partner that has taken notices elsewhere than at its endpoint goes on being told there.
UPDATE "partners" SET "notice_hosts" = taken.hosts FROM (
  SELECT partner_id, (array_agg(host ORDER BY host))[1:20] AS hosts FROM (
    SELECT DISTINCT n.partner_id, lower(substring(n.url from '^https?://([A-Za-z0-9.-]+)')) AS host
    FROM "bid_notices" n JOIN "partners" p ON p.id = n.partner_id
    WHERE n.state = 'ok' AND p.endpoint_url IS NOT NULL
      AND n.url !~ '^https?://[^/]*@'
  ) hosts
  WHERE host ~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$'
  GROUP BY partner_id
) taken WHERE taken.partner_id = "partners".id;
