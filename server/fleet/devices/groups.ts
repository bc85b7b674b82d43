/** Groups of screens: a tree without cycles, with a playlist for screens that have none of their own. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  deviceGroups as contract,
  MAX_GROUP_DEPTH,
  type DeviceGroup,
} from '../../../shared/contract/fleet/deviceGroup.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, rowsOf } from '../../db/rows.ts';
import { deviceGroups, playlists } from '../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ownMembers } from './members.ts';
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
    return rows.map(row => ({ ...row, screens: screens.get(row.id) ?? 0, ...commonFieldsOf(row) }));
  },
});

/** How many screens in service belong to each; groups without any are left out. */
export async function countScreens({ tx, tenant_id }: TransactionContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const groups = sql`g.tenant_id = ${tenant_id} and g.id = any(${sql.param(ids)}::uuid[])`;
  const inService = sql`d.tenant_id = ${tenant_id} and d.state <> 'retired'`;
  const rows = rowsOf<{ id: string; screens: number }>(
    await tx.execute(sql`
      with ${ownMembers(groups, inService)}
      select group_id as id, count(*)::int as screens from own_members group by group_id`),
  );
  return new Map(rows.map(({ id, screens }) => [id, screens]));
}

const refuse = (text: string) => new AppError('VALIDATION', text, { parent_id: [text] });

/** The parent must exist and not stand below the group, and no branch may become deeper than the contract allows. */
async function requireAbove(
  { tx, tenant_id }: TransactionContext,
  { id, parent_id }: { id?: string; parent_id?: string | null },
): Promise<void> {
  if (typeof parent_id !== 'string') return;
  const living = sql`g.tenant_id = ${tenant_id} and g.deleted_at is null`;
  const step = sql`level < ${MAX_GROUP_DEPTH + 1} and ${living}`;
  const [found] = rowsOf<{ above: string[]; below: number }>(
    await tx.execute(sql`
      with recursive above(id, parent_id, level) as (
        select g.id, g.parent_id, 1 from ${deviceGroups} g where g.id = ${parent_id} and ${living}
        union all
        select g.id, g.parent_id, level + 1 from above join ${deviceGroups} g on g.id = above.parent_id where ${step}),
      below(id, level) as (
        select ${id ?? null}::uuid, 1
        union all
        select g.id, level + 1 from below join ${deviceGroups} g on g.parent_id = below.id where ${step})
      select coalesce((select array_agg(id::text) from above), '{}') as above,
        (select max(level) from below)::int as below`),
  );
  if (!found || found.above.length === 0) throw refuse('There is no such group.');
  if (id !== undefined && found.above.includes(id)) throw refuse('A group cannot stand below itself.');
  if (found.above.length + found.below > MAX_GROUP_DEPTH)
    throw refuse(`Groups stand at most ${MAX_GROUP_DEPTH} levels deep.`);
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

/** Whether other screens may belong to it now, or play something else: a new name settles no fleet. */
const concernsScreens = (before: Partial<Row> | undefined, after: DeviceGroup) =>
  before === undefined ||
  before.playlist_id !== after.playlist_id ||
  before.parent_id !== after.parent_id ||
  (before.deleted_at === null) !== (after.deleted_at === null) ||
  JSON.stringify(before.rule) !== JSON.stringify(after.rule);

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
  async afterWrite(ctx, row) {
    if (concernsScreens(ctx.auditNote.before as Partial<Row> | undefined, row)) await settlePlaylists(ctx);
  },
});
