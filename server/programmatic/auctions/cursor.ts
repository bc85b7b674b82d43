/** Where the next page of a log begins: after the time and id of its last row. */
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { id, instant } from '../../../shared/contract/wire/wire.ts';

const form = z.tuple([instant, id]);

export const cursorAfter = (at: string, last: string) =>
  Buffer.from(JSON.stringify([at, last])).toString('base64url');

/** Of a list that is newest first. */
export function olderThan(text: string | undefined, at: PgColumn, key: PgColumn): SQL | undefined {
  if (text === undefined) return undefined;
  const read = form.safeParse(parse(Buffer.from(text, 'base64url').toString()));
  if (!read.success)
    throw new AppError('VALIDATION', 'This page cannot be found again.', { cursor: ['Invalid input'] });
  const [time, last] = read.data;
  return sql`(${at}, ${key}) < (${time}::timestamptz, ${last}::uuid)`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const pageOf = <T extends { id: string }>(items: T[], limit: number, timeOf: (item: T) => string) => {
  const last = items.at(-1);
  return { items, next_cursor: last && items.length === limit ? cursorAfter(timeOf(last), last.id) : null };
};
