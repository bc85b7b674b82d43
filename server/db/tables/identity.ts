/** Users, sessions, tokens, the ways in (companies that register, invitations), and the way out. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { RequestKind, RequestState } from '../../../shared/contract/trust/compliance.ts';
import type { OnboardingStep, StepState } from '../../../shared/contract/identity/onboarding.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { at, bigInteger, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

/** An authenticator app; `is_on` once a first code of it was entered. */
export interface SecondFactor {
  is_on: boolean;
  /** Wrapped by the server's secret. */
  secret: string;
  /** The last step whose code was accepted; each is accepted once. */
  step: number;
  /** Keyed hashes of the recovery codes that are left. */
  recovery: string[];
}

export interface PersonName {
  first_name: string | null;
  last_name: string | null;
}

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** Of one that was removed it is free again. */
    email: text('email').notNull(),
    first_name: text('first_name'),
    last_name: text('last_name'),
    role: text('role').$type<Role>().notNull(),
    status: text('status').$type<User['status']>().notNull(),
    locale: text('locale').$type<User['locale']>().notNull().default('en'),
    tz: text('tz').notNull().default('UTC'),
    is_signatory: boolean('is_signatory').notNull().default(false),
    prefs: jsonb('prefs')
      .$type<User['prefs']>()
      .notNull()
      .default({ theme: 'system', density: 'comfortable', shortcuts: true }),
    /** First steps that he marked, and whether he has closed them. */
    onboarding: jsonb('onboarding')
      .$type<{ steps?: Partial<Record<OnboardingStep, StepState>>; closed?: boolean }>()
      .notNull()
      .default({}),
    last_login_at: at('last_login_at'),
    /** When all his sessions were last ended: nobody who had begun to sign in before enters by that. */
    sessions_ended_at: at('sessions_ended_at'),
    /** argon2id; null for demo roles, which have no password. */
    password_hash: text('password_hash'),
    must_change_password: boolean('must_change_password').notNull().default(false),
    /** When a one-time password expires. */
    password_expires_at: at('password_expires_at'),
    second_factor: jsonb('second_factor').$type<SecondFactor>(),
    /** Between password and code; SHA-256 of the ticket. */
    sign_in_ticket: jsonb('sign_in_ticket').$type<{ hash: string; expires_at: string }>(),
    /** An address that is not proved yet; SHA-256 of the link that was sent to it. */
    email_change: jsonb('email_change').$type<{ hash: string; email: string; expires_at: string }>(),
    /** That were his before: an erasure looks for them in texts. */
    former_emails: text('former_emails').array().notNull().default([]),
    /** Those of them that he had proved: a letter from one of them is his. */
    proven_emails: text('proven_emails').array().notNull().default([]),
    /** Kept by the database itself, whoever changes the name. */
    former_names: jsonb('former_names').$type<PersonName[]>().notNull().default([]),
    demo: boolean('demo').notNull().default(false),
    /** When somebody proved that the address is his: by an invitation, a reset link or a provider. */
    email_verified_at: at('email_verified_at'),
    /** Who he is at Google and at Apple, where that account is linked. */
    google_sub: text('google_sub'),
    apple_sub: text('apple_sub'),
    ...commonColumns,
  },
  t => {
    const isThere = sql`${t.deleted_at} is null`;
    return [
      uniqueIndex('users_email').on(t.email).where(isThere),
      uniqueIndex('users_google_sub').on(t.google_sub).where(isThere),
      uniqueIndex('users_apple_sub').on(t.apple_sub).where(isThere),
    ];
  },
);

/** A session is a family of refresh tokens, of which one is valid. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Generation of the valid token; the first is 1. */
    generation: integer('generation').notNull().default(1),
    /** SHA-256 of the binding cookie's value; null where the origin is not secure. */
    binding_hash: text('binding_hash'),
    /** When the password was last entered, at sign-in or for re-authentication. */
    authenticated_at: at('authenticated_at').notNull().defaultNow(),
    ip: text('ip'),
    user_agent: text('user_agent'),
    created_at: at('created_at').notNull().defaultNow(),
    last_used_at: at('last_used_at').notNull().defaultNow(),
    expires_at: at('expires_at').notNull(),
    revoked_at: at('revoked_at'),
  },
  t => [index('sessions_user').on(t.user_id)],
);

