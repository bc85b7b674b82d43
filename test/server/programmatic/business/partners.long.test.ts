import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partners } from '../../../../server/db/schema.ts';
import type { Partner } from '../../../../shared/contract/programmatic/partner.ts';
import { call } from '../../../support/server/playlist.ts';
import { businessWorld } from './world.ts';

let w: Awaited<ReturnType<typeof businessWorld>>;
beforeAll(async () => {
  w = await businessWorld();
});
afterAll(() => w.test.close());
const becauseOf = (body: unknown) => (body as { details: { because?: string } }).details.because;

it('a partner bids only after a passed test, with a screen it knows and its credentials', async () => {
  const { id, version } = await w.addPartner();
  const activate = () => w.send('POST', `partners/${id}/activate`, {});
  expect((await activate()).status).toBe(409);
  w.answers(() => ({ status: 500 }));
  const failed = (await w.send('POST', `partners/${id}/test`, {})).body;
  expect(failed).toMatchObject({ state: 'testing', last_test: { passed: false, fault: 'status' } });
  expect(becauseOf((await activate()).body)).toBe('no_passed_test');

  const secret = { type: 'bearer', secret: 'a-long-secret-1234' };
  const sealed = await w.send('PUT', `partners/${id}/credentials`, secret, version + 1);
  expect(sealed.body.auth).toEqual({ type: 'bearer', name: null, last4: '1234' });
  expect(JSON.stringify(sealed.body)).not.toContain('a-long-secret');
  w.answers(() => ({ status: 204 }));
  expect((await w.send('POST', `partners/${id}/test`, {})).body.last_test?.passed).toBe(true);
  expect(w.calls.at(-1)?.headers?.['authorization']).toBe('Bearer a-long-secret-1234');
  expect(becauseOf((await activate()).body)).toBe('no_mapping');

  await w.send('POST', 'placements/from-screens', {});
  await w.send('POST', 'inventory-mappings/auto-match', { partner_id: id });
  expect(becauseOf((await activate()).body)).toBe('no_mapping');
  const confirmed = await w.send<{ confirmed: number }>('POST', 'inventory-mappings/confirm-all', {
    partner_id: id,
  });
  expect(confirmed.body.confirmed).toBe(2);
  expect((await activate()).body).toMatchObject({ state: 'active', mapped: 2 });

  /** Another address has passed no test, and the secret is not sent there. */
  const moved = { endpoint_url: 'https://elsewhere.example/' };
  const now = (await w.send('GET', `partners/${id}`)).body;
  expect((await w.send('PATCH', `partners/${id}`, moved, now.version)).status).toBe(409);
  const paused = (await w.send('POST', `partners/${id}/pause`, {})).body;
  const after = (await w.send('PATCH', `partners/${id}`, moved, paused.version)).body;
  expect(after).toMatchObject({ last_test: null, auth: { type: 'bearer', last4: null } });
  const capabilities = await w.send<{ missing: string[] }>('GET', `partners/${id}/capabilities`);
  expect(capabilities.body.missing).toEqual(['test', 'credentials']);
});

it('a secret is sealed in the database, hidden in the log and sent over https alone', async () => {
  const { id, version } = await w.addPartner({ name: 'Sealed' });
  const secret = 'another-secret-5678';
  await w.send('PUT', `partners/${id}/credentials`, { type: 'hmac', name: 'X-Sign', secret }, version);
  const lies = { type: 'hmac', name: 'X-Sign\r\nevil: 1', secret };
  const lied = await w.send<{ details: object }>('PUT', `partners/${id}/credentials`, lies, version + 1);
  expect([lied.status, lied.body.details]).toEqual([
    400,
    { name: ['The name of a header like X-Signature'] },
  ]);
  const [row] = await w.test.db.select().from(partners).where(eq(partners.id, id));
  expect(row?.auth_secret).not.toContain(secret);
  const log = await call(w.test, w.test.admin, 'GET', '/api/audit-events');
  expect(log.body).not.toContain(secret);
  const open = await w.addPartner({ name: 'Open', endpoint_url: 'http://bid.example/' });
  const refused = await w.send('PUT', `partners/${open.id}/credentials`, { type: 'bearer', secret }, 1);
  expect(becauseOf(refused.body)).toBe('insecure_endpoint');
});

