/** Groups of screens: a tree without cycles, with a playlist for screens that have none of their own. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { deviceGroups as contract } from '../../../shared/contract/fleet/deviceGroup.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, rowsOf } from '../../db/rows.ts';
import { deviceGroups, devices, playlists } from '../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireReferences } from './references.ts';

const parents = alias(deviceGroups, 'parents');
type Row = typeof deviceGroups.$inferSelect & Record<'parent_name' | 'playlist_name', string | null>;

export const groupListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(deviceGroups)
        .leftJoin(parents, and(eq(parents.id, deviceGroups.parent_id), isNull(parents.deleted_at)))
        .leftJoin(playlists, eq(playlists.id, deviceGroups.playlist_id)),
    ),
  fields: {
    ...getTableColumns(deviceGroups),
    parent_name: parents.name,
    playlist_name: playlists.name,
  },
  id: deviceGroups.id,
  scope: ({ tenant_id }) => eq(deviceGroups.tenant_id, tenant_id),
  searchColumns: [deviceGroups.name],
  filterColumns: { parent_id: deviceGroups.parent_id },
  deleted_at: deviceGroups.deleted_at,
  created_at: deviceGroups.created_at,
  async serialize(ctx, rows) {
    const screens = await countScreens(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(row => ({ ...row, ...commonFieldsOf(row), screens: screens.get(row.id) ?? 0 }));
  },
});

/** How many screens in service belong to each; groups without any are left out. */
export async function countScreens({ tx, tenant_id }: TransactionContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const inService = sql`${devices.tenant_id} = ${tenant_id} and ${devices.state} <> 'retired'`;
  /** By equal tags, which can be hashed; who is in a group both ways is in it once. */
  const rows = rowsOf<{ id: string; screens: number }>(
    await tx.execute(sql`
      with wanted as (
        select distinct ${deviceGroups.id} as id, tag from ${deviceGroups}
          cross join jsonb_array_elements_text(${deviceGroups.rule} -> 'tags') as tag
        where ${inArray(deviceGroups.id, ids)} and ${deviceGroups.rule} is not null),
      needed as (select id, count(*) as tags from wanted group by id),
      tagged as (
        select distinct ${devices.id} as device_id, tag from ${devices} cross join unnest(${devices.tags}) as tag
        where ${inService}),
      members as (
        select group_id as id, ${devices.id} as device_id from ${devices}
          cross join unnest(${devices.group_ids}) as group_id
        where ${inService} and ${inArray(sql`group_id`, ids)}
        union
        select wanted.id, tagged.device_id from wanted
          join tagged on tagged.tag = wanted.tag join needed on needed.id = wanted.id
        group by wanted.id, tagged.device_id, needed.tags having count(*) = needed.tags)
      select id, count(*)::int as screens from members group by id`),
  );
  return new Map(rows.map(({ id, screens }) => [id, screens]));
}

const refuse = (text: string) => new AppError('VALIDATION', text, { parent_id: [text] });

/** Walks up from the parent: each group must exist, and none may be the group itself. */
async function requireAbove(
  { tx, tenant_id }: TransactionContext,
  { id, parent_id }: { id?: string; parent_id?: string | null },
): Promise<void> {
  const seen = new Set<unknown>([id]);
  for (let above = parent_id; typeof above === 'string';) {
    if (seen.has(above)) throw refuse('A group cannot stand below itself.');
    seen.add(above);
    const [row] = await tx
      .select({ parent_id: deviceGroups.parent_id })
      .from(deviceGroups)
      .where(
        and(
          eq(deviceGroups.id, above),
          eq(deviceGroups.tenant_id, tenant_id),
          isNull(deviceGroups.deleted_at),
        ),
      );
    if (!row) throw refuse('There is no such group.');
    above = row.parent_id;
  }
}

/** What stands below a deleted group would hang on nothing. */
async function requireNoneBelow({ tx, tenant_id }: TransactionContext, id: string): Promise<void> {
  const used_in = await tx
    .select({ id: deviceGroups.id, name: deviceGroups.name })
    .from(deviceGroups)
    .where(
      and(
        eq(deviceGroups.tenant_id, tenant_id),
        eq(deviceGroups.parent_id, id),
        isNull(deviceGroups.deleted_at),
      ),
    );
  if (used_in.length > 0)
    throw new AppError('IN_USE', 'Groups stand below this one.', { by: 'device-groups', used_in });
}

export const groupRepository = repository({
  entity: contract,
  table: deviceGroups,
  listing: groupListing,
  beforeWrite: ctx => lockGroups(ctx, 'group'),
  beforeRemove: requireNoneBelow,
  async validate(ctx, values) {
    await requireAbove(ctx, values);
    await requireReferences(ctx, { playlist_id: values.playlist_id });
  },
  afterWrite: ctx => settlePlaylists(ctx),
});
