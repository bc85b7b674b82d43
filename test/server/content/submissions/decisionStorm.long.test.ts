import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAtLength } from '../../../support/dailyShare.ts';
import { call } from '../../../support/server/playlist.ts';
import { localCalls } from '../../../support/server/content/localCalls.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';

/** Pairs that meet, each on a row of its own, at the same time. */
const PAIRS = isAtLength ? 20 : 5;
/** The database ends one of two that cross, and it is tried three times: more turns than that do not all get through by luck. */
const TURNS = 5;
const ONE_OF_ALL = [200, ...Array<number>(2 * TURNS - 1).fill(409)];

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

/** The statuses of each pair, the lower first. */
async function storm(
  pairs: number,
  prepare: (n: number) => Promise<(() => Promise<{ statusCode: number; body: string }>)[]>,
): Promise<number[][]> {
  const made = [];
  for (let n = 0; n < pairs; n++) made.push(await prepare(n));
  const answers = await Promise.all(made.map(pair => Promise.all(pair.map(act => act()))));
  return answers.map(pair => pair.map(({ statusCode }) => statusCode).toSorted());
}

/** The embedded engine does one transaction after the other: there nothing can cross. */
describe.runIf(process.env['TEST_DATABASE_URL'] !== undefined)('two who decide at the same time', () => {
  it('on the page of an item and in the queue wait for each other, and one of them has decided', async () => {
    const local = localCalls(test);
    const author = await test.signIn('admin');
    const [one, other] = [await test.signIn('manager'), await test.signIn('manager')];
    for (const [verb, body] of [
      ['publish', {}],
      ['reject', { reason: REASON.reason }],
    ] as const) {
      const statuses = await storm(PAIRS, async n => {
        const id = await local.make(author, 'deals', { title: { en: `Deal ${n}`, zh: `优惠 ${n}` } });
        await local.act(author, id, 'review');
        const waiting = await local.waitingOf(one, id);
        await local.look(one, id);
        const decided = () => local.act(other, id, verb, body);
        const approved = () =>
          call(test, one, 'POST', `/api/submissions/${waiting.id}/approve`, { payload: {} });
        return Array.from({ length: TURNS }, () => [decided, approved]).flat();
      });
      expect(statuses).toEqual(Array.from({ length: PAIRS }, () => ONE_OF_ALL));
    }
  }, 120_000);

  it('a reviewer who takes a creative and its submitter who fixes or withdraws it do, too', async () => {
    const [viewer, manager] = [await test.signIn('viewer'), await test.signIn('manager')];
    const calls = submissionCalls(test, viewer, manager);
    const statuses = await storm(PAIRS, async n => {
      const { id, creative_id } = await calls.submitted();
      await calls.review(id);
      await calls.judge(id, 'request-changes', REASON);
      return [
        () => calls.own(id, 'resubmit', { note: 'Licensed' }),
        () =>
          n % 2 === 0
            ? calls.post(manager, `/api/creatives/${creative_id}/submit`)
            : call(test, manager, 'PATCH', `/api/creatives/${creative_id}`, {
                ...{ payload: { name: 'Another' }, version: 4 },
              }),
      ];
    });
    expect(statuses.flat().filter(status => status >= 500)).toEqual([]);
    const withdrawn = await storm(PAIRS, async () => {
      const { id } = await calls.submitted();
      return [() => calls.own(id, 'withdraw'), () => calls.review(id)];
    });
    expect(withdrawn).toEqual(Array.from({ length: PAIRS }, () => [200, 409]));
  }, 120_000);
});
