/** Schedule entries of a tenant: list, writes, and screens that are given the schedule anew. */
import { and, count, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { MAX_ENTRIES, scheduleEntries as contract } from '../../../shared/contract/playout/scheduleEntry.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { deviceGroups, devices, playlists, scheduleEntries } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockGroups, settlePlaylists } from '../settle.ts';
import { requireScreenPlaylist } from '../wholeScreen.ts';

type Named = Record<'playlist_name' | 'owner_name', string> & { is_unpublished: boolean };
type Row = typeof scheduleEntries.$inferSelect & Named;

export const entryListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(scheduleEntries)
        .innerJoin(playlists, eq(playlists.id, scheduleEntries.playlist_id))
        .leftJoin(devices, eq(devices.id, scheduleEntries.device_id))
        .leftJoin(deviceGroups, eq(deviceGroups.id, scheduleEntries.group_id)),
    ),
  fields: {
    ...getTableColumns(scheduleEntries),
    playlist_name: playlists.name,
    owner_name: sql<string>`coalesce(${devices.name}, ${deviceGroups.name})`,
    is_unpublished: sql<boolean>`${playlists.published_version} is null`,
  },
  id: scheduleEntries.id,
  scope: ({ tenant_id }) => eq(scheduleEntries.tenant_id, tenant_id),
  searchColumns: [scheduleEntries.name, playlists.name],
  filterColumns: {
    device_id: scheduleEntries.device_id,
    group_id: scheduleEntries.group_id,
    playlist_id: scheduleEntries.playlist_id,
  },
  deleted_at: scheduleEntries.deleted_at,
  created_at: scheduleEntries.created_at,
  serialize: (_ctx, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});

const refuse = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

interface Owner {
  device_id?: string | null;
  group_id?: string | null;
}
/** A screen in service, or a group that is there; locked against going until the commit. */
async function requireOwner(
  { tx, tenant_id }: TransactionContext,
  { device_id = null, group_id = null }: Owner,
) {
  if ((device_id === null) === (group_id === null))
    throw refuse('device_id', 'Name either a screen or a group.');
  const [found] =
    device_id === null
      ? await tx
          .select({ id: deviceGroups.id })
          .from(deviceGroups)
          .where(
            and(
              eq(deviceGroups.tenant_id, tenant_id),
              equals(deviceGroups.id, group_id),
              isNull(deviceGroups.deleted_at),
            ),
          )
          .for('key share')
      : await tx
          .select({ id: devices.id })
          .from(devices)
          .where(
            and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id), ne(devices.state, 'retired')),
          )
          .for('key share');
  if (!found)
    throw device_id === null
      ? refuse('group_id', 'There is no such group.')
      : refuse('device_id', 'There is no such screen.');
}

async function requireRoom(
  { tx, tenant_id }: TransactionContext,
  { id, device_id, group_id }: Owner & { id?: string },
) {
  const [row] = await tx
    .select({ entries: count() })
    .from(scheduleEntries)
    .where(
      and(
        eq(scheduleEntries.tenant_id, tenant_id),
        isNull(scheduleEntries.deleted_at),
        device_id ? eq(scheduleEntries.device_id, device_id) : equals(scheduleEntries.group_id, group_id),
        id === undefined ? undefined : ne(scheduleEntries.id, id),
      ),
    );
  if ((row?.entries ?? 0) >= MAX_ENTRIES)
    throw new AppError('RULE', `A schedule has at most ${MAX_ENTRIES} exceptions.`, { max: MAX_ENTRIES });
}

export const entryRepository = repository({
  entity: contract,
  table: scheduleEntries,
  listing: entryListing,
  beforeWrite: ctx => lockGroups(ctx, 'group'),
  async validate(ctx, values) {
    const { valid_from = null, valid_until = null } = values;
    if (valid_from !== null && valid_until !== null && valid_until < valid_from)
      throw refuse('valid_until', 'The last day lies before the first one.');
    await requireOwner(ctx, values);
    await requireScreenPlaylist(ctx, values.playlist_id);
    await requireRoom(ctx, values);
  },
  afterWrite(ctx, { device_id, name, playlist_name }) {
    /** In the audit log it is called as it is on the calendar. */
    ctx.auditNote.target_name = name || playlist_name;
    return settlePlaylists(ctx, device_id === null ? undefined : [device_id]);
  },
});
