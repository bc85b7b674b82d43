/** `putGiant.ts <data directory> <file>`: puts a file straight into the store of a stopped server, as what its only video comes in. */
import { eq } from 'drizzle-orm';
import { systemClock } from '../../../../shared/clock.ts';
import { readConfig } from '../../../../server/context/config.ts';
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
  await ctx.tx.update(mediaAssets).set({ renditions }).where(eq(mediaAssets.id, asset.id));
  await reissue(ctx, [asset.id]);
});
await server.close();
