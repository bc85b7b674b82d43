/**
 * `putGiant.ts <data directory> <file>`: puts a file straight into the store of a stopped server, as the approved
 * rendition of its only video.
 */
import { eq } from 'drizzle-orm';
import { systemClock } from '../../../../shared/clock.ts';
import { readConfig } from '../../../../server/context/config.ts';
import { freezeRenditions } from '../../../../server/content/creatives/frozen.ts';
import { reissue } from '../../../../server/content/playlists/reissue.ts';
import { storeFile } from '../../../../server/content/media/store.ts';
import { openDatabase } from '../../../../server/db/database.ts';
import { mediaAssets } from '../../../../server/db/schema.ts';
import { buildServer } from '../../../../server/app/open.ts';
import { inTenant } from '../../../../server/transaction/context.ts';

const [dataDir = '', file = ''] = process.argv.slice(2);
const config = {
  ...readConfig(['--demo', 'static', '--data', dataDir, '--port', '0'], {}),
  logLevel: 'silent',
};
const database = await openDatabase(config);
const server = await buildServer(database, config, { clock: systemClock });
const stored = await storeFile(server, file);
const [asset] = await database.db.select().from(mediaAssets).where(eq(mediaAssets.mime, 'video/mp4'));
if (!asset) throw new Error('there is no video to stand for');
await inTenant(server, { tenant_id: asset.tenant_id, user_id: null }, async ctx => {
  const renditions = [{ ...stored, mime: 'video/mp4' as const, w: asset.w, h: asset.h }];
  const [changed] = await ctx.tx
    .update(mediaAssets)
    .set({ renditions })
    .where(eq(mediaAssets.id, asset.id))
    .returning();
  // Screens are given only renditions that are approved with their creative.
  if (!changed || !(await freezeRenditions(ctx, changed)))
    throw new Error('no approved creative shows this video');
  await reissue(ctx, [asset.id]);
});
await server.close();
