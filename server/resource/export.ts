/** Streams all rows of a list's filter as CSV or JSON lines, in the list's order. CSV headers name the time zone. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { instant as instantOf } from '../../shared/clock.ts';
import type { Schema } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { isInstant, isTimeZone, type exportQuery } from '../../shared/contract/wire/wire.ts';
import type * as z from 'zod/mini';
import type { UserPrincipal } from '../http/principal.ts';
import type { TransactionOpener } from '../http/route.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { csvHead, csvLine } from '../../shared/web/csv.ts';
import { localTimes } from './localTimes.ts';

const PAGE = 500;
const DATE_CHARS = 10;
export const TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const;

type ExportQuery = z.infer<typeof exportQuery>;
interface ExportSource {
  idsOf: (ctx: TransactionContext, query: ExportQuery, principal: UserPrincipal | null) => Promise<string[]>;
  rowsOf: (
    ctx: TransactionContext,
    ids: readonly string[],
    principal: UserPrincipal | null,
  ) => Promise<object[]>;
}

/** Checked before the first byte is sent, because a stream cannot change its status afterwards. */
export function requireTimeZone({ tz }: { tz?: string | undefined }): void {
  if (tz !== undefined && !isTimeZone(tz))
    throw new AppError('VALIDATION', 'There is no such time zone.', {
      tz: ['An IANA time zone like Europe/Berlin'],
    });
}

/** Each page is a transaction of its own, so that a long export blocks nobody. */
async function* everyRow(
  { idsOf, rowsOf }: ExportSource,
  inTenant: TransactionOpener['inTenant'],
  query: ExportQuery,
  principal: UserPrincipal,
): AsyncGenerator<object> {
  const ids = await inTenant(ctx => idsOf(ctx, query, principal));
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    yield* await inTenant(ctx => rowsOf(ctx, page, principal));
  }
}

type Cell = string | number | null;
/** One cell: items of a list are separated by blanks, objects are JSON. */
function cellOf(value: unknown): Cell {
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
        const value = cellOf(values[name]);
        return isTime && typeof value === 'string' ? local(value, tz) : value;
      }),
    );
  }
}

interface ExportRequest {
  name: string;
  row: Schema;
  inTenant: TransactionOpener['inTenant'];
  query: ExportQuery;
  principal: UserPrincipal;
  reply: FastifyReply;
  /** ms */
  now: number;
}
export function sendExport(
  exported: ExportSource,
  { name, row, inTenant, query, principal, reply, now }: ExportRequest,
) {
  requireTimeZone(query);
  const rows = everyRow(exported, inTenant, query, principal);
  const lines = query.format === 'csv' ? csvLines(rows, row, query.tz ?? 'UTC') : jsonLines(rows);
  const file = `${name}-${instantOf(now).slice(0, DATE_CHARS)}.${query.format}`;
  reply.header('content-disposition', `attachment; filename="${file}"`);
  return reply.type(TYPES[query.format]).send(Readable.from(lines, { objectMode: false }));
}

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
