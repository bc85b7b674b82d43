import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { devicePatch } from '../../../../shared/contract/fleet/device.ts';
import { name, text } from '../../../../shared/contract/wire/wire.ts';
import { refreshSets } from '../../../alerts/screens/versions.ts';
import { deviceGroups, devices, locations, tenants } from '../../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../../playout/settle.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import type { Importer } from './importer.ts';

const { serial, orientation, volume, metered, tags } = devicePatch.shape;
/** Screens that wait for their pairing: whoever enters the code of a screen picks which of them it is. */
export const deviceImporter: Importer = {
  kind: 'devices',
  table: devices,
  schema: z.strictObject({
    ...{ name, serial, orientation, volume, metered, tags },
    vehicle: z.optional(text(1, 40)),
    group: z.optional(text(1, 120)),
    location: z.optional(text(1, 120)),
  }),
  keys: { serial: devices.serial, name: devices.name },
  async prepare(ctx, lines) {
    const groups = await idsByName(
      ctx,
      deviceGroups,
      lines.map(({ values }) => values['group']),
    );
    const places = await idsByName(
      ctx,
      locations,
      lines.map(({ values }) => values['location']),
    );
    for (const line of lines) {
      const { group, location, ...columns } = line.values as Record<string, unknown> &
        Partial<Record<'group' | 'location', string>>;
      /** The plate is of the vehicle that was there. */
      line.columns = columns['vehicle'] === undefined ? columns : { ...columns, plate_hash: null };
      if (group !== undefined) {
        const id = groups.get(group);
        if (id === undefined) line.problems.push({ field: 'group', text: 'There is no such group.' });
        else line.columns['group_ids'] = [id];
      }
      if (location !== undefined) {
        const id = places.get(location);
        if (id === undefined) line.problems.push({ field: 'location', text: 'There is no such place.' });
        else line.columns['location_id'] = id;
      }
    }
    await fillZone(ctx, lines);
  },
  defaults: () => ({ state: 'unpaired' }),
  stays: ['tz'],
  limit: 'devices',
  lock: ctx => lockGroups(ctx, 'screen'),
  among: () => ne(devices.state, 'retired'),
  async settle(ctx, ids) {
    await settlePlaylists(ctx, ids, ids);
    await refreshSets(ctx);
  },
  removed: ctx => ({ state: 'retired', deleted_at: dateOf(ctx.now) }),
};

/** A screen tells its own zone when it is paired; until then it is that of the tenant. */
async function fillZone(
  { tx, tenant_id }: TransactionContext,
  lines: readonly { columns: Record<string, unknown> }[],
): Promise<void> {
  const [tenant] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  for (const line of lines) line.columns['tz'] = tenant?.tz ?? 'UTC';
}

async function idsByName(
  { tx, tenant_id }: TransactionContext,
  table: typeof deviceGroups | typeof locations,
  names: readonly unknown[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(names.filter(one => typeof one === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.tenant_id, tenant_id), isNull(table.deleted_at), inArray(table.name, wanted)))
    .orderBy(table.id)
    .for('key share');
  return new Map(rows.map(row => [row.name, row.id]));
}
