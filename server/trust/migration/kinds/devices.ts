import { eq, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { devicePatch } from '../../../../shared/contract/fleet/device.ts';
import { name, text } from '../../../../shared/contract/wire/wire.ts';
import { refreshSets } from '../../../alerts/screens/versions.ts';
import { deviceGroups, devices, locations, tenants } from '../../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../../playout/settle.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import type { Importer } from './importer.ts';
import { AMBIGUOUS, living, nameIn, referencesTo, type References } from './references.ts';

const { serial, orientation, volume, metered, tags } = devicePatch.shape;
/** Screens that wait for their pairing: whoever enters the code of a screen picks which of them it is. */
export const deviceImporter: Importer = {
  kind: 'devices',
  table: devices,
  schema: z.strictObject({
    ...{ name, serial, orientation, volume, metered, tags },
    vehicle: z.optional(text(1, 40)),
    group: z.optional(z.array(text(1, 120))),
    location: z.optional(text(1, 120)),
  }),
  keys: { serial: devices.serial, name: devices.name },
  async prepare(ctx, lines) {
    const of = (field: string) => lines.flatMap(({ values }) => (values[field] as string | string[]) ?? []);
    const groups = await referencesTo(
      ctx,
      { table: deviceGroups, by: { name: deviceGroups.name }, where: living(deviceGroups) },
      of('group'),
    );
    const places = await referencesTo(
      ctx,
      { table: locations, by: { name: locations.name }, where: living(locations) },
      of('location'),
    );
    for (const line of lines) {
      const { group, location, ...columns } = line.values as Record<string, unknown> & {
        group?: string[];
        location?: string;
      };
      /** The plate is of the vehicle that was there. */
      line.columns = columns['vehicle'] === undefined ? columns : { ...columns, plate_hash: null };
      delete line.columns['id'];
      const idOf = (field: string, { find }: References, name: string, missing: string): string[] => {
        const found = find(name);
        if (found !== null && found !== 'ambiguous') return [found.id];
        line.problems.push({ field, text: found === null ? missing : AMBIGUOUS });
        return [];
      };
      if (group !== undefined)
        line.columns['group_ids'] = group.flatMap(one =>
          idOf('group', groups, one, 'There is no such group.'),
        );
      if (location !== undefined)
        [line.columns['location_id']] = idOf('location', places, location, 'There is no such place.');
    }
    await fillZone(ctx, lines);
  },
  follows: { plate_hash: 'vehicle' },
  /** Groups have no order. */
  compared: values => ({
    ...values,
    ...(Array.isArray(values['group_ids']) && { group_ids: [...(values['group_ids'] as string[])].sort() }),
  }),
  async fieldsOf(ctx, rows) {
    const groups = await referencesTo(
      ctx,
      { table: deviceGroups, by: {}, where: living(deviceGroups) },
      rows.flatMap(row => row['group_ids'] as string[]),
    );
    const places = await referencesTo(
      ctx,
      { table: locations, by: {}, where: living(locations) },
      rows.map(row => row['location_id']),
    );
    return rows.map(row => ({
      ...row,
      group: (row['group_ids'] as string[]).flatMap(one => nameIn(groups, one) ?? []),
      location: nameIn(places, row['location_id']),
    }));
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
