/** Slot mappings: when a playlist leaves room for partners, and what plays where none has bought (contract §5). */
import * as z from 'zod/mini';
import { daypart, MAX_DAYPARTS } from '../playout/schedule.ts';
import { entity } from '../wire/entity.ts';
import { common, id, int, text } from '../wire/wire.ts';

export const SLOT_MODES = ['reserved', 'backfill', 'house'] as const;
const MAX_PARTNERS = 20;
const editable = {
  name: text(1, 120),
  /** Any of them; none: always. */
  dayparts: z.array(daypart).check(z.maxLength(MAX_DAYPARTS)),
  mode: z.enum(SLOT_MODES),
  /** Those that are asked, the first one first where prices are equal; none: all. */
  partner_order: z.array(id).check(
    z.maxLength(MAX_PARTNERS),
    z.refine(all => new Set(all).size === all.length, 'Each only once'),
  ),
  /** Every slot has one that screens hold beforehand, so that the loop never goes black. */
  fallback_creative_id: id,
  max_programmatic_pct: int(1, 100),
};
export const slotMapping = z.object({
  ...common,
  ...editable,
  playlist_id: id,
  playlist_name: z.string(),
  fallback_name: z.string(),
  /** Its fallback is approved, so screens may show it. */
  is_fallback_ready: z.boolean(),
});
export type SlotMapping = z.infer<typeof slotMapping>;
export const slotMappingCreate = z.strictObject({
  ...editable,
  playlist_id: id,
  dayparts: z._default(editable.dayparts, []),
  mode: z._default(editable.mode, 'backfill'),
  partner_order: z._default(editable.partner_order, []),
  max_programmatic_pct: z._default(editable.max_programmatic_pct, 100),
});
export const slotMappingPatch = z.partial(z.strictObject(editable));

export const slotMappings = entity({
  path: '/api/programmatic/slot-mappings',
  bulk: ['delete', 'restore'],
  area: 'programmatic',
  row: slotMapping,
  create: slotMappingCreate,
  patch: slotMappingPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'playlist_name', 'mode', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { mode: { mode: SLOT_MODES } },
    ids: ['playlist_id'],
  },
});
