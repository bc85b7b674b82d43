/** What partners may buy, and by which names they know it. */
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { CreativeMapping } from '../../../../shared/contract/programmatic/creativeMapping.ts';
import type { InventoryMapping } from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import type { MultiplierTable } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import type { Placement } from '../../../../shared/contract/programmatic/placement.ts';
import type { SlotMapping } from '../../../../shared/contract/programmatic/slotMapping.ts';
import { at, commonColumns } from '../columns.ts';
import { creatives, playlists } from '../content.ts';
import { devices } from '../fleet.ts';
import { listings } from '../sales.ts';
import { tenant_id } from '../tenants.ts';
import { partners } from './partners.ts';

const partner_id = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partners.id);
const texts = (name: string) => text(name).array().notNull().default([]);

export const multiplierModels = pgTable(
  'multiplier_models',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    sourcetype: integer('sourcetype').notNull(),
    vendor: text('vendor'),
    /** Decimal text: a float would not add up. */
    table: jsonb('table').$type<MultiplierTable>().notNull(),
    effective_from: text('effective_from').notNull(),
    effective_to: text('effective_to'),
    note: text('note').notNull(),
    ...commonColumns,
  },
  t => [index('multiplier_models_tenant').on(t.tenant_id, t.name)],
);

export const placements = pgTable(
  'placements',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    listing_id: uuid('listing_id').references(() => listings.id),
    zone: text('zone').$type<Placement['zone']>().notNull(),
    w: integer('w').notNull(),
    h: integer('h').notNull(),
    ppi: integer('ppi'),
    media: text('media').array().$type<Placement['media']>().notNull(),
    mimes: texts('mimes'),
    spot_len_s: integer('spot_len_s').array().notNull(),
    allow_audio: boolean('allow_audio').notNull(),
    boxing_allowed: boolean('boxing_allowed').notNull(),
    movable: boolean('movable').notNull(),
    venue_ids: jsonb('venue_ids').$type<Placement['venue_ids']>().notNull(),
    multiplier_model_id: uuid('multiplier_model_id').references(() => multiplierModels.id),
    ...commonColumns,
  },
  t => [
    /** One of each zone: whoever makes one locks the screen. */
    index('placements_zone').on(t.device_id, t.zone),
    index('placements_tenant').on(t.tenant_id, t.created_at),
    index('placements_model').on(t.multiplier_model_id),
  ],
);

export const inventoryMappings = pgTable(
  'inventory_mappings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: partner_id(),
    placement_id: uuid('placement_id')
      .notNull()
      .references(() => placements.id),
    external_screen_id: text('external_screen_id'),
    external_venue_id: text('external_venue_id'),
    venuetypetax: integer('venuetypetax').notNull(),
    venuetype: texts('venuetype'),
    state: text('state').$type<InventoryMapping['state']>().notNull().default('unmapped'),
    ...commonColumns,
  },
  t => [
    /** One of each placement, and a name of one alone: whoever writes them locks the partner. */
    index('inventory_mappings_placement').on(t.partner_id, t.placement_id),
    index('inventory_mappings_name').on(t.partner_id, t.external_screen_id),
    index('inventory_mappings_tenant').on(t.tenant_id, t.created_at),
    index('inventory_mappings_of').on(t.placement_id),
  ],
);

export const creativeMappings = pgTable(
  'creative_mappings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: partner_id(),
    crid: text('crid').notNull(),
    creative_id: uuid('creative_id').references(() => creatives.id),
    adomain: texts('adomain'),
    cat: texts('cat'),
    attr: integer('attr').array().notNull().default([]),
    mime: text('mime'),
    w: integer('w'),
    h: integer('h'),
    dur_s: doublePrecision('dur_s'),
    source_url: text('source_url'),
    /** Frozen by the approval. */
    sha256: text('sha256'),
    /** As it was decided; whether the file has changed or the time is over is asked when it is read. */
    state: text('state').$type<CreativeMapping['state']>().notNull().default('pending'),
    audited_by: uuid('audited_by'),
    expires_at: at('expires_at'),
    reject_reason: text('reject_reason'),
    ...commonColumns,
  },
  t => [
    /** One of each: whoever makes one locks the partner. */
    index('creative_mappings_crid').on(t.partner_id, t.crid),
    index('creative_mappings_tenant').on(t.tenant_id, t.created_at),
    index('creative_mappings_creative').on(t.creative_id),
  ],
);

export const slotMappings = pgTable(
  'slot_mappings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    dayparts: jsonb('dayparts').$type<SlotMapping['dayparts']>().notNull(),
    mode: text('mode').$type<SlotMapping['mode']>().notNull(),
    partner_order: uuid('partner_order').array().notNull().default([]),
    fallback_creative_id: uuid('fallback_creative_id')
      .notNull()
      .references(() => creatives.id),
    max_programmatic_pct: integer('max_programmatic_pct').notNull(),
    ...commonColumns,
  },
  t => [
    index('slot_mappings_tenant').on(t.tenant_id, t.name),
    index('slot_mappings_playlist').on(t.playlist_id),
    index('slot_mappings_fallback').on(t.fallback_creative_id),
  ],
);
