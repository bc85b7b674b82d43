/** For each write of the media library a body that is taken. */
import { eq } from 'drizzle-orm';
import { creatives } from '../../../../server/db/schema.ts';
import { addMediaRows, MEDIA_FOLDER, type MediaRows } from '../../../support/server/rows/mediaRows.ts';
import { addSubmissions } from '../../../support/server/rows/submissionRows.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { onFile, type Make } from '../making.ts';
import type { World } from '../world.ts';

async function rowsOf({ test, root }: World): Promise<MediaRows & { creative_id: string }> {
  const { id: creative_id, asset } = await addCreative(test, root, 'picture.jpg');
  return { ...(await addMediaRows(test, { like: asset.id })), creative_id };
}
const on =
  (which: keyof MediaRows, body: Record<string, unknown> = {}): Make =>
  async world => ({ params: { id: (await rowsOf(world))[which] }, body, version: 1 });

export const MEDIA_SAMPLES: Record<string, Make> = {
  'PATCH /api/media/:id': on('unused', {
    ...{ filename: 'tram.jpg', folder: 'Winter/Trams', tags: ['night'], licence_until: '2027-01-31' },
  }),
  'DELETE /api/media/:id': on('unused'),
  'POST /api/media/:id/restore': on('deleted'),
  'POST /api/media/:id/replace': async world => {
    const { unused, creative_id } = await rowsOf(world);
    const { draft } = await addSubmissions(world.test, { like: creative_id, user_id: world.root.id });
    await world.test.db.update(creatives).set({ created_by: world.root.id }).where(eq(creatives.id, draft));
    return { params: { id: unused }, body: { creative_id: draft, note: 'Newer' } };
  },
  'POST /api/media/:id/make-creative': on('unused', { name: 'Another' }),
  'POST /api/media/:id/reprocess': onFile,
  'POST /api/media/:id/cancel': onFile,
  'POST /api/media/changes': async world => {
    const { unused } = await rowsOf(world);
    const change = {
      folder: 'Winter',
      add_tags: ['night'],
      remove_tags: ['day'],
      licence_until: '2027-01-31',
    };
    return { body: { media_ids: [unused], change } };
  },
  'POST /api/media/folders/rename': async world => {
    await rowsOf(world);
    return { body: { from: MEDIA_FOLDER, to: 'Winter' } };
  },
};
