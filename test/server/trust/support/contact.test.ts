import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../../../shared/contract/trust/ticket.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const send = (more: object = {}, remoteAddress = '10.77.1.1', headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/public/contact',
    remoteAddress,
    headers,
    payload: {
      id: uuid7(test.server.clock.now()),
      ...{ name: 'Night desk', email: 'ana@cabs.example', topic: 'billing', locale: 'en', consent: true },
      message: 'What does a second screen cost?\nWe have forty cabs.',
      ...more,
    },
  });
const found = async () => {
  const agent = await test.signIn('staff_support', await platformOf(test));
  const list = await call(test, agent, 'GET', '/api/support/tickets?q=ana@cabs.example');
  return { agent, items: list.json<{ items: Ticket[] }>().items };
};

describe('the contact page', () => {
  it('PUBLIC-04 makes a ticket of the platform, once however often it arrives', async () => {
    const id = uuid7(test.server.clock.now());
    for (let times = 0; times < 2; times++) {
      const answer = await send({ id }, '10.77.1.1', { 'idempotency-key': id });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['idempotency-key']).toBe(id);
    }
    const { agent, items } = await found();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      subject: 'What does a second screen cost?',
      category: 'billing',
      tenant_id: await platformOf(test),
      requester_id: null,
    });
    const reply = { payload: { body: 'Nothing.' } };
    const answered = await call(test, agent, 'POST', `/api/support/tickets/${id}/reply`, reply);
    expect(answered.json()).toMatchObject({
      state: 'pending_customer',
      messages: [{ is_requester: true }, {}],
    });
    expect(test.emails.at(-1)).toMatchObject({ to: 'ana@cabs.example' });
    expect(test.emails.at(-1)?.text).toContain('contact page');
    const admin = await call(test, test.admin, 'GET', `/api/support/tickets/${id}`);
    expect(admin.statusCode).toBe(404);
  });

  it('has a subject that the list can show, however its message begins', async () => {
    for (const message of ['Hi\nwe have forty cabs.', '🚕\nforty cabs, please call'])
      expect((await send({ message }, '10.77.4.1')).statusCode).toBe(200);
    const subjects = (await found()).items.map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['Hi we have forty cabs.', '🚕 forty cabs, please call']),
    );
  });

  it('names the field that is not valid', async () => {
    const answer = await send({ consent: false, email: 'ana' }, '10.77.2.1');
    expect(answer.statusCode).toBe(400);
    const { details } = answer.json<{ details: Record<string, unknown> }>();
    expect(Object.keys(details).toSorted()).toEqual(['consent', 'email']);
  });

  it('takes ten messages an hour from one network', async () => {
    for (let n = 0; n < 10; n++) expect((await send({}, '10.77.3.1')).statusCode).toBe(200);
    expect((await send({}, '10.77.3.1')).statusCode).toBe(429);
  });
});
