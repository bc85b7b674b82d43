/** Money on its way to owners of screens, and the accounts it goes to (contract §2). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { byId, common, currency, id, instant, int, MAX_INT, name, text } from '../wire/wire.ts';

export const PAYOUT_STATES = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
export const PAYOUT_TRANSITIONS: Transitions<PayoutState> = {
  pending: ['processing', 'cancelled'],
  processing: ['paid', 'failed'],
  paid: [],
  failed: [],
  cancelled: [],
};
const beforeState = (to: PayoutState) => statesBefore(PAYOUT_TRANSITIONS, to);
/** Its earnings are in no other. */
export const LIVE_PAYOUTS: readonly PayoutState[] = ['pending', 'processing', 'paid'];

const REFERENCE_MAX = 140;
const REASON_MAX = 500;
/** Minutes within which the password was entered. */
export const ACCOUNT_REAUTH_MIN = 5;
/** Days that a new account waits before money goes there, so that a thief is noticed first. */
export const ACCOUNT_WAIT_D = 7;

export const payout = z.object({
  ...common,
  owner_user_id: id,
  owner_name: z.string(),
  state: z.enum(PAYOUT_STATES),
  currency,
  amount_minor: int(1, MAX_INT),
  /** The account, masked but for its last characters. */
  method: z.string(),
  /** Of the transfer. */
  reference: z.nullable(z.string()),
  /** Why it failed or was cancelled. */
  reason: z.nullable(z.string()),
  earnings: int(1, MAX_INT),
  paid_at: z.nullable(instant),
});
export type Payout = z.infer<typeof payout>;

const reason = z.strictObject({ reason: text(3, REASON_MAX) });
const listOptions = {
  sorts: ['created_at', 'updated_at', 'owner_name', 'amount_minor', 'state', 'paid_at'],
  defaultSort: '-created_at',
  enums: { status: { state: PAYOUT_STATES } },
  ids: ['owner_user_id'],
} as const;
const decides = { level: 'A' } as const;

export const payouts = entity({
  path: '/api/payouts',
  bulk: ['start', 'cancel'],
  area: 'earnings',
  row: payout,
  /** Takes all approved earnings of the owner that no other payout has. */
  create: z.strictObject({ owner_user_id: id }),
  listOptions,
  actions: {
    start: {
      summary: 'Say that the transfer is on its way',
      from: beforeState('processing'),
      to: 'processing',
      access: decides,
      confirm: true,
    },
    pay: {
      summary: 'Say that it has arrived',
      from: beforeState('paid'),
      to: 'paid',
      access: decides,
      body: z.strictObject({ reference: text(1, REFERENCE_MAX) }),
    },
    fail: {
      summary: 'Say that the transfer came back; its earnings wait for another payout',
      from: beforeState('failed'),
      to: 'failed',
      access: decides,
      body: reason,
    },
    cancel: {
      summary: 'Take it back before the transfer',
      from: beforeState('cancelled'),
      to: 'cancelled',
      access: decides,
      body: reason,
    },
  },
});

const HOLDER_MAX = 120;
/** An IBAN or another account number, without spaces. */
const accountNumber = z.string().check(
  z.overwrite(value => value.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[A-Z0-9]{5,34}$/, 'An account number'),
);
const account = { holder: name, number: accountNumber, bank: text(0, HOLDER_MAX) };
export const revealAccount = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/account',
  access: { who: 'user', area: 'earnings', level: 'A', reauth_min: ACCOUNT_REAUTH_MIN },
  summary: 'The whole account that an open payout goes to',
  params: byId,
  showsSecret: true,
  answer: z.object({ holder: z.string(), number: z.string(), bank: z.string() }),
});

export const ownerPayouts = entity({
  path: '/api/owner/payouts',
  area: 'owner',
  row: payout,
  listOptions,
});

const storedAccount = z.object({
  /** 0: there is none yet. */
  version: int(0, MAX_INT),
  holder: z.nullable(z.string()),
  masked: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  changed_at: z.nullable(instant),
  /** From then on payouts go there. */
  usable_from: z.nullable(instant),
});
export type PayoutAccount = z.infer<typeof storedAccount>;
export const payoutAccount = endpoint({
  method: 'GET',
  path: '/api/owner/payout-account',
  access: { who: 'user', area: 'owner', level: 'W' },
  summary: 'The account that one’s payouts go to, masked',
  answer: storedAccount,
});
export const payoutAccountBody = z.strictObject({ ...account, bank: z._default(account.bank, '') });
export const changePayoutAccount = endpoint({
  method: 'PUT',
  path: '/api/owner/payout-account',
  access: { who: 'user', area: 'owner', level: 'W', reauth_min: ACCOUNT_REAUTH_MIN },
  summary: 'Name the account that payouts go to; money waits seven days before it goes there',
  body: payoutAccountBody,
  answer: storedAccount,
  versioned: true,
});