/** Every refresh token of a family, used ones too: one that is used twice was stolen. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 */
    hash: text('hash').primaryKey(),
    tenant_id,
    session_id: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    /** Another token of its generation, from a retry of the same request, was used first. */
    replaced: boolean('replaced').notNull().default(false),
  },
  t => [index('refresh_tokens_session').on(t.session_id, t.generation)],
);

/** Password reset links; each works once. */
export const resetTokens = pgTable('reset_tokens', {
  /** SHA-256 */
  hash: text('hash').primaryKey(),
  tenant_id,
  user_id: uuid('user_id')
    .notNull()
    .references(() => users.id),
  expires_at: at('expires_at').notNull(),
  used_at: at('used_at'),
});

/** States and codes of a sign-in with a provider; each works once, and only in the browser that has the cookie. */
export const oauthTickets = pgTable('oauth_tickets', {
  /** SHA-256 */
  hash: text('hash').primaryKey(),
  /** The default tenant: whose account it will be is not known yet. */
  tenant_id,
  /** SHA-256 */
  cookie_hash: text('cookie_hash').notNull(),
  /** What it stands for, wrapped by the server's secret. */
  holds: text('holds').notNull(),
  expires_at: at('expires_at').notNull(),
});

/** Passkeys of a user; the private half stays in his authenticator. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** Of the authenticator, in base64url. */
    credential_id: text('credential_id').notNull().unique(),
    /** COSE, in base64url. */
    public_key: text('public_key').notNull(),
    /** Uses that the authenticator has counted; 0 where it counts none. */
    counter: bigInteger('counter').notNull(),
    created_at: at('created_at').notNull(),
    last_used_at: at('last_used_at'),
  },
  t => [index('passkeys_user').on(t.user_id)],
);

/** Challenges that wait for the answer of a passkey; each works once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** SHA-256 of what it is for, who holds it and the challenge itself. */
  hash: text('hash').primaryKey(),
  /** The default tenant: who answers is not known yet. */
  tenant_id,
  expires_at: at('expires_at').notNull(),
});

/** Details of a company; its account is the user of the same address. */
export const businessRegistrations = pgTable(
  'business_registrations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    email: text('email').notNull(),
    company: text('company').notNull(),
    country: text('country').notNull(),
    website: text('website'),
    tax_id: text('tax_id'),
    plan: text('plan'),
    phone: text('phone'),
    terms_version: text('terms_version').notNull(),
    dpa_version: text('dpa_version').notNull(),
    /** SHA-256 of the cookie of the browser that handed it in. */
    browser_hash: text('browser_hash'),
    /** The account that the same browser asked for next; null: whoever handed it in may be somebody else. */
    user_id: uuid('user_id'),
    created_at: at('created_at').notNull(),
  },
  t => [index('business_registrations_email').on(t.email, t.created_at)],
);

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    locale: text('locale').$type<User['locale']>().notNull().default('en'),
    /** SHA-256 of the link's token. */
    hash: text('hash').notNull(),
    state: text('state').$type<'sent' | 'accepted' | 'revoked'>().notNull().default('sent'),
    expires_at: at('expires_at').notNull(),
    ...commonColumns,
  },
  t => [
    uniqueIndex('invitations_hash').on(t.hash),
    index('invitations_tenant').on(t.tenant_id, t.created_at),
  ],
);

/** What people ask of their data. */
export const complianceRequests = pgTable(
  'compliance_requests',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<RequestKind>().notNull(),
    state: text('state').$type<RequestState>().notNull().default('received'),
    subject_email: text('subject_email').notNull(),
    subject_id: uuid('subject_id'),
    note: text('note').notNull().default(''),
    reason: text('reason'),
    verified_at: at('verified_at'),
    due_at: at('due_at').notNull(),
    completed_at: at('completed_at'),
    ...commonColumns,
  },
  t => [
    index('compliance_requests_tenant').on(t.tenant_id, t.due_at),
    index('compliance_requests_own').on(t.subject_id, t.created_at),
  ],
);

/** What stood in a record that the law keeps, before a person was erased from it; wrapped by the server's secret. */
export const sealedOriginals = pgTable(
  'sealed_originals',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** Of the contract or signature. */
    record_id: uuid('record_id').notNull(),
    sealed: text('sealed').notNull(),
    keep_until: at('keep_until').notNull(),
    created_at: at('created_at').notNull(),
  },
  t => [
    index('sealed_originals_record').on(t.record_id, t.created_at),
    index('sealed_originals_end').on(t.keep_until),
  ],
);
