/** Rules of the codes on screens, and how often codes were scanned. */
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CodeRule } from '../../../shared/contract/playout/codes.ts';
import type { QrRule } from '../../../shared/contract/playout/qrRule.ts';
import { at, commonColumns } from './columns.ts';
import { creatives } from './content.ts';
import { devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

export const qrRules = pgTable(
  'qr_rules',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    number: integer('number').notNull(),
    rank: integer('rank').notNull(),
    status: text('status').$type<QrRule['status']>().notNull().default('active'),
    kinds: jsonb('kinds').$type<CodeRule['kinds']>().notNull(),
    dayparts: jsonb('dayparts').$type<CodeRule['dayparts']>().notNull(),
    place: text('place').$type<CodeRule['place']>().notNull(),
    size_pct: integer('size_pct').notNull(),
    min_show_s: integer('min_show_s').notNull(),
    url_template: text('url_template'),
    utm_source: text('utm_source').notNull().default(''),
    utm_medium: text('utm_medium').notNull().default(''),
    utm_campaign: text('utm_campaign').notNull().default(''),
    ...commonColumns,
  },
  t => [index('qr_rules_tenant').on(t.tenant_id, t.rank)],
);

/** One row an hour: how many scans, and nothing of whose. */
export const qrScans = pgTable(
  'qr_scans',
  {
    tenant_id,
    creative_id: uuid('creative_id')
      .notNull()
      .references(() => creatives.id),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    rule_id: uuid('rule_id')
      .notNull()
      .references(() => qrRules.id),
    hour: at('hour').notNull(),
    count: integer('count').notNull(),
  },
  t => [
    primaryKey({ columns: [t.creative_id, t.device_id, t.rule_id, t.hour] }),
    index('qr_scans_tenant').on(t.tenant_id, t.hour),
    index('qr_scans_rule').on(t.rule_id),
  ],
);
