/** A request that is sent to a partner by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { partners } from '../../../../server/db/schema.ts';
import { startPartner, type TestPartner } from '../../../support/programmatic/partner.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { requestOf } from '../../../shared/openrtb/requests.ts';

const SECRET = 'what-nobody-else-may-read';
let partner: TestPartner;
let test: TestServer;
beforeAll(async () => {
  partner = await startPartner();
  test = await startTestServer({ partnerCalls: partner.calls });
});
afterAll(async () => {
  await test.close();
  await partner.close();
});
beforeEach(() => void (partner.requests.length = 0));

async function addPartner(more: Partial<typeof partners.$inferInsert> = {}, of = test.tenant_id) {
  const id = uuid7(test.server.clock.now());
  const row = partnerRow(id, of, { endpoint_url: `${partner.origin}/bid`, test_mode: true, ...more });
  await test.db.insert(partners).values([row]);
  return id;
}
const send = (body: object, by = test.admin) =>
  test.app.inject({
    ...{ method: 'POST', url: '/api/programmatic/openrtb/send' },
    payload: { request: requestOf(), target: 'partner', ...body },
    headers: { ...by.headers, 'idempotency-key': uuid7(Date.now()) },
  });

describe('OPEN-PROG-02 a request by hand', () => {
  it('goes to a partner in test mode as a test, and its answer comes without what we are known by', async () => {
    const partner_id = await addPartner({
      auth_type: 'bearer',
      auth_secret: test.server.secret.wrap(Buffer.from(SECRET)),
    });
    partner.state.answer = ({ headers }) => ({
      ...{ status: 200, body: JSON.stringify({ id: 'r', you: headers.authorization }) },
    });
    const answer = await send({ partner_id });
    expect(answer.json<object>()).toMatchObject({
      ...{ status: 200, fault: null, text: '{"id":"r","you":"Bearer [redacted]"}' },
    });
    expect(partner.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/bid', `Bearer ${SECRET}`],
    ]);
    expect(JSON.parse(partner.requests[0]?.body ?? '')).toEqual({ ...requestOf(), test: 1 });
  });

  it.each<[string, Partial<typeof partners.$inferInsert>, string]>([
    ['a name and a password', { auth_type: 'basic', auth_name: 'wayside' }, 'q/7+ "w'],
    ['a part of the address', { auth_type: 'query', auth_name: 'key' }, 'q/7+ "w'],
    ['a signature', { auth_type: 'hmac', auth_name: 'x-sign' }, 'q/7+ "w'],
  ])('hides %s in whatever form its partner repeats it', async (_what, auth, secret) => {
    const partner_id = await addPartner({
      ...auth,
      auth_secret: test.server.secret.wrap(Buffer.from(secret)),
    });
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const forms = [secret, base64(secret), base64(`${auth.auth_name}:${secret}`), encodeURIComponent(secret)];
    partner.state.answer = ({ path, headers }) => ({
      ...{ status: 200, body: JSON.stringify({ path, headers, forms }) },
    });
    const { text } = (await send({ partner_id })).json<{ text: string }>();
    const [asked] = partner.requests;
    const { authorization, 'x-sign': sign } = asked!.headers;
    const sent = [authorization?.slice('Basic '.length), sign, asked!.path.split('key=')[1]];
    for (const form of [...forms, JSON.stringify(secret).slice(1, -1), ...sent])
      if (form !== undefined) expect(text).not.toContain(form);
    expect(text).toContain('[redacted]');
  });

  it.each<[string, Partial<typeof partners.$inferInsert>]>([
    ['sells', { test_mode: false }],
    ['was stopped', { state: 'suspended' }],
    ['nobody has tried', { state: 'draft' }],
    ['is pulled from', { kind: 'ssp_pull' }],
  ])('does not go to a partner that %s', async (_what, more) => {
    const answer = await send({ partner_id: await addPartner(more) });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([409, 'STATE']);
    expect(partner.requests).toEqual([]);
  });

  it('names its partner, and one of its own tenant', async () => {
    expect((await send({})).statusCode).toBe(400);
    const other = await test.addTenant('other');
    expect((await send({ partner_id: await addPartner({}, other) })).statusCode).toBe(404);
    expect(partner.requests).toEqual([]);
  });
});
