/** What is typed of a deal: its floor, its inventory and its commitment stand as fields of their own and go out as they are in the contract. */
import * as z from 'zod/mini';
import {
  dealCreate,
  dealPatch,
  DEAL_TYPES,
  FLOOR_MODES,
  type Deal,
} from '../../../shared/contract/programmatic/deal.ts';
import { currency, int, MAX_INT } from '../../../shared/contract/wire/wire.ts';
import { PLACEMENT_MEDIA } from '../../../shared/contract/programmatic/placement.ts';
import { fence } from '../../../shared/contract/playout/fence.ts';
import { partnerRelation } from '../relations.ts';

const amount = z.nullable(int(0, MAX_INT));
const durfloor = z.strictObject({
  mindur: z.nullable(int(0, 300)),
  maxdur: z.nullable(int(0, 300)),
  floor_micros: int(0, MAX_INT),
});
const parts = {
  floor_mode: z.enum(FLOOR_MODES),
  floor_currency: currency,
  floor_micros: z.optional(amount),
  durfloors: z.optional(z.array(durfloor)),
  venue_ids: z.optional(z.array(z.string())),
  tags: z.optional(z.array(z.string())),
  fences: z.optional(z.array(fence)),
  media: z.optional(z.array(z.enum(PLACEMENT_MEDIA))),
  commit_impressions: z.optional(amount),
  commit_plays: z.optional(amount),
  commit_spend_micros: z.optional(amount),
};
const { floor: _f, inventory: _i, commit: _c, ...patched } = dealPatch.shape;
export const changeSchema = z.partial(z.strictObject({ ...patched, ...parts }));
const { floor: _cf, inventory: _ci, commit: _cc, ...made } = dealCreate.shape;
export const createSchema = z.strictObject({
  partner_id: made.partner_id,
  deal_code: made.deal_code,
  name: made.name,
  type: made.type,
  ...parts,
  starts_at: made.starts_at,
  ends_at: made.ends_at,
  tz: made.tz,
  priority: made.priority,
  daily_cap: made.daily_cap,
});
type Typed = Partial<z.infer<typeof changeSchema>>;

export function valuesOf({ floor, inventory, commit, ...row }: Deal) {
  return {
    ...{ name: row.name, type: row.type, private_auction: row.private_auction, at: row.at },
    ...{ floor_mode: floor.mode, floor_currency: floor.currency },
    floor_micros: floor.mode === 'durfloors' ? null : floor.amount_micros,
    durfloors: floor.mode === 'durfloors' ? floor.durfloors : [],
    ...{ starts_at: row.starts_at, ends_at: row.ends_at, tz: row.tz, dayparts: row.dayparts },
    ...{ venue_ids: inventory.venue_ids, tags: inventory.tags, priority: row.priority },
    ...{ fences: inventory.geo, media: inventory.media, daily_cap: row.daily_cap },
    ...{ wseat: row.wseat, wadomain: row.wadomain },
    ...{ allowed_crids: row.allowed_crids, blocked_cats: row.blocked_cats },
    commit_impressions: commit?.impressions ?? null,
    commit_plays: commit?.plays ?? null,
    commit_spend_micros: commit?.spend_micros ?? null,
  };
}
const PARTS = Object.keys(parts);
const isChanged = (changed: object, ...names: string[]) => names.some(name => name in changed);

