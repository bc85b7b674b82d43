/** What pages are told of alerts: who did what with them, and what a document says before it is published. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { instant } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { capXml } from './documents.ts';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const clock = manualClock(NOW);
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

it('an alert names who wrote it, asked for its approval and approved it', async () => {
  const other = await test.signIn('owner');
  const act = async (path: string, payload: object, by = test.admin) =>
    (await call(test, by, 'POST', `/api/alerts${path}`, { payload })).json<Alert>();
  const { id, people } = await act('', {
    ...{ event: 'Flood', urgency: 'Immediate', severity: 'Extreme', certainty: 'Observed' },
    ...{ texts: { en: { headline: 'Water rises' } }, target: { mode: 'all' } },
  });
  expect(people).toMatchObject({ submitter: null, approver: null });
  expect(people.author).not.toBeNull();
  await act(`/${id}/submit`, {});
  const { people: after } = await act(`/${id}/approve`, {}, other);
  expect(after).toMatchObject({ author: people.author, submitter: people.author });
  expect(after.approver).toEqual(expect.any(String));
  expect(after.approver).not.toBe(people.author);
});

it('a document that has ended says so, and reaches nobody', async () => {
  const check = async (expires: number) => {
    const xml = capXml({ identifier: `x${expires}`, sent: instant(NOW - 3 * HOUR_MS) }).replace(
      '<headline>',
      `<expires>${instant(expires).slice(0, 19)}-00:00</expires><headline>`,
    );
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/api/alerts/import', payload: xml },
      headers: { ...test.admin.headers, 'content-type': 'application/xml', 'idempotency-key': uuid7(NOW) },
    });
    return answer.json<ImportAnswer>();
  };
  const [ended] = (await check(NOW - HOUR_MS)).items;
  expect(ended).toMatchObject({
    ...{ headline: 'High water', priority: 1, status: 'Actual', is_over: true },
    ...{ areas: [{ shape: 'circle' }], expires_at: instant(NOW - HOUR_MS) },
  });
  expect((await check(NOW - HOUR_MS)).affected).toBe(0);
  expect((await check(NOW + HOUR_MS)).items[0]).toMatchObject({ is_over: false });
});
