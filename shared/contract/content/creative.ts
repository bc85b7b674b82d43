import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { asset } from './media.ts';
import { common, id, int, name, text } from '../wire/wire.ts';

export const CREATIVE_KINDS = ['image', 'video'] as const;
export const CREATIVE_STATES = [
  'draft',
  'submitted',
  'in_review',
  'approved',
  'changes_requested',
  'rejected',
  'archived',
] as const;

export const creative = z.object({
  ...common,
  name,
  kind: z.enum(CREATIVE_KINDS),
  state: z.enum(CREATIVE_STATES),
  /** Why it was approved without a review. */
  approval_reason: z.nullable(z.string()),
  asset,
  duration_ms: int(1_000, 300_000),
  alt_text: text(0, 250),
  /** Playlists that use it. */
  used_in: z.array(z.object({ id, name: z.string() })),
});
export type Creative = z.infer<typeof creative>;

export const creativePatch = z.partial(
  z.strictObject({ name, alt_text: text(0, 250), duration_ms: int(3_000, 120_000) }),
);
export const creatives = entity({
  path: '/api/creatives',
  area: 'creatives',
  row: creative,
  patch: creativePatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'kind', 'state', 'duration_ms', 'bytes', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { kind: { kind: CREATIVE_KINDS }, status: { state: CREATIVE_STATES } },
  },
});
