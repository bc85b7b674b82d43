/** The form of each kind: what all hold, and its own fields between. */
import type * as z from 'zod/mini';
import { RADIUS_M, type contentItemPatch } from '../../../shared/contract/content/contentItem.ts';
import { EMPLOYMENTS, PAY_UNITS, type ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { media } from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Field } from '../../kit/resource/form.ts';

type ItemField = Field<z.input<typeof contentItemPatch>>;
const MONEY = { as: 'money', currency: { field: 'currency' }, nullable: true } as const;
const CURRENCY: ItemField = { name: 'currency', input: { as: 'code', of: 'currency', nullable: true } };
const LINK = { as: 'text', nullable: true } as const;
const TEXT = { as: 'text' } as const;
const locations = async () => (await import('../../../shared/contract/fleet/location.ts')).locations;

const OWN_FIELDS: Record<ContentKind, readonly ItemField[]> = {
  local_discovery: [
    { name: 'address', input: TEXT },
    { name: 'hours', input: TEXT, hint: true },
    { name: 'category', input: TEXT },
    { name: 'price_level', input: { as: 'number', nullable: true }, hint: true },
  ],
  entertainment: [
    { name: 'venue', input: TEXT },
    { name: 'event_starts_at', input: { as: 'dateTime' } },
    { name: 'event_ends_at', input: { as: 'dateTime', notBefore: 'event_starts_at', nullable: true } },
    { name: 'ticket_url', input: LINK },
  ],
  tourism: [
    { name: 'duration_min', input: { as: 'number', nullable: true } },
    { name: 'best_time', input: TEXT, hint: true },
  ],
  deals: [
    { name: 'merchant', input: TEXT },
    CURRENCY,
    { name: 'price_was_minor', input: MONEY },
    { name: 'price_now_minor', input: MONEY },
    { name: 'code', input: TEXT },
    { name: 'terms', input: { as: 'area' } },
  ],
  jobs: [
    { name: 'employer', input: TEXT },
    { name: 'employment', input: { as: 'select', options: EMPLOYMENTS } },
    CURRENCY,
    { name: 'pay_min_minor', input: MONEY },
    { name: 'pay_max_minor', input: MONEY },
    { name: 'unit', input: { as: 'select', options: PAY_UNITS } },
    { name: 'apply_url', input: TEXT },
    { name: 'public', input: { as: 'check' }, hint: true },
  ],
  news: [
    { name: 'source_name', input: TEXT },
    { name: 'category', input: TEXT },
    { name: 'published_at', input: { as: 'dateTime' } },
  ],
};

export const formFields = (kind: ContentKind): readonly ItemField[] => [
  { name: 'title', input: { as: 'bilingual', isRequired: true }, hint: true },
  { name: 'body', input: { as: 'bilingual', area: true } },
  ...OWN_FIELDS[kind],
  { name: 'image_id', input: { as: 'pick', of: media, nullable: true }, hint: true },
  { name: 'cta_url', input: LINK, hint: true },
  { name: 'geo', input: { as: 'point', nullable: true, near: locations, ...RADIUS_M }, hint: true },
  { name: 'starts_at', input: { as: 'dateTime', nullable: true }, hint: kind !== 'news' },
  {
    name: 'ends_at',
    input: { as: 'dateTime', notBefore: 'starts_at', nullable: true },
    hint: kind === 'news',
  },
  { name: 'priority', input: { as: 'number' }, hint: true },
];
