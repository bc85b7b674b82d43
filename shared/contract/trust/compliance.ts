/** What people ask of their data: a copy, a correction, an end; decided by whoever answers for the tenant (contract §9). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { byId, common, email, id, instant, text } from '../wire/wire.ts';

export const REQUEST_KINDS = [
  'access',
  'erasure',
  'portability',
  'rectify',
  'opt_out_sale',
  'object',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/** Somebody who is signed in has a copy at once, and needs to ask for none. */
export const OWN_REQUEST_KINDS = ['erasure', 'rectify', 'object', 'opt_out_sale'] as const;
/** Those that are answered with a copy of the data. */
export const COPY_KINDS: readonly RequestKind[] = ['access', 'portability'];

export const REQUEST_STATES = ['received', 'in_progress', 'completed', 'refused', 'withdrawn'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
const TRANSITIONS: Transitions<RequestState> = {
  received: ['in_progress', 'refused', 'withdrawn'],
  in_progress: ['completed', 'refused', 'withdrawn'],
  completed: [],
  refused: [],
  withdrawn: [],
};
export const UNANSWERED: readonly RequestState[] = statesBefore(TRANSITIONS, 'refused');

/** Days until it is to be answered: GDPR Art. 12 (3), and CCPA § 1798.130 for the sale of data. */
export const ANSWER_DAYS = 30;
export const ANSWER_DAYS_CCPA = 45;
/** Years for which contracts and signatures are kept (contract §11). */
export const LEGAL_TERM_YEARS = 10;

const NOTE_MAX = 2_000;
const note = text(0, NOTE_MAX);
const reason = text(1, NOTE_MAX);
const answered = {
  state: z.enum(REQUEST_STATES),
  due_at: instant,
  completed_at: z.nullable(instant),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
};
export const complianceRequest = z.object({
  ...common,
  ...answered,
  kind: z.enum(REQUEST_KINDS),
  /** A pseudonym once the person was erased. */
  subject_email: z.string(),
  /** Whose account that is; null: somebody without an account in this tenant. */
  subject_id: z.nullable(id),
  note: z.string(),
  /** When it was certain that the person asks; at once where the person was signed in. */
  verified_at: z.nullable(instant),
});
export type ComplianceRequest = z.infer<typeof complianceRequest>;

export const complianceRequests = entity({
  path: '/api/compliance/requests',
  area: 'compliance',
  row: complianceRequest,
  create: z.strictObject({
    kind: z.enum(REQUEST_KINDS),
    subject_email: email,
    note: z._default(note, ''),
  }),
  listOptions: {
    sorts: ['due_at', 'created_at', 'subject_email'],
    defaultSort: 'due_at',
    enums: { status: { state: REQUEST_STATES }, kind: { kind: REQUEST_KINDS } },
    ids: ['subject_id'],
  },
  actions: {
    verify: {
      summary: 'Note that it is the person who asks, and begin',
      from: ['received'],
      to: 'in_progress',
    },
    erase: {
      summary: 'Erase the person for good; what the law keeps holds a pseudonym from then on',
      from: ['in_progress'],
      to: 'completed',
      /** The person may have left traces in other tenants, too. */
      access: { level: 'A', tenants: 'all' },
      confirm: true,
    },
    complete: {
      summary: 'Note that what was asked for is done',
      from: ['in_progress'],
      to: 'completed',
      access: { level: 'A' },
      confirm: true,
    },
    refuse: {
      summary: 'Refuse it, with the reason',
      from: UNANSWERED,
      to: 'refused',
      body: z.strictObject({ reason }),
      access: { level: 'A' },
    },
  },
});

/** The copy of a request for one. */
export const exportPerson = endpoint({
  method: 'GET',
  path: '/api/compliance/requests/:id/export',
  access: { who: 'user', area: 'compliance', level: 'A', tenants: 'all', transactions: 'own' },
  summary: 'All data of the person, as JSON and CSV in one archive',
  params: byId,
  limit: 'export',
  answer: 'bytes',
});

export const ownPrivacyRequest = z.object({ ...common, ...answered, kind: z.enum(REQUEST_KINDS) });
export type OwnPrivacyRequest = z.infer<typeof ownPrivacyRequest>;
export const ownPrivacyRequests = entity({
  path: '/api/own-privacy-requests',
  area: 'self',
  /** Decided in the tenant of the account, wherever its user acts. */
  access: { tenants: 'all' },
  row: ownPrivacyRequest,
  create: z.strictObject({ kind: z.enum(OWN_REQUEST_KINDS), note: z._default(note, '') }),
  listOptions: {
    sorts: ['created_at'],
    defaultSort: '-created_at',
    enums: { status: { state: REQUEST_STATES } },
  },
  actions: { withdraw: { summary: 'Take it back', from: UNANSWERED, to: 'withdrawn' } },
});

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/auth/me/data',
  access: { who: 'user', area: 'self', level: 'R', tenants: 'all', transactions: 'own' },
  summary: 'All data of one’s own, as JSON and CSV in one archive',
  limit: 'export',
  answer: 'bytes',
});
