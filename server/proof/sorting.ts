/** The orders of the list of plays, and the cursor at which its next page begins. */
import { asc, desc, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { id, instant } from '../../shared/contract/wire/wire.ts';
import { NEWEST_FIRST, type Play, type PLAY_SORTS } from '../../shared/contract/proof/play.ts';
import { titleWords } from '../content/local/items.ts';
import { creatives, devices, plays } from '../db/schema.ts';

type SortKey = (typeof PLAY_SORTS)[number];
/** What a play's creative is called: local content has a title. The same in the list and in its order, or pages would repeat rows. */
export const shownName = sql<string>`coalesce(${creatives.name}, ${titleWords}, '')`;

/** What each order compares, and what a cursor may hold of it. */
const ORDERS: Record<SortKey, { by: SQL; type: SQL; value: z.ZodMiniType<string | number> }> = {
  started_at: { by: sql`${plays.started_at}`, type: sql`timestamptz`, value: instant },
  received_at: { by: sql`${plays.received_at}`, type: sql`timestamptz`, value: instant },
  duration_ms: { by: sql`${plays.duration_ms}`, type: sql`bigint`, value: z.int() },
  device_name: { by: sql`${devices.name}`, type: sql`text`, value: z.string() },
  creative_name: { by: shownName, type: sql`text`, value: z.string() },
};
export interface Cursor {
  sort: string;
  /** Of the last play of the page before. */
  value: string | number;
  id: string;
}

export const keyOf = (sort: string) => sort.replace(/^-/, '') as SortKey;
export const isDown = (sort: string) => sort.startsWith('-');
/** None of them is ever null, so that an index can be read either way. */
export const orderOfPlays = (sort: string) =>
  [ORDERS[keyOf(sort)].by, plays.play_id].map(by => (isDown(sort) ? desc(by) : asc(by)));

export function following({ sort, value, id: last }: Cursor): SQL {
  const { by, type } = ORDERS[keyOf(sort)];
  const beyond = isDown(sort) ? sql`<` : sql`>`;
  return sql`(${by}, ${plays.play_id}) ${beyond} (${value}::${type}, ${last}::uuid)`;
}

export const cursorAt = (play: Play, sort: string = NEWEST_FIRST): Cursor => ({
  sort,
  value: play[keyOf(sort)],
  id: play.id,
});
export const encodeCursor = ({ sort, value, id: last }: Cursor) =>
  Buffer.from(JSON.stringify([sort, value, last])).toString('base64url');

/** A cursor of another order leads nowhere. */
export function readCursor(text: string | undefined, sort: string): Cursor | null {
  if (text === undefined) return null;
  const form = z.tuple([z.literal(sort), ORDERS[keyOf(sort)].value, id]);
  const read = form.safeParse(parse(Buffer.from(text, 'base64url').toString()));
  if (!read.success)
    throw new AppError('VALIDATION', 'This page cannot be found again.', { cursor: ['Invalid input'] });
  const [, value, last] = read.data;
  return { sort, value, id: last };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
