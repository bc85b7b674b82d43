/** When each device was last heard, and what it said: in memory at once, in the database every few seconds. */
import { sql } from 'drizzle-orm';
import { every, instant } from '../../../shared/clock.ts';
import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { Db } from '../../db/database.ts';
import { storable } from '../../db/rows.ts';
import type { DeviceCaller } from '../../http/caller.ts';
import type { Server } from '../../context/server.ts';
import type { Work } from '../../transaction/work.ts';

interface Sighting {
  tenant_id: string;
  seen: number;
  reported: Reported | null;
}
const FLUSH_MS = 10_000;
const FEW = 500;

export function openSightings(server: Pick<Server, 'doors' | 'clock'>) {
  let fresh = new Map<string, Sighting>();

  async function write(): Promise<void> {
    if (fresh.size === 0) return;
    const going = fresh;
    fresh = new Map();
    try {
      for (const tenant_id of new Set([...going.values()].map(sighting => sighting.tenant_id)))
        await server.doors.inTenant(tenant_id, tx => store(tx, tenant_id, going));
    } catch (error) {
      /** Kept for the next time; what was heard since then is newer. */
      fresh = new Map([...going, ...fresh]);
      throw error;
    }
  }

  let running = Promise.resolve();
  /** One at a time, so that an older sighting never overwrites a newer one. */
  const flush = () => (running = running.then(write, write));
  let onFault: (error: unknown) => void = () => undefined;
  const stop = every(server.clock, FLUSH_MS, () => flush().catch((error: unknown) => onFault(error)));

  return {
    /** Who is told when a write failed; it is tried again with the next. */
    hearFaults: (hear: typeof onFault) => void (onFault = hear),
    saw({ device_id, tenant_id }: Pick<DeviceCaller, 'device_id' | 'tenant_id'>): void {
      const before = fresh.get(device_id);
      if (before) before.seen = server.clock.now();
      else fresh.set(device_id, { tenant_id, seen: server.clock.now(), reported: null });
    },
    told({ device_id, tenant_id }: Pick<DeviceCaller, 'device_id' | 'tenant_id'>, reported: Reported): void {
      fresh.set(device_id, { tenant_id, seen: server.clock.now(), reported: storable(reported) });
    },
    /** For a reader who wants to see this moment; written again with the rest, which changes nothing. */
    storeIn: ({ tx, tenant_id }: Work) => store(tx, tenant_id, fresh),
    /** As `storeIn`, unless there is so much that it had better wait for its turn. */
    storeFew: async ({ tx, tenant_id }: Work) => {
      if (fresh.size <= FEW) await store(tx, tenant_id, fresh);
    },
    flush,
    async close(): Promise<void> {
      stop();
      await flush();
    },
  };
}
export type Sightings = ReturnType<typeof openSightings>;

/** The first sign of life makes a paired device an active one. */
async function store(tx: Db, tenant_id: string, sightings: ReadonlyMap<string, Sighting>): Promise<void> {
  const rows = [...sightings]
    .filter(([, sighting]) => sighting.tenant_id === tenant_id)
    .map(([id, { seen, reported }]) => ({ id, seen: instant(seen), reported }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    update devices d set
      last_seen_at = greatest(d.last_seen_at, x.seen),
      reported = coalesce(x.reported, d.reported),
      state = case when d.state = 'paired' then 'active' else d.state end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, seen timestamptz, reported jsonb)
    where d.id = x.id and d.tenant_id = ${tenant_id}::uuid and d.state <> 'retired'`);
}
