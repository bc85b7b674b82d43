/** Ways in: companies that register, and invitations. */
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { at, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

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
    phone: text('phone'),
    terms_version: text('terms_version').notNull(),
    dpa_version: text('dpa_version').notNull(),
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
