/** The account that a tenant asks to be paid to: it stands on its invoices. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { int, MAX_INT } from '../../wire/wire.ts';
import { ACCOUNT_REAUTH_MIN, payoutAccountBody } from '../payout.ts';

export const bankAccount = z.object({ holder: z.string(), number: z.string(), bank: z.string() });
export type BankAccount = z.infer<typeof bankAccount>;
/** Fields are null, and the version is 0, until one is named. */
export const sellerAccount = z.object({
  version: int(0, MAX_INT),
  holder: z.nullable(z.string()),
  number: z.nullable(z.string()),
  bank: z.nullable(z.string()),
});

export const readSellerAccount = endpoint({
  method: 'GET',
  path: '/api/invoices/bank-account',
  access: { who: 'user', area: 'billing', level: 'R' },
  summary: 'The account that invoices ask to be paid to',
  answer: sellerAccount,
});
/** Whoever changes it redirects what customers pay. */
export const changeSellerAccount = endpoint({
  method: 'PUT',
  path: '/api/invoices/bank-account',
  access: { who: 'user', area: 'billing', level: 'A', crossing: 'tree', reauth_min: ACCOUNT_REAUTH_MIN },
  summary: 'Name the account that invoices sent from now on ask to be paid to',
  body: payoutAccountBody,
  versioned: true,
  answer: sellerAccount,
});
