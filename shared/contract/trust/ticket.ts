/** Tickets of the support desk, and the messages of each (contract §9). */
import * as z from 'zod/mini';
import { INCIDENT_KINDS } from '../fleet/incident.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, email, id, instant, int, line, MAX_INT, name, ok, text } from '../wire/wire.ts';
import { ticketAttachment } from './ticketAttachment.ts';

export const TICKET_CATEGORIES = ['device', 'billing', 'content', 'account', 'other'] as const;
/** The first goes first. */
export const TICKET_PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export const TICKET_STATES = ['open', 'pending_customer', 'resolved', 'reopened', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
export const TICKET_TRANSITIONS: Transitions<TicketState> = {
  open: ['pending_customer', 'resolved', 'closed'],
  pending_customer: ['open', 'resolved', 'closed'],
  resolved: ['reopened', 'closed'],
  /** Until somebody of the desk answers it or takes it up. */
  reopened: ['open', 'pending_customer', 'resolved', 'closed'],
  closed: [],
};
/** The desk is to answer next, so that its deadlines run. */
export const WAITS_FOR_DESK: readonly TicketState[] = ['open', 'reopened'];
/** Somebody still works on it, or waits for its requester. */
export const UNRESOLVED: readonly TicketState[] = statesBefore(TICKET_TRANSITIONS, 'resolved');
/** How the next deadline stands; `waiting` pauses it until the requester answers. */
export const SLA_STATES = ['overdue', 'on_time', 'waiting', 'done'] as const;
/** Office hours until the first answer and until it is resolved. */
export const FIRST_ANSWER_HOURS = 8;
export const RESOLVE_HOURS = 72;
/** A resolved ticket is closed so many days later. */
export const CLOSE_AFTER_DAYS = 7;
/** Where its requester reads it; null: a message of the contact page, whose writer may have no account. */
export const TICKET_PORTALS = ['admin', 'owner', 'business'] as const;
export const MESSAGE_KINDS = ['public', 'internal', 'event'] as const;
export const TICKET_EVENTS = ['assigned', 'changed', 'merged', 'resolved', 'reopened', 'closed'] as const;

const SUBJECT_MIN = 3;
const SUBJECT_MAX = 120;
export const BODY_MAX = 5_000;
export const subject = line(SUBJECT_MIN, SUBJECT_MAX);
export const messageBody = text(1, BODY_MAX);
const category = z.enum(TICKET_CATEGORIES);
const priority = z.enum(TICKET_PRIORITIES);

/** What the server knew of a device when the ticket was written. */
export const diagnostics = z.object({
  device_id: id,
  name: z.string(),
  taken_at: instant,
  last_seen_at: z.nullable(instant),
  is_online: z.boolean(),
  version: z.nullable(z.string()),
  free_mb: z.nullable(z.number()),
  incidents: z.array(z.object({ kind: z.enum(INCIDENT_KINDS), opened_at: instant, is_open: z.boolean() })),
});
export type Diagnostics = z.infer<typeof diagnostics>;

export const ticketMessage = z.object({
  id,
  created_at: instant,
  kind: z.enum(MESSAGE_KINDS),
  author_id: z.nullable(id),
  author_name: z.string(),
  /** Written by the requester. */
  is_requester: z.boolean(),
  /** Empty for an event. */
  body: z.string(),
  /** What happened, in words of the locales; `detail` is a name or a number. */
  event: z.nullable(z.object({ what: z.enum(TICKET_EVENTS), detail: z.string() })),
  diagnostics: z.nullable(diagnostics),
});
export type TicketMessage = z.infer<typeof ticketMessage>;

const fields = {
  ...common,
  number: int(1, MAX_INT),
  subject,
  category,
  priority,
  state: z.enum(TICKET_STATES),
  device_id: z.nullable(id),
  device_name: z.nullable(z.string()),
  campaign_id: z.nullable(id),
  campaign_name: z.nullable(z.string()),
  invoice_id: z.nullable(id),
  invoice_number: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  resolved_at: z.nullable(instant),
  /** The ticket it was merged into. */
  merged_into: z.nullable(id),
};
export const ticket = z.object({
  ...fields,
  tenant_name: z.string(),
  requester_id: z.nullable(id),
  requester_name: z.string(),
  requester_email: z.string(),
  assignee_id: z.nullable(id),
  assignee_name: z.nullable(z.string()),
  /** The next deadline; null while it waits for the requester, and once it is resolved. */
  due_at: z.nullable(instant),
  sla: z.enum(SLA_STATES),
});
export type Ticket = z.infer<typeof ticket>;
const thread = { messages: z.array(ticketMessage), attachments: z.array(ticketAttachment) };
export const ticketThread = z.extend(ticket, thread);
export type TicketThread = z.infer<typeof ticketThread>;
/** As its requester sees it. */
export const ownTicket = z.object(fields);
export type OwnTicket = z.infer<typeof ownTicket>;
export const ownTicketThread = z.extend(ownTicket, thread);
export type OwnTicketThread = z.infer<typeof ownTicketThread>;

const write = z.strictObject({ body: messageBody });
const enums = {
  status: { state: TICKET_STATES },
  category: { category: TICKET_CATEGORIES },
  priority: { priority: TICKET_PRIORITIES },
} as const;

/** Of the tenant; in the platform's tenant its staff answers those of all tenants (AMBIG-TENANT-03). */
export const tickets = entity({
  path: '/api/support/tickets',
  bulk: ['assign', 'resolve', 'reopen'],
  area: 'support',
  row: ticket,
  detail: ticketThread,
  patch: z.partial(z.strictObject({ subject, category, priority })),
  listOptions: {
    sorts: ['number', 'subject', 'due_at', 'priority', 'created_at', 'updated_at'],
    defaultSort: 'due_at',
    enums: { ...enums, sla: { sla: SLA_STATES } },
    ids: ['assignee_id'],
  },
  actions: {
    reply: {
      summary: 'Answer its requester, who is then waited for',
      from: UNRESOLVED,
      to: 'pending_customer',
      body: write,
    },
    note: {
      summary: 'Write a note that its requester does not see',
      from: TICKET_STATES,
      body: write,
    },
    assign: {
      summary: 'Take it over, or hand it to somebody of the desk',
      from: UNRESOLVED,
      /** Nobody named: whoever calls. */
      body: z.strictObject({ user_id: z.optional(id) }),
    },
    merge: {
      summary: 'Close it and move its messages to another ticket of the same tenant',
      from: UNRESOLVED,
      to: 'closed',
      access: { level: 'A' },
      body: z.strictObject({ number: int(1, MAX_INT) }),
    },
    resolve: { summary: 'Call it resolved', from: UNRESOLVED, to: 'resolved', undo: 'reopen' },
    reopen: { summary: 'Open it again', from: ['resolved'], to: 'reopened' },
  },
});

/** One's own; contract §9 has them as `support/tickets?mine=1`, but one address has one level. */
export const ownTickets = entity({
  path: '/api/own-tickets',
  area: 'support',
  access: { level: 'S' },
  row: ownTicket,
  detail: ownTicketThread,
  create: z.strictObject({
    subject,
    category,
    body: messageBody,
    device_id: z._default(z.nullable(id), null),
    campaign_id: z._default(z.nullable(id), null),
    invoice_id: z._default(z.nullable(id), null),
    /** What the server knows of that device goes with the first message. */
    attach_diagnostics: z._default(z.boolean(), false),
  }),
  createLimit: 'ticket_messages',
  listOptions: {
    sorts: ['number', 'subject', 'created_at', 'updated_at'],
    defaultSort: '-updated_at',
    enums,
  },
  actions: {
    reply: {
      summary: 'Write to the desk, which opens it again',
      from: [...UNRESOLVED, 'resolved'],
      body: write,
      limit: 'ticket_messages',
    },
    resolve: { summary: 'Say that it needs no answer any more', from: UNRESOLVED, to: 'resolved' },
  },
});

/** Those of the tenant that a ticket may be handed to. */
export const assignees = endpoint({
  method: 'GET',
  path: '/api/support/assignees',
  access: { who: 'user', area: 'support', level: 'W' },
  summary: 'Who of this tenant answers tickets',
  answer: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
});

/** Devices that a new ticket may be about: all of the tenant, or one's own. */
export const ticketDevices = endpoint({
  method: 'GET',
  path: '/api/own-tickets/devices',
  access: { who: 'user', area: 'support', level: 'S' },
  summary: 'The devices that a new ticket may be about',
  answer: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
});

const choices = z.object({ items: z.array(z.object({ id, name: z.string() })) });
/** Each names what its reader may see on its own page; nothing where he may see none. */
export const ticketCampaigns = endpoint({
  method: 'GET',
  path: '/api/own-tickets/campaigns',
  access: { who: 'user', area: 'support', level: 'S' },
  summary: 'The campaigns that a new ticket may be about',
  answer: choices,
});
export const ticketInvoices = endpoint({
  method: 'GET',
  path: '/api/own-tickets/invoices',
  access: { who: 'user', area: 'support', level: 'S' },
  summary: 'The invoices that a new ticket may be about',
  answer: choices,
});

/** Of the public page. The id is made where it is written, so that the same message arrives once. */
export const contact = endpoint({
  method: 'POST',
  path: '/api/public/contact',
  access: { who: 'anyone' },
  summary: 'Write to the support desk without an account',
  limit: 'contact',
  body: z.strictObject({
    id,
    name,
    email,
    topic: category,
    message: text(10, BODY_MAX),
    locale: z.enum(['en', 'zh']),
    consent: z.literal(true, 'Please accept that we keep your message to answer it'),
  }),
  answer: ok,
});
