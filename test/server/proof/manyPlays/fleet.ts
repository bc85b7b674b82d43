/**
 * A year of plays of a fleet, made in the database: rows as ingest stores them, with states, leases, places and chained
 * hashes (of the key of the record, not of its bytes, so nothing here can be verified).
 */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../../shared/clock.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { campaigns, creatives, devices } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { cloneRow } from '../../../support/server/clone.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { campaignWorld, DAY_MS } from '../../sales/world.ts';
import { insertPlayRows } from '../analyticsPlays.ts';

export interface Size {
  plays: number;
  screens: number;
}
const DAYS = 365;
const CREATIVES = 60;
const CAMPAIGNS = 20;
/** Creatives in the loop of one screen. */
const LOOP = 9;
/** Days of counts of people and of scans. */
const COUNTED_DAYS = 60;
type World = Awaited<ReturnType<typeof campaignWorld>>;
export type Fleet = Awaited<ReturnType<typeof addFleet>>;

const idOf = (text: SQL) => sql`md5(${text})::uuid`;
/** As uuid v7: by its time, then by chance that is the same in each run. */
const playId = (ms: SQL, key: SQL) => sql`(lpad(to_hex(${ms}), 12, '0') || '7' || substr(md5(${key}), 1, 3)
  || '8' || substr(md5(${key}), 4, 15))::uuid`;
const hashOf = (key: SQL) => sql`encode(sha256(convert_to(${key}, 'UTF8')), 'hex')`;

/** Indexes are made after the rows: five million entries one by one take longer than all else. */
async function withoutIndexes({ test }: World, fill: () => Promise<void>): Promise<void> {
  const indexes = rowsOf<{ name: string; made: string }>(
    await test.db.execute(sql`
      select c.relname::text as name, pg_get_indexdef(i.indexrelid) as made
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'plays'::regclass and not i.indisprimary`),
  );
  for (const { name } of indexes) await test.db.execute(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { made } of indexes) await test.db.execute(sql.raw(made));
}

/** Two drives a day of three hours each; each screen has its own quarter, loop and hours. */
async function addPlays({ test, clock }: World, size: Size, creative_sha256: string): Promise<void> {
  const aDay = Math.round(size.plays / size.screens / DAYS);
  const midnight = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const key = sql`'play ' || s.n || ' ' || seq`;
  for (let ago = DAYS; ago > 0; ago--) {
    const day = sql`${instant(midnight - ago * DAY_MS)}::timestamptz`;
    await test.db.execute(sql`
      insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, playlist_id, campaign_id, lease_id, result,
        state, reasons, started_at, received_at, duration_ms, expected_ms, completion, visible_share, record_hash,
        place_grade, picture, clock_grade, uncertainty_ms, record, batch_id, root_id)
      select play_id, ${test.tenant_id}, device_id, epoch, seq, creative_id, playlist_id, campaign_id, lease_id, result,
        state, case state when 'quarantined' then array['overlap'] else '{}' end, started_at,
        case state when 'late' then started_at + interval '3 days' else started_at + interval '10 minutes' end,
        duration_ms, 10000, duration_ms / 10000.0, 1, ${hashOf(key)},
        case when fix is null then null when seq % 9 = 0 then 'edge' else 'inside' end,
        case when seq % 2 = 0 then 'same' end, 'A', 40,
        jsonb_strip_nulls(jsonb_build_object('play_id', play_id, 'device_id', device_id, 'key_id', repeat('k', 43),
          'epoch', epoch, 'seq', seq, 'boot_id', ${idOf(sql`'boot ' || s.n || ' ' || ${ago}`)},
          'prev_hash', ${hashOf(sql`'play ' || s.n || ' ' || seq - 1`)}, 'record_hash', ${hashOf(key)},
          'kind', case when campaign_id is null then 'house' else 'direct' end, 'creative_id', creative_id,
          'creative_sha256', ${creative_sha256}::text, 'playlist_id', playlist_id, 'playlist_version', 3,
          'item_id', ${idOf(sql`'item ' || slot`)}, 'campaign_id', campaign_id, 'lease_id', lease_id,
          'zone', zone, 'planned_at', started_at, 'started_wall_ms', extract(epoch from started_at) * 1000,
          'started_mono_ms', seq * 10000, 'ended_mono_ms', seq * 10000 + duration_ms, 'duration_ms', duration_ms,
          'expected_ms', 10000, 'result', result, 'completion', duration_ms / 10000.0,
          'frames', jsonb_build_object('rendered', 300, 'dropped', 0), 'visible_share', 1, 'volume', 0,
          'network', case when seq % 7 = 0 then 'offline' else 'online' end, 'player_version', '0.1.0',
          'manifest_version', ${DAYS - ago}::int, 'clock', jsonb_build_object('offset_ms', 12, 'uncertainty_ms', 40,
            'source', 'server', 'synced_at_mono', 1000, 'quality', 'A'),
          'geo', case when fix is not null then jsonb_build_object('fence_version', '0123456789ab', 'fix', fix) end)),
        ${idOf(sql`'batch ' || s.n || ' ' || ${ago}`)},
        case when ${ago}::int > 1 then ${idOf(sql`'root ' || ${ago}`)} end
      from (
        select row_number() over (order by id)::int as n, id as device_id, ${idOf(sql`'epoch ' || id`)} as epoch,
          ${idOf(sql`'loop ' || id`)} as playlist_id from devices where tenant_id = ${test.tenant_id}
      ) as s
      cross join generate_series(0, ${aDay - 1}::int) as k
      cross join lateral (select (${DAYS - ago}::int * ${aDay}::int + k + 1)::bigint as seq, (s.n + k % ${LOOP}::int * 7) % ${CREATIVES}::int as slot) as a
      cross join lateral (
        select ${day} + interval '5 hours' + (s.n % 5) * interval '1 hour' + (k % 2) * interval '7 hours'
          + (k * 3600 * 3 / ${aDay}::int + seq * 7919 % 97) * interval '1 second' as started_at,
          case when seq % 400 < 372 then 'completed' when seq % 400 < 380 then 'partial' when seq % 400 < 388 then 'interrupted'
            when seq % 400 < 394 then 'failed' else 'not_shown' end as result,
          case when seq % 211 = 0 then 'quarantined' when seq % 89 = 0 and ${ago}::int > 4 then 'late' else 'accepted' end as state,
          case when s.n % 10 = 0 then (array['main', 'side'])[1 + k % 2] else 'full' end as zone
      ) as b
      cross join lateral (
        select case result when 'completed' then 10000 when 'partial' then 7000 when 'interrupted' then 3000 else 0 end as duration_ms,
          (select id from many_creatives where nth = slot) as creative_id,
          case when slot % 5 < 3 then (select id from many_campaigns where nth = slot % ${CAMPAIGNS}::int) end as campaign_id,
          ${playId(sql`(extract(epoch from started_at) * 1000)::bigint`, key)} as play_id
      ) as c
      cross join lateral (
        select case when campaign_id is not null and slot % 3 = 0 then ${idOf(sql`'lease ' || s.n || ' ' || ${ago}`)} end as lease_id,
          case when campaign_id is not null and slot % 2 = 0 then jsonb_build_object(
            'lat', 38.70 + (s.n % 12) * 0.01 + (seq * 31 % 40) * 0.001, 'lng', -9.20 + (s.n / 12 % 12) * 0.01 + (seq * 17 % 40) * 0.001,
            'acc_m', 12, 'age_s', 1) end as fix
      ) as d
      where seq % 977 <> 0`);
  }
}

