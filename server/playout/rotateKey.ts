/** A new key for manifests: announced under the one in force, put in force once every screen knows it. */
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { ConfigError } from '../context/config.ts';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { devices, manifests, serverKeys, tenants } from '../db/schema.ts';
import { refreshDevices } from './heads.ts';
import type { Server } from '../context/server.ts';
import { inTenant } from '../transaction/work.ts';
import { loadServerKeys, storeKey } from '../identity/keys/serverKeys.ts';

const PURPOSE = 'manifest';
/** Screens that never were and never will be again. */
const APART = ['unpaired', 'retired'];

/** Every screen gets a head that is signed by, and names, the keys as they now stand. */
async function signAnew(db: Db, server: Server): Promise<void> {
  const keys = await loadServerKeys(db, server.keys.secret);
  const all = await server.doors.everywhere(tx => tx.select({ id: tenants.id }).from(tenants));
  for (const { id: tenant_id } of all)
    await inTenant({ ...server, keys }, { tenant_id, by: null }, async work => {
      const screens = await work.tx
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.tenant_id, tenant_id), notInArray(devices.state, APART)));
      await refreshDevices(
        work,
        screens.map(screen => screen.id),
      );
    });
}

/** Throws where a key waits already. */
export async function announceKey(db: Db, server: Server): Promise<void> {
  if (server.keys.nextManifest)
    throw new ConfigError('A new key is announced already; put it in force with `keys switch`.');
  await storeKey(db, server.keys.secret, { purpose: PURPOSE, state: 'next' });
  await signAnew(db, server);
}

/** Screens that have not told yet that they hold a head which names the new key. */
async function unaware(server: Server): Promise<string[]> {
  const rows = await server.doors.everywhere(async tx =>
    rowsOf<{ name: string }>(
      await tx.execute(sql`
        select d.name from ${devices} d
        where d.state not in ('unpaired', 'retired')
          and coalesce((d.reported ->> 'manifest_version')::int, 0) < coalesce(
            (select min(m.version) from ${manifests} m
             where m.device_id = d.id and jsonb_exists(m.head, 'next_key')), 2147483647)
        order by d.name`),
    ),
  );
  return rows.map(row => row.name);
}

const NAMED = 5;

/** Throws while a screen would not know the new key: it would take nothing more from this server. */
export async function switchKey(db: Db, server: Server): Promise<void> {
  if (!server.keys.nextManifest)
    throw new ConfigError('No new key is announced; begin with `keys announce`.');
  const waiting = await unaware(server);
  if (waiting.length > 0)
    throw new ConfigError(
      `${waiting.length} screens have not learned of the new key yet: ${waiting.slice(0, NAMED).join(', ')}${waiting.length > NAMED ? ' …' : ''}. Wait until they were online, or retire them.`,
    );
  await db.transaction(async tx => {
    const move = (from: string, to: string) =>
      tx
        .update(serverKeys)
        .set({ state: to })
        .where(and(eq(serverKeys.purpose, PURPOSE), eq(serverKeys.state, from)));
    await move('active', 'retired');
    await move('next', 'active');
  });
  await signAnew(db, server);
}