/** `row`: what stands of it; a group of which one field is changed goes out whole. */
export function bodyOf(changed: Typed, row?: Deal): object {
  const all: Typed = { ...(row && valuesOf(row)), ...changed };
  const rest = Object.fromEntries(Object.entries(changed).filter(([name]) => !PARTS.includes(name)));
  const { floor_mode = 'cpm', floor_currency = '', floor_micros, durfloors = [] } = all;
  const isOwed =
    (all.commit_impressions ?? null) !== null ||
    (all.commit_plays ?? null) !== null ||
    (all.commit_spend_micros ?? null) !== null;
  return {
    ...rest,
    ...(isChanged(changed, 'floor_mode', 'floor_currency', 'floor_micros', 'durfloors') && {
      floor:
        floor_mode === 'durfloors'
          ? { mode: floor_mode, currency: floor_currency, durfloors }
          : { mode: floor_mode, currency: floor_currency, amount_micros: floor_micros ?? 0 },
    }),
    ...(isChanged(changed, 'venue_ids', 'tags', 'fences', 'media') && {
      inventory: {
        placement_ids: row?.inventory.placement_ids ?? [],
        ...{ tags: all.tags ?? [], venue_ids: all.venue_ids ?? [] },
        ...{ geo: all.fences ?? [], media: all.media ?? [] },
      },
    }),
    ...(isChanged(changed, 'commit_impressions', 'commit_plays', 'commit_spend_micros') && {
      commit: isOwed
        ? {
            impressions: all.commit_impressions ?? null,
            ...{ plays: all.commit_plays ?? null, spend_micros: all.commit_spend_micros ?? null },
          }
        : null,
    }),
  };
}

const MICROS = { as: 'money', currency: { field: 'floor_currency' }, unit: 'micros' } as const;
const OWED = { field: 'type', is: ['guaranteed'] } as const;
const AGREED = [
  { name: 'name', input: { as: 'text' } },
  { name: 'type', input: { as: 'select', options: DEAL_TYPES } },
  { name: 'floor_currency', input: { as: 'code', of: 'currency' } },
  { name: 'floor_mode', input: { as: 'select', options: FLOOR_MODES }, hint: true },
  {
    name: 'floor_micros',
    input: { ...MICROS, nullable: true },
    when: { field: 'floor_mode', is: ['cpm', 'cpm_per_sec'] },
  },
  {
    name: 'durfloors',
    input: {
      as: 'rows',
      of: 'floor',
      max: 10,
      blank: { mindur: null, maxdur: null },
      fields: [
        { name: 'mindur', input: { as: 'number', nullable: true } },
        { name: 'maxdur', input: { as: 'number', nullable: true } },
        { name: 'floor_micros', input: MICROS },
      ],
    },
    when: { field: 'floor_mode', is: ['durfloors'] },
    hint: true,
  },
  { name: 'commit_impressions', input: { as: 'number', nullable: true }, when: OWED, hint: true },
  { name: 'commit_plays', input: { as: 'number', nullable: true }, when: OWED },
  { name: 'commit_spend_micros', input: { ...MICROS, nullable: true }, when: OWED },
  { name: 'tz', input: { as: 'code', of: 'zone' } },
  { name: 'starts_at', input: { as: 'dateTime', zone: { field: 'tz' } } },
  { name: 'ends_at', input: { as: 'dateTime', zone: { field: 'tz' }, notBefore: 'starts_at' } },
  { name: 'venue_ids', input: { as: 'tags', max: 100, maxLength: 8 }, hint: true },
  { name: 'tags', input: { as: 'tags' }, hint: true },
  { name: 'daily_cap', input: { as: 'number', nullable: true }, hint: true },
  { name: 'priority', input: { as: 'number' }, hint: true },
] as const;
export const CREATE_FIELDS = [
  { name: 'partner_id', input: { as: 'pick', of: partnerRelation } },
  { name: 'deal_code', input: { as: 'text' }, hint: true },
  ...AGREED,
] as const;
export const CHANGE_FIELDS = [
  ...AGREED,
  { name: 'at', input: { as: 'number' }, hint: true },
  { name: 'private_auction', input: { as: 'check' }, hint: true },
  { name: 'dayparts', input: { as: 'dayparts' } },
  { name: 'fences', input: { as: 'fences', max: 20 }, hint: true },
  { name: 'media', input: { as: 'choices', options: PLACEMENT_MEDIA }, hint: true },
  { name: 'wseat', input: { as: 'tags', max: 100, maxLength: 64 }, hint: true },
  { name: 'wadomain', input: { as: 'tags', max: 20, maxLength: 253 }, hint: true },
  { name: 'allowed_crids', input: { as: 'tags', max: 100, maxLength: 255 }, hint: true },
  { name: 'blocked_cats', input: { as: 'tags', max: 100, maxLength: 20 }, hint: true },
] as const;
