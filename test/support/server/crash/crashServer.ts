/** The real server for crash schedules: they create locations and rename them with If-Match. */
import { and, asc, eq, gt, inArray, max } from 'drizzle-orm';
import { endpoints } from '../../contract.ts';
import { isQueueable } from '../../../../shared/queue/eligible.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { auditDetails, auditEvents, locations } from '../../../../server/db/schema.ts';
import type { Server } from '../../../crash/net.ts';
import { injected } from './injected.ts';
import type { TestServer } from '../server.ts';

/** Locations that one schedule can rename, once each, because the version is known only then. */
const PREPARED = 12;
const HEX = 16;
const hex = (n: number, digits: number) => n.toString(HEX).padStart(digits, '0');
const place = { address: '', lat: 1.3, lng: 103.8, radius_m: 100, tz: 'Asia/Singapore', external_id: null };
/** No latitude: refused each time. */
const NOWHERE = 200;

const eligible = ['POST /api/locations', 'PATCH /api/locations/:id'].every(call =>
  endpoints.some(one => `${one.method} ${one.path}` === call && isQueueable(one, JSON.stringify(place))),
);

export interface RealServer extends Server {
  /** Effects according to the rows, sorted; `effects` are those of the audit log. */
  rows: () => Promise<string[]>;
  /** Requests that reached it. */
  requests: () => number;
}

/** For one schedule. */
export async function crashServer(
  { app, db, tenant_id }: TestServer,
  by: { id: string; headers: Record<string, string> },
): Promise<RealServer> {
  if (!eligible) throw new Error('These writes may not wait.');
  const mine = and(eq(auditEvents.tenant_id, tenant_id), eq(auditEvents.actor_id, by.id));
  const [log] = await db
    .select({ end: max(auditEvents.seq) })
    .from(auditEvents)
    .where(mine);
  const free = Array.from({ length: PREPARED }, () => uuid7(Date.now()));
  await db.insert(locations).values(free.map(id => ({ ...place, id, tenant_id, name: 'Before' })));
  const offered: string[] = [];
  return {
    own: by.headers,
    ...injected(app),
    write({ seed, n, group, poison }) {
      const id = `${hex(seed, 8)}-0000-4000-8000-${hex(n, 12)}`;
      offered.push(id);
      const headers = { 'content-type': 'application/json' };
      const wrong = poison ? { lat: NOWHERE } : {};
      const metadata = { type: 'locations', description: id };
      const renamed = group === null && n % 2 === 1 ? free.shift() : undefined;
      if (renamed !== undefined)
        return {
          id,
          method: 'PATCH',
          url: `/api/locations/${renamed}`,
          data: { name: id, ...wrong },
          headers: { ...headers, 'if-match': '"1"' },
          metadata,
        };
      return {
        id,
        method: 'POST',
        url: '/api/locations',
        data: { ...place, name: id, ...wrong },
        headers,
        metadata: { ...metadata, ...(group === null ? {} : { group }) },
      };
    },
    async effects() {
      const events = await db
        .select({ detail: auditDetails.detail })
        .from(auditEvents)
        .innerJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
        .where(and(mine, gt(auditEvents.seq, log?.end ?? 0)))
        .orderBy(asc(auditEvents.seq));
      return events.map(({ detail }) => String(detail.diff['name']?.after));
    },
    async rows() {
      if (offered.length === 0) return [];
      const named = await db
        .select({ name: locations.name })
        .from(locations)
        .where(and(eq(locations.tenant_id, tenant_id), inArray(locations.name, offered)));
      return named.map(({ name }) => name).sort();
    },
  };
}
