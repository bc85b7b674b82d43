/** Acts of people and the pass of the clock at the same moment: each locks the documents of screens before any campaign. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { campaigns } from '../../../server/db/schema.ts';
import { call } from '../../support/server/playlist.ts';
import { addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { campaignWorld } from './world.ts';

const ROUNDS = 12;
let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

async function deadlocks(): Promise<number> {
  const [row] = rowsOf<{ n: number }>(
    await w.test.db.execute(
      sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
    ),
  );
  return row!.n;
}

/** A deadlock is tried again, so that an answer tells nothing of it: the database counts them. */
it.runIf(process.env['TEST_DATABASE_URL'])('never wait for each other', async () => {
  const made = [];
  for (let n = 0; n < 4; n++)
    made.push(await addLiveCampaign(w.test, w.both(), { name: `Week ${n}`, creatives: w.shown() }));
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round++) {
    /** As if their creatives were new: whoever settles screens notes them at each campaign. */
    await w.test.db.update(campaigns).set({ issued_creative_ids: [] });
    const verb = round % 2 === 0 ? 'pause' : 'resume';
    const act = ({ id }: { id: string }) =>
      call(w.test, w.test.admin, 'POST', `/api/campaigns/${id}/${verb}`, { payload: {} });
    const [first, second, ...others] = made.map(one => () => act(one));
    const answers = await Promise.all([first!(), w.advance(), second!(), ...others.map(one => one())]);
    expect(answers.flatMap(one => (one ? [one.statusCode] : []))).toEqual(made.map(() => 200));
  }
  await new Promise(done => setTimeout(done, 1_500));
  expect(await deadlocks()).toBe(before);
});
