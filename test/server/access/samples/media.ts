/** A valid request for each call of the media library, and of what one creative is asked beside its row. */
import { MEDIA_FOLDER } from '../../../support/server/rows/mediaRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const unused =
  (more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.media.unused }, ...more });
const file = ({ of }: Parameters<Make>[0]) => ({ params: { id: of.creative.asset.id } });

export const MEDIA_SAMPLES: Record<string, Make> = {
  'GET /api/creatives/:id/usage': ({ of }) => ({ params: { id: of.creative.id } }),
  'GET /api/creatives/:id/versions': ({ of }) => ({ params: { id: of.creative.id } }),
  'GET /api/media': none,
  'GET /api/media/export': none,
  'GET /api/media/folders': none,
  'GET /api/media/:id': file,
  'GET /api/media/:id/usage': file,
  'PATCH /api/media/:id': unused({ body: { tags: ['night'] }, version: 1 }),
  'DELETE /api/media/:id': unused({ version: 1 }),
  'POST /api/media/:id/restore': ({ of }) => ({ params: { id: of.media.deleted }, body: {} }),
  'POST /api/media/:id/replace': ({ of, by }) => ({
    params: { id: of.media.unused },
    body: { creative_id: by.submissions.draft },
  }),
  'POST /api/media/:id/make-creative': unused({ body: { name: 'Another' } }),
  'POST /api/media/:id/reprocess': of => ({ ...file(of), body: {} }),
  'POST /api/media/:id/cancel': of => ({ ...file(of), body: {} }),
  'POST /api/media/changes': ({ of }) => ({
    body: { media_ids: [of.media.unused], change: { add_tags: ['night'] } },
  }),
  'POST /api/media/folders/rename': () => ({ body: { from: MEDIA_FOLDER, to: 'Winter' } }),
};
