/** Results of checks, each of a file of its own: one that failed, and one that was taken off the screens. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuid7 } from '../../../../shared/random.ts';
import { creatives, mediaAssets, validations } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

export type ValidationRows = { failed: string; quarantined: string };

export async function addValidations(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  /** The creative whose file they have. */
  { like }: { like: string },
): Promise<ValidationRows> {
  const [row] = await db
    .select({ creative: creatives, asset: mediaAssets })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(eq(creatives.id, like));
  if (!row) throw new Error('there is no such creative');
  const { tenant_id } = row.creative;
  async function add(state: 'ready' | 'quarantined') {
    const [asset_id, creative_id, id] = [0, 1, 2].map(() => uuid7(server.clock.now())) as [
      string,
      string,
      string,
    ];
    const sha256 = randomBytes(32).toString('hex');
    await db.insert(mediaAssets).values({ ...row!.asset, id: asset_id, sha256, state });
    await db
      .insert(creatives)
      .values({ ...row!.creative, id: creative_id, asset_id, name: `A ${state} file` });
    await db
      .insert(validations)
      .values({ id, tenant_id, creative_id, asset_id, rule: 'flash', state: 'fail' });
    return id;
  }
  return { failed: await add('ready'), quarantined: await add('quarantined') };
}
