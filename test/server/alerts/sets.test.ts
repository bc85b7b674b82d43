import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { openAlertSets } from '../../../server/alerts/screens/sets.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

it('a node that has not heard of a change yet answers a pull with it', async () => {
  const deaf = await openAlertSets({ ...test.server, listen: () => Promise.resolve() });
  const { tenant_id } = test;
  const current = () =>
    test.server.tenantTransactions.inTenant(tenant_id, tx =>
      deaf.current({ tx, tenant_id, now: test.server.clock.now() }),
    );
  expect(await current()).toEqual({ version: 0, alerts: [] });
  const texts = { en: { headline: 'Fire in the harbour' } };
  const draft = { event: 'Fire', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed', texts };
  const payload = { ...draft, target: { mode: 'all' } };
  const { id } = (await call(test, test.admin, 'POST', '/api/alerts', { payload })).json<Alert>();
  await call(test, test.admin, 'POST', `/api/alerts/${id}/publish`, { payload: {} });
  const { version } = await current();
  expect(await current()).toMatchObject({ version, alerts: [{ id }] });
  expect(deaf.get(tenant_id)).toMatchObject({ version });
});
