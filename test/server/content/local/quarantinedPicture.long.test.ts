import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { choicesOf } from '../../../../server/content/local/contentSlides.ts';
import { contentItems, mediaAssets } from '../../../../server/db/schema.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';

const ROUNDS = isAtLength ? 6 : 2;
const GAP_MS = 8;

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

/** Whose copy takes long enough that somebody else comes between. */
const picture = (n: number) =>
  sharp({
    create: {
      ...{ width: 1_600 + n, height: 1_600, channels: 3, background: '#2a6f97' },
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

it('an item that is published while its picture is taken off the screens shows it nowhere', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const id = String((await upload(test, test.admin, await picture(n))).headers['x-creative']);
    await checkAll(test);
    const { asset } = (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
    const checked = await call(test, test.admin, 'GET', `/api/validations?creative_id=${id}`);
    const [validation] = checked.json<{ items: { id: string }[] }>().items;
    const payload = { ...BODIES.deals, image_id: asset.id };
    const made = await call(test, test.admin, 'POST', '/api/content-items', { payload });
    const item = made.json<ContentItem>();
    const [published, taken] = await Promise.all([
      call(test, test.admin, 'POST', `/api/content-items/${item.id}/publish`, { payload: {} }),
      new Promise(done => setTimeout(done, n * GAP_MS)).then(() =>
        call(test, test.admin, 'POST', `/api/validations/${validation?.id ?? ''}/quarantine`, {
          payload: { reason: 'Its licence is in dispute.' },
        }),
      ),
    ]);
    expect([published.statusCode, taken.statusCode]).toEqual([200, 200]);
    const [shown] = await test.db
      .select({ picture_ids: mediaAssets.picture_ids })
      .from(contentItems)
      .innerJoin(mediaAssets, eq(mediaAssets.id, contentItems.card_id))
      .where(eq(contentItems.id, item.id));
    expect(shown?.picture_ids).toEqual([]);
  }
  const choices = await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
    choicesOf(ctx, 'deals'),
  );
  expect(choices).toHaveLength(ROUNDS);
});
