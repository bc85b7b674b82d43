/** What is asked of one playlist beside what every entity answers: its preview, a version. */
import * as z from 'zod/mini';
import { playlistDocument } from '../playout/manifest.ts';
import { LAYOUTS, SHUFFLES } from '../playout/schedule.ts';
import { endpoint, type Answer } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT, sha256 } from '../wire/wire.ts';
import { MAX_ITEMS, playlistItem, playlistItemInput } from './playlist.ts';

/** Why an item of a draft would not reach the screens. */
export const LEFT_OUT = [
  'deleted',
  'quarantined',
  'not_approved',
  'failed_check',
  'ended',
  'file_not_ready',
  'no_content',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

const preview = z.object({
  /** What screens would be given if it were published now. */
  document: playlistDocument,
  left_out: z.array(z.object({ item_id: id, reason: z.enum(LEFT_OUT) })),
  is_beside_missing: z.boolean(),
  /** Where the file of each asset is read, by SHA-256. */
  urls: z.record(sha256, z.string()),
});
/** The draft as it is saved. */
export const previewPlaylist = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/preview',
  access: { who: 'user', area: 'creatives', level: 'R' },
  summary: 'What screens would be given if the draft were published now',
  params: byId,
  answer: preview,
});
/** The draft as it is being worked on; each item keeps the id it is sent with. */
export const previewDraft = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/preview',
  access: { who: 'user', area: 'creatives', level: 'W' },
  summary: 'What screens would be given if these items were published now',
  params: byId,
  body: z.strictObject({ items: z.array(playlistItemInput).check(z.maxLength(MAX_ITEMS)) }),
  changesNothing: true,
  answer: preview,
});
export type PlaylistPreview = Answer<typeof previewPlaylist>;

/** What a version replaces in the draft when the draft goes back to it. */
export const versionSettings = {
  /** null: of a version that older servers published. */
  default_duration_ms: z.nullable(int(3_000, 3_600_000)),
  shuffle: z.enum(SHUFFLES),
  layout: z.enum(LAYOUTS),
  beside_id: z.nullable(id),
};
export const playlistVersion = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/versions/:version',
  access: { who: 'user', area: 'creatives', level: 'R' },
  summary: 'The items and settings of a published version',
  params: z.object({ id, version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INT)) }),
  answer: z.object({
    version: int(1, MAX_INT),
    published_at: instant,
    ...versionSettings,
    beside_name: z.nullable(z.string()),
    /** One whose creative was deleted since has none. */
    items: z.array(playlistItem),
  }),
});
export type PlaylistVersion = Answer<typeof playlistVersion>;
