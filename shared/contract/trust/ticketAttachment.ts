/** Files beside the messages of a ticket: what is taken, and who reads it (contract §9). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, line } from '../wire/wire.ts';

export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10_000_000;
/** A file of that size in Base64. */
const MAX_CONTENT_CHARS = 4 * Math.ceil(MAX_ATTACHMENT_BYTES / 3);
const JSON_ROOM_BYTES = 10_000;
const NAME_MAX = 120;

/** By type: how the names of its files end. What may run somewhere (programs, scripts, pages, archives, documents with macros) is not among them. */
export const ATTACHMENT_ENDINGS = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'video/mp4': ['mp4'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'csv'],
} as const;
export type AttachmentType = keyof typeof ATTACHMENT_ENDINGS;
export const ATTACHMENT_TYPES = Object.keys(ATTACHMENT_ENDINGS) as AttachmentType[];
export const ATTACHMENT_NAMES = ATTACHMENT_TYPES.flatMap(type => [...ATTACHMENT_ENDINGS[type]]);
/** The type that a name promises; null: none that is taken. */
export function typeByName(name: string): AttachmentType | null {
  const ending = /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  return (
    ATTACHMENT_TYPES.find(type => (ATTACHMENT_ENDINGS[type] as readonly string[]).includes(ending)) ?? null
  );
}

export const ticketAttachment = z.object({
  id,
  name: z.string(),
  mime: z.enum(ATTACHMENT_TYPES),
  bytes: int(1, MAX_ATTACHMENT_BYTES),
  created_at: instant,
  /** null: of somebody who was erased. */
  author_id: z.nullable(id),
  author_name: z.string(),
});
export type TicketAttachment = z.infer<typeof ticketAttachment>;
const attachments = z.object({ attachments: z.array(ticketAttachment) });

const attach = {
  method: 'POST',
  summary: `Add a file of at most ${MAX_ATTACHMENT_BYTES / 1_000_000} MB to a ticket, which holds ${MAX_ATTACHMENTS}`,
  params: byId,
  body: z.strictObject({
    name: line(1, NAME_MAX),
    /** In Base64. */
    content: z.string().check(z.minLength(1), z.maxLength(MAX_CONTENT_CHARS)),
  }),
  bodyLimit: MAX_CONTENT_CHARS + JSON_ROOM_BYTES,
  limit: 'attachments',
  answer: attachments,
} as const;
const read = {
  method: 'GET',
  summary: 'A file of a ticket, to be saved',
  params: z.object({ id, attachment_id: id }),
  answer: 'bytes',
} as const;
const remove = {
  method: 'DELETE',
  summary: 'Remove a file of a ticket for good',
  params: z.object({ id, attachment_id: id }),
  answer: attachments,
} as const;
export const attachToTicket = endpoint({
  ...attach,
  path: '/api/support/tickets/:id/attachments',
  access: { who: 'user', area: 'support', level: 'W' },
});
export const readTicketAttachment = endpoint({
  ...read,
  path: '/api/support/tickets/:id/attachments/:attachment_id',
  access: { who: 'user', area: 'support', level: 'R', transactions: 'own' },
});
export const attachToOwnTicket = endpoint({
  ...attach,
  path: '/api/own-tickets/:id/attachments',
  access: { who: 'user', area: 'support', level: 'S' },
});
export const readOwnAttachment = endpoint({
  ...read,
  path: '/api/own-tickets/:id/attachments/:attachment_id',
  access: { who: 'user', area: 'support', level: 'S', transactions: 'own' },
});
export const removeTicketAttachment = endpoint({
  ...remove,
  path: '/api/support/tickets/:id/attachments/:attachment_id',
  access: { who: 'user', area: 'support', level: 'W' },
});
/** Of what one attached oneself; the desk removes anybody's. */
export const removeOwnAttachment = endpoint({
  ...remove,
  path: '/api/own-tickets/:id/attachments/:attachment_id',
  access: { who: 'user', area: 'support', level: 'S' },
});
