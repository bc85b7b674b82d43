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
/** Of a tenant whose last write failed: what fails takes few others with it. */
const SMALL_SLICE = 10;
/** Of tenants in one flush, and of slices of one tenant. */
const MAX_FAILURES = 3;

/** What one that is newer leaves out stands as it was. */
const merged = (older: Sighting | undefined, newer: Sighting): Sighting => ({
  ...newer,
  report: newer.report ?? older?.report ?? null,
});

export function openSightings(server: Pick<Server, 'tenantTransactions' | 'clock'>) {
  let pending = new Map<string, Sighting>();
  /** What a flush has not written yet. */
  let writing = new Map<string, Sighting>();
  /** Tenants whose last write failed: they come last, so that they keep nobody waiting. */
  const failing = new Set<string>();
  const versions = new Map<string, number>();

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    writing = pending;
    pending = new Map();
    const failures: unknown[] = [];
    const tenants = [...byTenant(writing)];
    for (const [tenant_id, rows] of [
      ...tenants.filter(([id]) => !failing.has(id)),
      ...tenants.filter(([id]) => failing.has(id)),
    ])
      try {
        await writeTenant(tenant_id, rows, failing.delete(tenant_id) ? SMALL_SLICE : SLICE);
      } catch (error) {
        failing.add(tenant_id);
        failures.push(error);
        /** The database is away, most likely. */
        if (failures.length === MAX_FAILURES) break;
      }
    for (const [id, newer] of pending) writing.set(id, merged(writing.get(id), newer));
    pending = writing;
    writing = new Map();
    if (failures.length > 0) throw failures[0];
  }
  async function writeTenant(tenant_id: string, rows: readonly SightingRow[], size: number): Promise<void> {
    const failures: unknown[] = [];
    for (let at = 0; at < rows.length && failures.length < MAX_FAILURES; at += size) {
      const slice = rows.slice(at, at + size);
      try {
        await server.tenantTransactions.inTenant(tenant_id, tx => store(tx, tenant_id, slice));
        for (const [device_id] of slice) writing.delete(device_id);
      } catch (error) {
        failures.push(error);
        /** The last of their tenant next time. */
        for (const [device_id, sighting] of slice) {
          writing.delete(device_id);
          writing.set(device_id, sighting);
        }
      }
    }
    if (failures.length > 0) throw failures[0];
  }
  /** Of a tenant, what is being written among it. */
  function rowsOfTenant(tenant_id: string): SightingRow[] {
    const rows = new Map([...writing].filter(([, sighting]) => sighting.tenant_id === tenant_id));
    for (const [id, newer] of pending)
      if (newer.tenant_id === tenant_id) rows.set(id, merged(rows.get(id), newer));
    return [...rows];
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
    flushTenant: ({ tx, tenant_id }: TransactionContext) => store(tx, tenant_id, rowsOfTenant(tenant_id)),
    /** Like `flushTenant`, but skipped where too many sightings wait. */
    flushTenantIfSmall: async ({ tx, tenant_id }: TransactionContext) => {
      if (pending.size + writing.size <= MAX_SMALL_FLUSH) await store(tx, tenant_id, rowsOfTenant(tenant_id));
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

type SightingRow = readonly [device_id: string, sighting: Sighting];
function byTenant(sightings: ReadonlyMap<string, Sighting>): Map<string, SightingRow[]> {
  const tenants = new Map<string, SightingRow[]>();
  for (const row of sightings) {
    const rows = tenants.get(row[1].tenant_id);
    if (rows) rows.push(row);
    else tenants.set(row[1].tenant_id, [row]);
  }
  return tenants;
}
/** What was reported is JSON already. */
function jsonOf([id, { seen, report }]: SightingRow): string {
  const contact = `"id":"${id}","seen":"${instant(seen)}"`;
  return report === null
    ? `{${contact}}`
    : `{${contact},"reported":${report.json},"reported_at":"${instant(report.at)}"}`;
}

/** The first contact makes a paired device active. A report that leaves the place out keeps the last one. */
async function store(tx: Db, tenant_id: string, rows: readonly SightingRow[]): Promise<void> {
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
