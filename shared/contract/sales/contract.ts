/** Contracts between a tenant and its customers, from the draft to the end (contract §4). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, currency, id, instant, int, localDate, MAX_INT, name, sha256, text } from '../wire/wire.ts';
import { MAX_UNIT_MINOR } from './billing/invoiceLine.ts';
import { CONTRACT_LANGUAGES, contractVariable, variableValues } from './contractTemplate.ts';

export const CONTRACT_STATES = [
  ...(['draft', 'sent', 'partially_signed', 'active', 'expired'] as const),
  ...(['terminated', 'renewed', 'declined', 'withdrawn'] as const),
] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];
export const CONTRACT_TRANSITIONS: Transitions<ContractState> = {
  draft: ['sent'],
  sent: ['partially_signed', 'declined', 'withdrawn'],
  partially_signed: ['active', 'declined', 'withdrawn'],
  active: ['expired', 'terminated', 'renewed'],
  expired: [],
  terminated: [],
  renewed: [],
  declined: [],
  withdrawn: [],
};
const beforeState = (to: ContractState) => statesBefore(CONTRACT_TRANSITIONS, to);
/** It waits for signatures. */
export const OPEN_FOR_SIGNATURE: readonly ContractState[] = ['sent', 'partially_signed'];

export const RENEWALS = ['none', 'auto'] as const;
export const MAX_PARTIES = 5;
export const SIGNATURE_METHODS = ['typed', 'drawn'] as const;
/** A drawn signature, as a PNG in base64. */
const IMAGE_MAX = 200_000;
const NOTICE_MAX_D = 365;

/** Who signs for the customer, in this order. */
export const contractParty = z.strictObject({
  /** What the text calls it. */
  name,
  user_id: id,
});
export const signature = z.object({
  /** null: the tenant itself, by whoever countersigned. */
  party: z.nullable(int(0, MAX_PARTIES)),
  user_id: id,
  name: z.string(),
  method: z.enum(SIGNATURE_METHODS),
  image: z.nullable(z.string()),
  body_sha256: sha256,
  signed_at: instant,
});
export type Signature = z.infer<typeof signature>;

const parties = z.array(contractParty).check(
  z.minLength(1, 'Required'),
  z.maxLength(MAX_PARTIES),
  z.refine(all => new Set(all.map(({ user_id }) => user_id)).size === all.length, {
    error: 'Each only once',
  }),
);
const editable = {
  title: name,
  parties,
  variables: variableValues,
  value_minor: z.nullable(int(0, MAX_UNIT_MINOR)),
  currency,
  starts: localDate,
  /** null: until it is terminated. */
  ends: z.nullable(localDate),
  renew: z.enum(RENEWALS),
  /** Days before its end on which its end is announced. */
  notice_d: int(0, NOTICE_MAX_D),
};
export const contract = z.object({
  ...common,
  ...editable,
  value_minor: z.nullable(int(0, MAX_INT)),
  /** Of the year, without a gap; null until it is sent. */
  number: z.nullable(z.string()),
  template_id: id,
  template_name: z.string(),
  template_edition: int(1, MAX_INT),
  language: z.enum(CONTRACT_LANGUAGES),
  state: z.enum(CONTRACT_STATES),
  /** Why it was declined, withdrawn or terminated. */
  reason: z.nullable(z.string()),
  /** Of the text that is signed; null until it is sent. */
  body_sha256: z.nullable(sha256),
  sent_at: z.nullable(instant),
  signed_at: z.nullable(instant),
  /** How many have signed; the tenant is one of them. */
  signed: int(0, MAX_PARTIES + 1),
});
export type Contract = z.infer<typeof contract>;
export const contractDetail = z.extend(contract, {
  /** Frozen when it is sent; before, as it would be sent now. */
  body: z.string(),
  /** What the template asks for. */
  defined: z.array(contractVariable),
  signatures: z.array(signature),
  /** The text has the hash that was signed; false: it was changed behind the server's back. */
  is_intact: z.boolean(),
  /** A person was erased from it since; the text that was signed lies sealed beside it. */
  is_redacted: z.boolean(),
});
export type ContractDetail = z.infer<typeof contractDetail>;

const endsAfterStart = z.refine<{ starts?: string | undefined; ends?: string | null | undefined }>(
  ({ starts, ends }) => !starts || !ends || starts < ends,
  { path: ['ends'], error: 'The end lies before the start' },
);
export const contractCreate = z
  .strictObject({
    ...editable,
    template_id: id,
    variables: z._default(editable.variables, []),
    value_minor: z._default(editable.value_minor, null),
    /** The tenant's where none is named. */
    currency: z.optional(currency),
    ends: z._default(editable.ends, null),
    renew: z._default(editable.renew, 'none'),
    notice_d: z._default(editable.notice_d, 30),
  })
  .check(endsAfterStart);
export const contractPatch = z.partial(z.strictObject(editable)).check(endsAfterStart);

const REASON_MAX = 500;
const reason = z.strictObject({ reason: text(3, REASON_MAX) });
/** base64, of a file that begins as each PNG does. */
const DRAWN_PNG = /^iVBORw0KGgo[A-Za-z0-9+/]*=*$/;
const signBody = z.strictObject({
  /** Of the text that was read; another one is refused. */
  body_sha256: sha256,
  name,
  method: z.enum(SIGNATURE_METHODS),
  image: z._default(z.nullable(z.string().check(z.maxLength(IMAGE_MAX), z.regex(DRAWN_PNG))), null),
});
const listOptions = {
  sorts: ['number', 'title', 'state', 'starts', 'ends', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  enums: { status: { state: CONTRACT_STATES } },
} as const;

export const contracts = entity({
  path: '/api/contracts',
  bulk: ['delete', 'restore', 'send', 'withdraw'],
  area: 'contracts',
  row: contract,
  detail: contractDetail,
  create: contractCreate,
  /** Drafts only. */
  patch: contractPatch,
  removable: true,
  listOptions,
  actions: {
    /** Freezes the text and numbers it. */
    send: { summary: 'Freeze the text and ask for signatures', from: ['draft'], to: 'sent', confirm: true },
    withdraw: {
      summary: 'Take it back before everybody has signed',
      from: beforeState('withdrawn'),
      to: 'withdrawn',
      body: reason,
    },
    /** After all of the customer have. */
    countersign: {
      summary: 'Sign it for the tenant, which puts it into force',
      from: ['partially_signed'],
      to: 'active',
      access: { level: 'A', crossing: 'tree' },
      body: signBody,
    },
    terminate: {
      summary: 'End it before its time',
      from: ['active'],
      to: 'terminated',
      access: { level: 'A' },
      body: reason,
    },
  },
});

/** As its signatories and whoever reads contracts see them in the portal: none that is a draft. */
export const ownContracts = entity({
  path: '/api/own-contracts',
  area: 'sign',
  access: { level: 'S' },
  row: contract,
  detail: contractDetail,
  listOptions,
  actions: {
    sign: {
      summary: 'Sign it, when one’s turn has come',
      from: [...OPEN_FOR_SIGNATURE],
      body: signBody,
    },
    decline: {
      summary: 'Refuse to sign it',
      from: [...OPEN_FOR_SIGNATURE],
      to: 'declined',
      body: reason,
    },
  },
});

/** Who may be named as a party: people of the tenant who may sign. */
export const signatories = endpoint({
  method: 'GET',
  path: '/api/contracts/signatories',
  access: { who: 'user', area: 'contracts', level: 'W' },
  summary: 'Who of this tenant may sign for a customer',
  answer: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
});
