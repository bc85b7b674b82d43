import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../../../server/app/sweep.ts';
import { contentItems, mediaAssets } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { localCalls } from '../../../support/server/content/localCalls.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
let test: TestServer;
let calls: ReturnType<typeof localCalls>;
beforeAll(async () => {
  test = await startTestServer({ clock });
  calls = localCalls(test);
});
afterAll(() => test.close());

it('a card that nothing shows for 30 days counts in no plan, and those of what is live stay', async () => {
  const author = await test.signIn('manager');
  const shown = async (title: string) => {
    const id = await calls.make(author, 'deals', { title: { en: title, zh: '' } });
    expect((await calls.act(author, id, 'publish')).statusCode).toBe(200);
    return id;
  };
  const cardOf = async (id: string) => {
    const [row] = await test.db.select().from(contentItems).where(eq(contentItems.id, id));
    return row!.card_id!;
  };
  const isThere = async (card: string) => {
    const [row] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.id, card));
    return row!.deleted_at === null;
  };
  const [live, ended, edited] = [await shown('Live'), await shown('Ended'), await shown('Edited')];
  const [liveCard, endedCard, oldCard] = [await cardOf(live), await cardOf(ended), await cardOf(edited)];
  await calls.act(author, ended, 'archive');
  await calls.edit(author, edited, { code: 'NEW' });
  const newCard = await cardOf(edited);

  clock.jump(29 * DAY_MS);
  await sweep(test.server);
  expect(await Promise.all([endedCard, oldCard].map(isThere))).toEqual([true, true]);
  clock.jump(2 * DAY_MS);
  await sweep(test.server);
  expect(await Promise.all([liveCard, newCard].map(isThere))).toEqual([true, true]);
  expect(await Promise.all([endedCard, oldCard].map(isThere))).toEqual([false, false]);

  const again = await test.signIn('manager');
  await calls.edit(again, edited, { code: '' });
  expect(await cardOf(edited)).toBe(oldCard);
  expect(await isThere(oldCard)).toBe(true);
  expect(await calls.choices()).toHaveLength(2);
});
