/** Files of tickets. They lie in the store of files under the id of their row, which alone says who may read them. */
import type { FastifyReply } from 'fastify';
import { and, asc, count, eq } from 'drizzle-orm';
import { dateOf } from '../../../../shared/clock.ts';
import {
  MAX_ATTACHMENTS,
  type TicketAttachment,
} from '../../../../shared/contract/trust/ticketAttachment.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { Server } from '../../../context/server.ts';
import { requireSpace } from '../../../content/media/space.ts';
import { requireFound } from '../../../db/rows.ts';
import { ticketAttachments } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import type { Author } from '../thread.ts';
import type { TicketRow } from '../tickets.ts';
import { checkFile } from './check.ts';

type Row = typeof ticketAttachments.$inferSelect;
export const ATTACHMENTS_FOLDER = 'tickets/';
const keyOf = (id: string) => `${ATTACHMENTS_FOLDER}${id}`;

export async function attachmentsOf(
  { tx }: Pick<TransactionContext, 'tx'>,
  { id }: Pick<TicketRow, 'id'>,
): Promise<TicketAttachment[]> {
  const rows = await tx
    .select()
    .from(ticketAttachments)
    .where(eq(ticketAttachments.ticket_id, id))
    .orderBy(asc(ticketAttachments.created_at), asc(ticketAttachments.id));
  return rows.map(({ id, name, mime, bytes, created_at, author_id, author_name }) => ({
    ...{ id, name, mime, bytes, author_id, author_name },
    created_at: created_at.toISOString(),
  }));
}

function requireUnclosed({ state }: TicketRow): void {
  if (state === 'closed')
    throw new AppError('STATE', 'This ticket is closed; please write a new one.', { status: state });
}

interface NewFile {
  name: string;
  content: string;
}
/** The ticket is locked. The file is there before its row: what a rolled back call leaves behind is swept. */
export async function attach(
  { objects, config }: Pick<Server, 'objects' | 'config'>,
  ctx: TransactionContext,
  { ticket, author, file }: { ticket: TicketRow; author: Author; file: NewFile },
): Promise<{ attachments: TicketAttachment[] }> {
  const { tx, now } = ctx;
  requireUnclosed(ticket);
  const { mime, bytes } = checkFile(file);
  const [held] = await tx
    .select({ n: count() })
    .from(ticketAttachments)
    .where(eq(ticketAttachments.ticket_id, ticket.id));
  if ((held?.n ?? 0) >= MAX_ATTACHMENTS)
    throw new AppError('RULE', `A ticket holds ${MAX_ATTACHMENTS} files.`, { max: MAX_ATTACHMENTS });
  const id = uuid7(now);
  await requireSpace(config.dataDir, bytes.length);
  await objects.put(keyOf(id), [bytes]);
  await tx.insert(ticketAttachments).values({
    ...{ id, tenant_id: ticket.tenant_id, ticket_id: ticket.id, created_at: dateOf(now) },
    ...{ author_id: author.id, author_name: author.name, name: file.name, mime, bytes: bytes.length },
  });
  ctx.auditNote.before = {};
  ctx.auditNote.after = { name: file.name, mime, bytes: bytes.length };
  return { attachments: await attachmentsOf(ctx, ticket) };
}

export async function findAttachment(
  { tx }: TransactionContext,
  ticket: Pick<TicketRow, 'id'>,
  id: string,
): Promise<Row> {
  const [row] = await tx
    .select()
    .from(ticketAttachments)
    .where(and(eq(ticketAttachments.id, id), eq(ticketAttachments.ticket_id, ticket.id)));
  return requireFound(row, 'attachment');
}

/** The ticket is locked. `by`: nobody else's file is removed; null: whosever it is. The file itself goes once that is committed. */
export async function detach(
  ctx: TransactionContext,
  { ticket, attachment_id, by }: { ticket: TicketRow; attachment_id: string; by: string | null },
): Promise<{ attachments: TicketAttachment[] }> {
  requireUnclosed(ticket);
  const { id, name, mime, bytes, author_id } = await findAttachment(ctx, ticket, attachment_id);
  if (by !== null && author_id !== by)
    throw new AppError('RULE', 'Only whoever attached a file removes it.', { is_author: false });
  await ctx.tx.delete(ticketAttachments).where(eq(ticketAttachments.id, id));
  ctx.auditNote.before = { name, mime, bytes };
  ctx.auditNote.after = { name: null, mime: null, bytes: null };
  return { attachments: await attachmentsOf(ctx, ticket) };
}
/** A file is gone for good only when its row is. */
export async function dropIfDetached(
  { objects }: Pick<Server, 'objects'>,
  { tx }: Pick<TransactionContext, 'tx'>,
  id: string,
): Promise<void> {
  const [row] = await tx
    .select({ id: ticketAttachments.id })
    .from(ticketAttachments)
    .where(eq(ticketAttachments.id, id));
  if (!row) await objects.delete(keyOf(id));
}

/** To be saved, never shown as a page of our own origin. */
export async function sendAttachment(
  { objects }: Pick<Server, 'objects'>,
  reply: FastifyReply,
  { id, name, mime, bytes }: Row,
): Promise<FastifyReply> {
  const content = await objects.read(keyOf(id));
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('content-length', String(bytes))
    .type(mime)
    .send(content);
}

/** A call takes far less than that from its file to its row. */
const FRESH_MS = 3_600_000;
/** Files without a row: of calls that failed, and of people who were erased. */
export async function sweepAttachments({
  objects,
  clock,
  tenantTransactions,
}: Pick<Server, 'objects' | 'clock' | 'tenantTransactions'>): Promise<void> {
  const before = clock.now() - FRESH_MS;
  const keys: string[] = [];
  for await (const { key, modified_at } of objects.list(ATTACHMENTS_FOLDER))
    if (modified_at < before) keys.push(key);
  if (keys.length === 0) return;
  const rows = await tenantTransactions.acrossTenants(tx =>
    tx.select({ id: ticketAttachments.id }).from(ticketAttachments),
  );
  const wanted = new Set(rows.map(({ id }) => keyOf(id)));
  for (const key of keys) if (!wanted.has(key)) await objects.delete(key);
}
