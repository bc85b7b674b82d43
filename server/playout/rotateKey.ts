/** Rotation of the manifest key: the new key is announced under the active one and activated once every screen knows it. */
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { ConfigError } from '../context/config.ts';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { devices, manifests, serverKeys, tenants } from '../db/schema.ts';
import { refreshDevices } from './heads.ts';
import type { Server } from '../context/server.ts';
import { inTenant } from '../transaction/context.ts';
import { loadServerKeys, storeKey } from '../identity/keys/serverKeys.ts';

const PURPOSE = 'manifest';
/** Screens without a pairing. */
const EXCLUDED_STATES = ['unpaired', 'retired'];

/** Gives every screen a head that the current keys sign and that names the next key. */
async function reissueHeads(db: Db, server: Server): Promise<void> {
  const keys = await loadServerKeys(db, server.keys.secret);
  const all = await server.tenantTransactions.acrossTenants(tx =>
    tx.select({ id: tenants.id }).from(tenants),
  );
  for (const { id: tenant_id } of all)
    await inTenant({ ...server, keys }, { tenant_id, user_id: null }, async ctx => {
      const screens = await ctx.tx
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.tenant_id, tenant_id), notInArray(devices.state, EXCLUDED_STATES)));
      await refreshDevices(
        ctx,
        screens.map(screen => screen.id),
      );
    });
}

/** Throws where a key is announced already. */
export async function announceKey(db: Db, server: Server): Promise<void> {
  if (server.keys.nextManifest)
    throw new ConfigError('A new key is announced already; put it in force with `keys switch`.');
  await storeKey(db, server.keys.secret, { purpose: PURPOSE, state: 'next' });
  await reissueHeads(db, server);
}

/** Screens that have not yet reported a head which names the new key. */
async function screensWithoutKey(server: Server): Promise<string[]> {
  const rows = await server.tenantTransactions.acrossTenants(async tx =>
    rowsOf<{ name: string }>(
      await tx.execute(sql`
        select d.name from ${devices} d
        where d.state not in ('unpaired', 'retired')
          and coalesce((d.reported ->> 'manifest_version')::bigint, 0) < coalesce(
            (select min(m.version) from ${manifests} m
             where m.device_id = d.id and jsonb_exists(m.head, 'next_key')), 2147483647)
        order by d.name`),
    ),
  );
  return rows.map(row => row.name);
}

const NAMED = 5;

/** Throws while a screen does not know the new key, because that screen would reject every later head. */
export async function switchKey(db: Db, server: Server): Promise<void> {
  if (!server.keys.nextManifest)
    throw new ConfigError('No new key is announced; begin with `keys announce`.');
  const waiting = await screensWithoutKey(server);
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
  await reissueHeads(db, server);
}
