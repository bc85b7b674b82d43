import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { creativePatch } from '../../../../shared/contract/content/creative.ts';
import { isVideo, SLIDE_MIME } from '../../../../shared/contract/content/media.ts';
import { text } from '../../../../shared/contract/wire/wire.ts';
import { recheckCreatives } from '../../../content/validation/recheck.ts';
import { creatives, mediaAssets } from '../../../db/schema.ts';
import { withEditor } from '../../../resource/editors.ts';
import type { Candidate, Importer, Problem } from './importer.ts';
import { AMBIGUOUS, living, referencesTo, type Named } from './references.ts';

const { name, ...details } = creativePatch.shape;
export const NOT_A_DRAFT = { field: '_', text: 'Only a draft is changed by an import.' };
const NO_MEDIA = 'This file is not in the media library.';
const NOT_READY = 'This file cannot be shown: it failed, or is quarantined.';
const STILL_MS = 10_000;

/** By its id, its checksum or its name: an import brings no bytes. */
export const mediaSource = {
  table: mediaAssets,
  by: { sha256: mediaAssets.sha256, filename: mediaAssets.filename },
  where: living(mediaAssets),
};
export function mediaProblem(found: Named | 'ambiguous' | null, field: string): Problem | null {
  if (found === null) return { field, text: NO_MEDIA };
  if (found === 'ambiguous') return { field, text: AMBIGUOUS };
  return found['state'] === 'ready' || found['state'] === 'processing' ? null : { field, text: NOT_READY };
}

/** A video and a slide last as long as their file says. */
function withMedia(line: Candidate, asset: Named) {
  const mime = String(asset['mime']);
  const kind = mime === SLIDE_MIME ? 'slide' : isVideo(mime) ? 'video' : 'image';
  Object.assign(line.columns, { asset_id: asset.id, kind });
  if (kind !== 'image') delete line.columns['duration_ms'];
  line.values['own_ms'] = asset['duration_ms'] ?? STILL_MS;
}
/** Drafts of what lies in the media library: somebody submits them, and somebody else approves. */
export const creativeImporter: Importer = {
  kind: 'creatives',
  table: creatives,
  schema: z.strictObject({ name: z.nonoptional(name), media: text(1, 255), ...details }),
  keys: { name: creatives.name },
  async prepare(ctx, lines) {
    const media = await referencesTo(
      ctx,
      mediaSource,
      lines.map(({ values }) => values['media']),
    );
    for (const line of lines) {
      const { id: _id, media: wanted, ...columns } = line.values;
      line.columns = columns;
      const found = media.find(String(wanted));
      const problem = mediaProblem(found, 'media');
      if (problem) line.problems.push(problem);
      else withMedia(line, found as Named);
    }
  },
  defaults: ctx => ({ state: 'draft', edited_by: withEditor(ctx) }),
  mayMake(line) {
    line.columns['duration_ms'] ??= line.values['own_ms'];
    return null;
  },
  mayChange: ({ state }) => (state === 'draft' ? null : NOT_A_DRAFT),
  settle: (ctx, ids) => recheckCreatives(ctx, ids),
  async fieldsOf({ tx }, rows) {
    const ids = [...new Set(rows.map(row => String(row['asset_id'])))];
    const files = await tx
      .select({ id: mediaAssets.id, sha256: mediaAssets.sha256 })
      .from(mediaAssets)
      .where(inArray(mediaAssets.id, ids));
    const shas = new Map(files.map(({ id, sha256 }) => [id, sha256]));
    return rows.map(row => ({
      ...row,
      media: shas.get(String(row['asset_id'])) ?? null,
      ...(row['kind'] !== 'image' && { duration_ms: null }),
    }));
  },
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};
