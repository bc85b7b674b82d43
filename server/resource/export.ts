/** All rows of a list's filter as CSV or JSON lines, streamed, in the list's order; the CSV says in which zone its times are. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { instant as instantOf } from '../../shared/clock.ts';
import type { Schema } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { isInstant, type exportQuery } from '../../shared/contract/wire/wire.ts';
import { isTimeZone } from '../../shared/i18n/format.ts';
import type * as z from 'zod/mini';
import type { UserCaller } from '../http/caller.ts';
import type { Opener } from '../http/route.ts';
import type { Work } from '../transaction/work.ts';
import { csvHead, csvLine } from '../../shared/web/csv.ts';
import { localTimes } from './localTimes.ts';

const PAGE = 500;
const DATE_CHARS = 10;
export const TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const;

type Asked = z.infer<typeof exportQuery>;
interface Exported {
  idsOf: (work: Work, query: Asked, caller: UserCaller | null) => Promise<string[]>;
  rowsOf: (work: Work, ids: readonly string[], caller: UserCaller | null) => Promise<object[]>;
}

/** A stream cannot take its status back: refused before the first byte leaves. */
export function requireZoneOf({ tz }: { tz?: string | undefined }): void {
  if (tz !== undefined && !isTimeZone(tz))
    throw new AppError('VALIDATION', 'There is no such time zone.', {
      tz: ['An IANA time zone like Europe/Berlin'],
    });
}

/** Each page is a transaction of its own, so that a long export stops nobody. */
async function* everyRow(
  { idsOf, rowsOf }: Exported,
  inTenant: Opener['inTenant'],
  query: Asked,
  caller: UserCaller,
): AsyncGenerator<object> {
  const ids = await inTenant(work => idsOf(work, query, caller));
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    yield* await inTenant(work => rowsOf(work, page, caller));
  }
}

type Plain = string | number | null;
/** One cell: lists are told apart by blanks, what has parts is JSON. */
function plainOf(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every(part => typeof part === 'string')) return value.join(' ');
  return JSON.stringify(value);
}

async function* csvLines(rows: AsyncIterable<object>, row: Schema, tz: string): AsyncGenerator<string> {
  const local = localTimes();
  const shape = (row as unknown as { shape: Record<string, Schema> }).shape;
  const columns = Object.entries(shape).map(([name, schema]) => ({ name, isTime: isInstant(schema) }));
  yield csvHead(columns.map(({ name, isTime }) => (isTime ? `${name} (${tz})` : name)));
  for await (const each of rows) {
    const values = each as Record<string, unknown>;
    yield csvLine(
      columns.map(({ name, isTime }) => {
        const value = plainOf(values[name]);
        return isTime && typeof value === 'string' ? local(value, tz) : value;
      }),
    );
  }
}

interface Sent {
  name: string;
  row: Schema;
  inTenant: Opener['inTenant'];
  query: Asked;
  caller: UserCaller;
  reply: FastifyReply;
  /** ms */
  now: number;
}
export function sendExport(exported: Exported, { name, row, inTenant, query, caller, reply, now }: Sent) {
  requireZoneOf(query);
  const rows = everyRow(exported, inTenant, query, caller);
  const lines = query.format === 'csv' ? csvLines(rows, row, query.tz ?? 'UTC') : jsonLines(rows);
  const file = `${name}-${instantOf(now).slice(0, DATE_CHARS)}.${query.format}`;
  reply.header('content-disposition', `attachment; filename="${file}"`);
  return reply.type(TYPES[query.format]).send(Readable.from(lines, { objectMode: false }));
}

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