async function addCounts({ test, clock }: World): Promise<void> {
  const midnight = instant(Math.floor(clock.now() / DAY_MS) * DAY_MS);
  const hours = sql`devices d, generate_series(1, ${COUNTED_DAYS}::int) as day, generate_series(7, 18) as hour`;
  const hour = sql`${midnight}::timestamptz - day * interval '1 day' + hour * interval '1 hour'`;
  await test.db.execute(sql`
    insert into audience_counts (tenant_id, device_id, hour, people, groups, kept_until)
    select d.tenant_id, d.id, ${hour}, 40,
      '[{"age":"18_34","gender":"female","people":18},{"age":"35_54","gender":"male","people":14}]',
      ${midnight}::timestamptz + interval '1 day'
    from ${hours} where d.tenant_id = ${test.tenant_id}`);
  await test.db.execute(sql`
    insert into qr_rules (id, tenant_id, name, number, rank, kinds, dayparts, place, size_pct, min_show_s)
    values (${idOf(sql`'rule'`)}, ${test.tenant_id}, 'All', 1, 1, '[]', '[]', 'bottom_left', 20, 3)`);
  await test.db.execute(sql`
    insert into qr_scans (tenant_id, creative_id, device_id, rule_id, hour, count)
    select d.tenant_id, c.id, d.id, ${idOf(sql`'rule'`)}, ${hour}, 2
    from ${hours}, many_creatives c where d.tenant_id = ${test.tenant_id} and hour = 12 and c.nth = day % 60`);
}

export const rollUp = ({ test }: Pick<World, 'test'>) =>
  rollUpPlays(test.server, error => {
    throw error;
  });

export async function addFleet(size: Size) {
  const w = await campaignWorld();
  const { test } = w;
  const [device] = await test.db.select({ id: devices.id }).from(devices);
  const live = await addLiveCampaign(test, w.both(), { creatives: w.shown() });
  await cloneRow(test.db, device!.id, size.screens - 1);
  await cloneRow(test.db, w.spot.id, CREATIVES - 1);
  await cloneRow(test.db, live.id, CAMPAIGNS - 1);
  for (const [name, from] of [
    ['many_creatives', creatives],
    ['many_campaigns', campaigns],
  ] as const)
    await test.db.execute(sql`create table ${sql.identifier(name)} as
      select id, (row_number() over (order by id) - 1)::int as nth from ${from}`);
  await withoutIndexes(w, () => addPlays(w, size, w.spot.asset.sha256));
  await addCounts(w);
  /** Not part of the product: nobody but the generator reads them. */
  await test.db.execute(sql`drop table many_creatives, many_campaigns`);
  await test.db.execute(sql`analyze`);
  const began = performance.now();
  await rollUp(w);
  const rolledUpMs = Math.round(performance.now() - began);
  await test.db.execute(sql`vacuum (analyze) plays, play_hours, screen_hours`);
  return { ...w, size, rolledUpMs, device_id: device!.id, campaign_id: live.id };
}

export const LATE_PLAYS = 500;
const LATE_DAYS = 28;
const SETTLED_MS = 6 * 60_000;
/** What a screen hands in that had no link for four weeks, and six minutes until it is rolled up. */
export async function addLateBatch(w: Fleet): Promise<void> {
  const now = w.clock.now();
  const spread = (LATE_DAYS * DAY_MS) / LATE_PLAYS;
  await insertPlayRows(
    w.test,
    w.test.tenant_id,
    Array.from({ length: LATE_PLAYS }, (_, n) => ({
      ...{ device_id: w.device_id, creative_id: w.spot.id, campaign_id: w.campaign_id, zone: 'full' },
      ...{ result: 'completed', state: 'late', duration_ms: 10_000, fix: null },
      ...{ started: now - DAY_MS - Math.floor(n * spread), received: now },
    })),
  );
  await w.pass(SETTLED_MS);
}
