/** When each device was last heard, and what it said: in memory at once, in the database every few seconds. */
import { sql } from 'drizzle-orm';
import { every, instant } from '../../shared/clock.ts';
import type { Reported } from '../../shared/contract/device.ts';
import { storable } from '../db/rows.ts';
import type { Server } from '../server.ts';

interface Sighting {
  seen: number;
  reported: Reported | null;
}
const FLUSH_MS = 10_000;

export function openSightings(server: Pick<Server, 'db' | 'clock'>) {
  let fresh = new Map<string, Sighting>();

  async function write(): Promise<void> {
    if (fresh.size === 0) return;
    const going = fresh;
    fresh = new Map();
    try {
      await store(server, going);
    } catch (error) {
      /** Kept for the next time; what was heard since then is newer. */
      fresh = new Map([...going, ...fresh]);
      throw error;
    }
  }

  let running = Promise.resolve();
  /** One at a time, so that an older sighting never overwrites a newer one. */
  const flush = () => (running = running.then(write, write));
  const stop = every(server.clock, FLUSH_MS, () => flush().catch(() => undefined));

  return {
    saw(device_id: string): void {
      const before = fresh.get(device_id);
      if (before) before.seen = server.clock.now();
      else fresh.set(device_id, { seen: server.clock.now(), reported: null });
    },
    told(device_id: string, reported: Reported): void {
      fresh.set(device_id, { seen: server.clock.now(), reported: storable(reported) });
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
async function store({ db }: Pick<Server, 'db'>, sightings: Map<string, Sighting>): Promise<void> {
  const rows = [...sightings].map(([id, { seen, reported }]) => ({ id, seen: instant(seen), reported }));
  await db.execute(sql`
    update devices d set
      last_seen_at = greatest(d.last_seen_at, x.seen),
      reported = coalesce(x.reported, d.reported),
      state = case when d.state = 'paired' then 'active' else d.state end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, seen timestamptz, reported jsonb)
    where d.id = x.id and d.state <> 'retired'`);
}