it('the mock is one click, and ready to be activated', async () => {
  const mock = (await w.send('POST', 'partners/mock', {})).body;
  expect(mock).toMatchObject({ kind: 'mock', state: 'testing', mapped: 2, endpoint_url: null });
  expect((await w.send('POST', 'partners/mock', {})).body.id).toBe(mock.id);
  expect((await w.send('POST', `partners/${mock.id}/activate`, {})).body.state).toBe('active');
  w.test.server.config.mockDsp = false;
  expect(becauseOf((await w.send('POST', 'partners/mock', {})).body)).toBe('mock_off');
  w.test.server.config.mockDsp = true;
});

it('the kill switch stops what bids, of one tenant or of all, and only staff stop all', async () => {
  const elsewhere = await w.test.addTenant('elsewhere');
  const theirs = await w.test.signIn('owner', elsewhere);
  const made = await call(w.test, theirs, 'POST', '/api/programmatic/partners', {
    payload: { name: 'T', kind: 'vast_tag', endpoint_url: 'https://t.example/', currencies: ['EUR'] },
  });
  const other = made.json<Partner>();
  const ours = await w.addPartner({ name: 'Live' });
  const live = () => Promise.all([w.setState(ours.id, 'active'), w.setState(other.id, 'active')]);
  const stateOf = async (id: string) =>
    (await w.test.db.select().from(partners).where(eq(partners.id, id)))[0]?.state;
  const kill = (by: typeof theirs, payload: object) =>
    call(w.test, by, 'POST', '/api/programmatic/partners/kill-switch', { payload });
  await live();
  expect((await kill(w.test.admin, { scope: 'tenant' })).statusCode).toBe(200);
  expect([await stateOf(ours.id), await stateOf(other.id)]).toEqual(['suspended', 'active']);
  expect((await kill(w.test.admin, { scope: 'partner', partner_id: other.id })).statusCode).toBe(404);
  expect((await kill(theirs, { scope: 'all' })).statusCode).toBe(403);
  await live();
  const staff = await w.test.signIn('staff_super_admin');
  expect((await kill(staff, { scope: 'all' })).statusCode).toBe(200);
  expect([await stateOf(ours.id), await stateOf(other.id)]).toEqual(['suspended', 'suspended']);
  const back = await w.send('POST', `partners/${ours.id}/activate`, {});
  expect(back.status).toBe(409);
});

it('what a kill switch stopped is brought back by a passed test of those alone who may throw that switch', async () => {
  const { id } = await w.addPartner({ name: 'Stopped' });
  const staff = await w.test.signIn('staff_super_admin');
  const manager = await w.test.signIn('manager');
  const send = (by: typeof staff, path: string, payload: object = {}) =>
    call(w.test, by, 'POST', `/api/programmatic/partners/${path}`, { payload });
  const tested = async (by: typeof staff) => {
    const answer = (await send(by, `${id}/test`)).json<Partner>();
    return [answer.last_test?.passed, answer.state, answer.suspended_by];
  };
  await w.setState(id, 'active');
  await send(w.test.admin, 'kill-switch', { scope: 'partner', partner_id: id });
  expect(await tested(manager)).toEqual([true, 'suspended', 'kill_switch']);
  expect(await tested(w.test.admin)).toEqual([true, 'testing', null]);
  await w.setState(id, 'active');
  await send(staff, 'kill-switch', { scope: 'all' });
  expect(await tested(w.test.admin)).toEqual([true, 'suspended', 'platform']);
  expect(await tested(staff)).toEqual([true, 'testing', null]);
});
