/** Detects incidents once a minute: silent screens, wrong clocks and full storage. */
import { sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { INCIDENT_BOUNDS, type IncidentKind } from '../../../shared/contract/fleet/incident.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/rows.ts';
import type { Server } from '../../context/server.ts';
import { lockIncidents, openIncidents } from './open.ts';

const SECOND_MS = 1_000;
/** Advisory lock: nodes take turns, and the second finds nothing left to do. */
const LOCK = 7_221_504;

interface DetectedFault {
  tenant_id: string;
  device_id: string;
  kind: IncidentKind;
  detail: string;
}

/** The faults that hold now, of active screens that were seen at least once. */
function conditions(now: number) {
  const silent = dateOf(now - PRESENCE_S.stale * SECOND_MS).toISOString();
  const { clockOffMs, storageUsed } = INCIDENT_BOUNDS;
  return sql`
    select d.tenant_id, d.id as device_id, c.kind, c.detail from devices d
    cross join lateral (values
      ('offline', d.last_seen_at < ${silent}::timestamptz, ''),
      ('clock', d.reported -> 'clock' ->> 'quality' <> 'D'
        and abs((d.reported -> 'clock' ->> 'offset_ms')::float8) > ${clockOffMs}::float8,
        d.reported -> 'clock' ->> 'offset_ms'),
      ('storage', (d.reported -> 'storage' ->> 'quota')::float8 > 0
        and (d.reported -> 'storage' ->> 'used')::float8 >
          ${storageUsed}::float8 * (d.reported -> 'storage' ->> 'quota')::float8,
        d.reported -> 'storage' ->> 'used')
    ) as c(kind, holds, detail)
    where d.state = 'active' and d.deleted_at is null and d.last_seen_at is not null and c.holds`;
}

/** Opens incidents for new faults and ends those that are over. */
export async function detectIncidents({
  tenantTransactions,
  clock,
}: Pick<Server, 'tenantTransactions' | 'clock'>): Promise<void> {
  const now = clock.now();
  await tenantTransactions.acrossTenants(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const detected = rowsOf<DetectedFault>(
      await tx.execute(sql`
        select x.* from (${conditions(now)}) x where not exists (
          select from incident_notes n where n.is_seen and n.ended_at is null
            and n.device_id = x.device_id and n.kind = x.kind)
        order by x.tenant_id, x.kind, x.device_id`),
    );
    for (const struck of groupsOf(detected)) await openGroup(tx, struck, now);
    await closeEnded(tx, now);
  });
}

function groupsOf(found: readonly DetectedFault[]): DetectedFault[][] {
  const groups = new Map<string, DetectedFault[]>();
  for (const one of found) {
    const key = `${one.tenant_id} ${one.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

async function openGroup(tx: Db, struck: readonly DetectedFault[], now: number): Promise<void> {
  const [first] = struck;
  if (!first) return;
  const { tenant_id, kind } = first;
  await lockIncidents(tx, tenant_id);
  const at = dateOf(now);
  const notes = struck.map(({ device_id, detail }) => ({
    id: uuid7(now),
    device_id,
    at,
    detail,
    is_seen: true,
  }));
  await openIncidents({ tx, tenant_id, kind, now }, notes);
}

/** Closes an incident once all of its notes were detected by the server and have ended. */
async function closeEnded(tx: Db, now: number): Promise<void> {
  const at = dateOf(now).toISOString();
  const ended = rowsOf<{ incident_id: string }>(
    await tx.execute(sql`
      update incident_notes n set ended_at = ${at}::timestamptz
      where n.is_seen and n.ended_at is null and not exists (
        select from (${conditions(now)}) x where x.device_id = n.device_id and x.kind = n.kind)
      returning n.incident_id`),
  );
  if (ended.length === 0) return;
  const ids = JSON.stringify([...new Set(ended.map(row => row.incident_id))]);
  await tx.execute(sql`
    update incidents i set state = 'closed', closed_at = ${at}::timestamptz,
      updated_at = ${at}::timestamptz, version = version + 1
    where i.state <> 'closed'
      and i.id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))
      and not exists (select from incident_notes n
        where n.incident_id = i.id and (not n.is_seen or n.ended_at is null))`);
}
