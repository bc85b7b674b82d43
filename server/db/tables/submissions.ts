/** What waits for a decision, and what was decided. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Decision, Submission } from '../../../shared/contract/content/submission.ts';
import { at, commonColumns } from './columns.ts';
import { creatives, mediaAssets } from './content.ts';
import { contentItems } from './localContent.ts';
import { tenant_id } from './tenants.ts';

/** What somebody asked to be shown, with the file he asked it for. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    subject: text('subject').$type<Submission['subject']>().notNull().default('creative'),
    /** null where it is local content. */
    creative_id: uuid('creative_id').references(() => creatives.id),
    content_item_id: uuid('content_item_id').references(() => contentItems.id),
    asset_id: uuid('asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    state: text('state').$type<Submission['state']>().notNull().default('pending'),
    is_newer_file: boolean('is_newer_file').notNull().default(false),
    /** Beside a newer file: the file that was live when it was asked for. */
    replaced_asset_id: uuid('replaced_asset_id').references(() => mediaAssets.id),
    /** Beside a newer file: where its code is to lead once it is approved. */
    qr_target: text('qr_target'),
    note: text('note').notNull().default(''),
    priority: text('priority').$type<Submission['priority']>().notNull().default('normal'),
    sla_due: at('sla_due').notNull(),
    assigned_to: uuid('assigned_to'),
    decisions: jsonb('decisions')
      .$type<Decision[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    ...commonColumns,
  },
  t => [
    index('submissions_queue').on(t.tenant_id, t.state, t.sla_due),
    index('submissions_own').on(t.created_by, t.created_at),
    index('submissions_asset').on(t.asset_id),
    index('submissions_creative').on(t.creative_id),
    index('submissions_content').on(t.content_item_id),
  ],
);
