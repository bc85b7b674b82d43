/** Last contact and last report of each device: in memory at once, written to the database every few seconds. */
import { sql } from 'drizzle-orm';
import { every, instant } from '../../../shared/clock.ts';
import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { Db } from '../../db/database.ts';
import { storableJson } from '../../db/rows.ts';
import type { DevicePrincipal } from '../../http/principal.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';

interface Sighting {
  tenant_id: string;
  seen: number;
  /** `at`: ms; another node may write an earlier one after it. `json`: what it reported. */
  report: { at: number; json: string } | null;
}
const FLUSH_MS = 10_000;
const MAX_SMALL_FLUSH = 500;
/** Rows of one statement: more would keep the calls of others waiting while they are written out. */
const SLICE = 250;

export function openSightings(server: Pick<Server, 'tenantTransactions' | 'clock'>) {
  let pending = new Map<string, Sighting>();
  const versions = new Map<string, number>();

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      for (const [tenant_id, sightings] of byTenant(batch))
        for (let at = 0; at < sightings.length; at += SLICE) {
          const slice = sightings.slice(at, at + SLICE);
          await server.tenantTransactions.inTenant(tenant_id, tx => store(tx, tenant_id, slice));
          for (const [device_id] of slice) batch.delete(device_id);
        }
    } catch (error) {
      /** The next flush writes what is left; values that arrived meanwhile are newer. */
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  }

  let running = Promise.resolve();
  /** One flush at a time, so that an older sighting never overwrites a newer one. */
  const flush = () => (running = running.then(write, write));
  let errorListener: (error: unknown) => void = () => undefined;
  const stop = every(server.clock, FLUSH_MS, () => flush().catch((error: unknown) => errorListener(error)));

  return {
    /** Registers a listener for failed flushes; the next flush tries again. */
    onError: (hear: typeof errorListener) => void (errorListener = hear),
    recordContact({ device_id, tenant_id }: Pick<DevicePrincipal, 'device_id' | 'tenant_id'>): void {
      const before = pending.get(device_id);
      if (before) before.seen = server.clock.now();
      else pending.set(device_id, { tenant_id, seen: server.clock.now(), report: null });
    },
    recordHeartbeat(
      { device_id, tenant_id }: Pick<DevicePrincipal, 'device_id' | 'tenant_id'>,
      reported: Reported,
    ): void {
      const at = server.clock.now();
      pending.set(device_id, { tenant_id, seen: at, report: { at, json: storableJson(reported) } });
      versions.set(device_id, reported.manifest_version);
    },
    /** What the screen said it has, since this server runs: of before, a database that was set back tells nothing. */
    reportedVersion: (device_id: string): number | null => versions.get(device_id) ?? null,
    /** Writes the tenant's pending sightings now, before a read. The next flush writes them again, which is harmless. */
    flushTenant: ({ tx, tenant_id }: TransactionContext) => store(tx, tenant_id, of(pending, tenant_id)),
    /** Like `flushTenant`, but skipped where too many sightings wait. */
    flushTenantIfSmall: async ({ tx, tenant_id }: TransactionContext) => {
      if (pending.size <= MAX_SMALL_FLUSH) await store(tx, tenant_id, of(pending, tenant_id));
    },
    flush,
    async close(): Promise<void> {
      stop();
      await flush();
    },
  };
}
export type Sightings = ReturnType<typeof openSightings>;

/** Each node writes what it has heard in its own time, so the last to write is not the last that heard. */
const isNewer = sql.raw('(x.reported_at >= coalesce(d.reported_at, x.reported_at))');

type Row = readonly [device_id: string, sighting: Sighting];
const of = (sightings: ReadonlyMap<string, Sighting>, tenant_id: string): Row[] =>
  [...sightings].filter(([, sighting]) => sighting.tenant_id === tenant_id);
function byTenant(sightings: ReadonlyMap<string, Sighting>): Map<string, Row[]> {
  const tenants = new Map<string, Row[]>();
  for (const row of sightings) {
    const rows = tenants.get(row[1].tenant_id);
    if (rows) rows.push(row);
    else tenants.set(row[1].tenant_id, [row]);
  }
  return tenants;
}
/** What was reported is JSON already. */
function jsonOf([id, { seen, report }]: Row): string {
  const contact = `"id":"${id}","seen":"${instant(seen)}"`;
  return report === null
    ? `{${contact}}`
    : `{${contact},"reported":${report.json},"reported_at":"${instant(report.at)}"}`;
}

/** The first contact makes a paired device active. A report that leaves the place out keeps the last one. */
async function store(tx: Db, tenant_id: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const json = `[${rows.map(jsonOf).join()}]`;
  await tx.execute(sql`
    update devices d set
      last_seen_at = greatest(d.last_seen_at, x.seen),
      reported = case when ${isNewer} then
          case when d.reported ? 'place' then jsonb_build_object('place', d.reported -> 'place') else '{}'::jsonb end
            || x.reported
        else d.reported end,
      reported_at = case when ${isNewer} then x.reported_at else d.reported_at end,
      state = case when d.state = 'paired' then 'active' else d.state end
    from jsonb_to_recordset(${json}::jsonb) as x(id uuid, seen timestamptz, reported jsonb, reported_at timestamptz)
    where d.id = x.id and d.tenant_id = ${tenant_id}::uuid and d.state <> 'retired'`);
}
