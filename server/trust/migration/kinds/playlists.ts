import { and, asc, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { MAX_ITEMS, playlistItemInput, playlistPatch } from '../../../../shared/contract/content/playlist.ts';
import { fieldTexts } from '../../../../shared/contract/wire/messages.ts';
import { text } from '../../../../shared/contract/wire/wire.ts';
import { writeItems, type DraftItem } from '../../../content/playlists/drafts.ts';
import { creatives, playlistItems, playlists } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import type { Candidate, Found, Importer, Problem, Values } from './importer.ts';
import { AMBIGUOUS, living, nameIn, referencesTo, type References } from './references.ts';
import { namedList } from './namedList.ts';

const { name, default_duration_ms, shuffle, zone } = playlistPatch.shape;
const MS = 1_000;
const CLOSED = { field: '_', text: 'It is archived or locked.' };
const NO_CREATIVE = 'There is no such creative.';
const creativeSource = { table: creatives, by: { name: creatives.name }, where: living(creatives) };

/** `Summer sale|10; City guide`, or a list of what the editor has for an item; `creative` is its name. */
const writtenItems = (value: unknown): Values[] | null =>
  namedList(value, (creative, seconds) => ({
    creative,
    duration_ms: seconds === undefined ? null : Math.round(Number(seconds.replace(',', '.')) * MS),
  }));
const namesOf = (items: readonly Values[] | null) =>
  (items ?? []).flatMap(one => [one['creative_id'], one['creative']]);

function itemOf({ creative, creative_id, ...rest }: Values, { find }: References): DraftItem | Problem {
  const refuse = (why: string): Problem => ({ field: 'items', text: why });
  const isCreative = creative !== undefined || creative_id !== undefined;
  let found = typeof creative_id === 'string' ? find(creative_id) : null;
  found ??= typeof creative === 'string' ? find(creative) : null;
  if (isCreative && found === null) return refuse(NO_CREATIVE);
  if (found === 'ambiguous') return refuse(AMBIGUOUS);
  const parsed = playlistItemInput.safeParse({
    duration_ms: null,
    ...rest,
    ...(found !== null && { creative_id: found.id }),
  });
  if (!parsed.success) return refuse(Object.values(fieldTexts(parsed.error))[0]?.[0] ?? '');
  const { id: _id, ...item } = parsed.data;
  return item;
}

/** Drafts: screens go on with what was published until somebody publishes again. */
export const playlistImporter: Importer = {
  kind: 'playlists',
  table: playlists,
  schema: z.strictObject({
    ...{ name: z.nonoptional(name), default_duration_ms, shuffle, zone },
    items: z.union([text(0, 100_000), z.array(z.record(z.string(), z.unknown()))]),
  }),
  keys: { name: playlists.name },
  async prepare(ctx, lines) {
    const written = new Map(lines.map(line => [line, writtenItems(line.values['items'])]));
    const known = await referencesTo(ctx, creativeSource, [...written.values()].flatMap(namesOf));
    for (const [line, items] of written) {
      const { id: _id, items: _items, ...columns } = line.values;
      line.columns = { ...columns, items: readItems(line, items, known) };
    }
  },
  defaults: () => ({ state: 'draft', has_draft: true }),
  /** A zone fits the layouts it is used in; it is chosen once. */
  stays: ['zone'],
  among: () => ne(playlists.state, 'archived'),
  attach: attachItems,
  mayChange: row => (row['locked_by'] === null ? null : CLOSED),
  below: { name: 'items', write: (ctx, id, items) => writeItems(ctx, id, items as DraftItem[]) },
  async settle({ tx, tenant_id }, ids) {
    await tx
      .update(playlists)
      .set({ has_draft: true })
      .where(and(eq(playlists.tenant_id, tenant_id), inArray(playlists.id, [...ids])));
  },
  async fieldsOf(ctx, rows) {
    const items = (row: Found) => row['items'] as DraftItem[];
    const known = await referencesTo(
      ctx,
      { table: creatives, by: {} },
      rows.flatMap(row => items(row).map(one => one.creative_id)),
    );
    return rows.map(row => ({
      ...row,
      items: items(row).map(one => ({ creative: nameIn(known, one.creative_id) ?? undefined, ...one })),
    }));
  },
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};

function readItems(line: Candidate, items: Values[] | null, known: References): DraftItem[] {
  if (items === null || items.length > MAX_ITEMS) {
    line.problems.push({ field: 'items', text: 'Not a list of items.' });
    return [];
  }
  return items.flatMap(one => {
    const item = itemOf(one, known);
    if (!('text' in item)) return [item];
    if (!line.problems.some(({ text: why }) => why === item.text)) line.problems.push(item);
    return [];
  });
}

/** As the editor shows them: an item whose creative was deleted is gone. */
async function attachItems({ tx, tenant_id }: TransactionContext, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const rows = await tx
    .select(getTableColumns(playlistItems))
    .from(playlistItems)
    .leftJoin(creatives, eq(creatives.id, playlistItems.creative_id))
    .where(
      and(
        ...[eq(playlistItems.tenant_id, tenant_id), isNull(creatives.deleted_at)],
        inArray(
          playlistItems.playlist_id,
          found.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(playlistItems.position));
  const byList = new Map<string, Values[]>();
  for (const { id: _id, tenant_id: _tenant, position: _position, playlist_id, ...item } of rows)
    byList.set(playlist_id, [...(byList.get(playlist_id) ?? []), item]);
  for (const row of found as (Found & Values)[]) row['items'] = byList.get(row.id) ?? [];
}
