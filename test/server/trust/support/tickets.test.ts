import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnTicketThread, Ticket, TicketThread } from '../../../../shared/contract/trust/ticket.ts';
import { devices, invoices, tickets } from '../../../../server/db/schema.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addSoldCampaign } from '../../sales/billing/world.ts';

/** A Monday at ten. */
const START = Date.parse('2026-03-02T10:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type User = TestServer['admin'];

let test: TestServer;
const clock = manualClock(START);
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

const NEW = { subject: 'Screen stays dark', category: 'device', body: 'Since this morning.' };
const post = (by: User, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const write = async (by: User, more: object = {}) =>
  (await post(by, '/api/own-tickets', { ...NEW, ...more })).json<OwnTicketThread>();
const act = (by: User, id: string, verb: string, payload: object = {}) =>
  post(by, `/api/support/tickets/${id}/${verb}`, payload);
const own = (by: User, id: string, verb: string, payload: object = {}) =>
  post(by, `/api/own-tickets/${id}/${verb}`, payload);
const readOwn = async (by: User, id: string) =>
  (await call(test, by, 'GET', `/api/own-tickets/${id}`)).json<OwnTicketThread>();
const readDesk = async (by: User, id: string) =>
  (await call(test, by, 'GET', `/api/support/tickets/${id}`)).json<TicketThread>();
const staff = async () => test.signIn('staff_support', await platformOf(test));
const wordsOf = ({ messages }: { messages: TicketThread['messages'] }) =>
  messages.map(({ body, event }) => event?.what ?? body);

describe('a ticket', () => {
  it('has its subject in one line, as it stands in lists and e-mails', async () => {
    const made = await write(await test.signIn('viewer'), { subject: ' Screen\r\nBcc: all\tdark ' });
    expect(made).toMatchObject({ subject: 'Screen Bcc: all dark' });
  });

  it('AMBIG-TENANT-03 is answered by the platform, whichever tenant it is of', async () => {
    const viewer = await test.signIn('viewer');
    const agent = await staff();
    const made = await write(viewer);
    expect(made).toMatchObject({ state: 'open', priority: 'normal', tenant_id: test.tenant_id });
    const list = (await call(test, agent, 'GET', '/api/support/tickets?q=dark')).json<{ items: Ticket[] }>();
    expect(list.items.find(({ id }) => id === made.id)).toMatchObject({
      tenant_name: 'Taxi fleet',
      requester_email: viewer.email,
      due_at: '2026-03-03T10:00:00.000Z',
      sla: 'on_time',
    });

    expect((await act(agent, made.id, 'assign')).json()).toMatchObject({ assignee_name: agent.email });
    expect((await act(agent, made.id, 'reply', { body: 'Please pull the plug once.' })).json()).toMatchObject(
      {
        state: 'pending_customer',
        sla: 'waiting',
        due_at: null,
      },
    );
    expect(test.emails.at(-1)).toMatchObject({ to: viewer.email });
    expect(test.emails.at(-1)?.text).toContain('Please pull the plug once.');

    expect((await own(viewer, made.id, 'reply', { body: 'It is on again.' })).json()).toMatchObject({
      state: 'open',
    });
    expect(test.emails.at(-1)).toMatchObject({ to: agent.email });
    await act(agent, made.id, 'resolve');
    expect(test.emails.at(-1)?.subject).toContain('is resolved');
    const seen = await readOwn(viewer, made.id);
    expect(wordsOf(seen)).toEqual([
      'Since this morning.',
      'Please pull the plug once.',
      'It is on again.',
      'resolved',
    ]);
    expect(seen.messages.map(({ is_requester }) => is_requester)).toEqual([true, false, true, false]);
  });

  it('is listed with all others though its subject became longer than one may be written', async () => {
    const viewer = await test.signIn('viewer');
    const { id } = await write(viewer);
    const subject = 'Replaced '.repeat(20).trim();
    await test.db.update(tickets).set({ subject }).where(eq(tickets.id, id));
    const list = await call(test, viewer, 'GET', '/api/own-tickets');
    expect(list.json<{ items: object[] }>().items).toContainEqual(expect.objectContaining({ id, subject }));
    expect((await own(viewer, id, 'reply', { body: 'x'.repeat(6_000) })).statusCode).toBe(400);
  });

  it('is written to nobody who has left the desk', async () => {
    const [viewer, agent] = [await test.signIn('viewer'), await staff()];
    const head = await test.signIn('staff_super_admin', await platformOf(test));
    const made = await write(viewer);
    await act(agent, made.id, 'assign');
    const suspended = await post(head, `/api/users/${agent.id}/suspend`);
    expect(suspended.statusCode, suspended.body).toBe(200);
    const mails = test.emails.length;
    expect((await own(viewer, made.id, 'reply', { body: 'It is dark again.' })).statusCode).toBe(200);
    expect(test.emails.length).toBe(mails);
    expect(await readDesk(await staff(), made.id)).toMatchObject({ assignee_id: null, assignee_name: null });
  });

  it('takes a hundred messages a day of one person', async () => {
    const viewer = await test.signIn('viewer');
    const { id } = await write(viewer);
    const answers: number[] = [];
    for (let n = 0; n < 100; n++) answers.push((await own(viewer, id, 'reply', { body: `${n}` })).statusCode);
    expect([answers.filter(status => status === 200).length, answers.at(-1)]).toEqual([99, 429]);
    expect((await post(viewer, '/api/own-tickets', NEW)).statusCode).toBe(429);
  });

  it('ADMIN-11 is seen by no other tenant, not even by one that its tenant shares a desk with', async () => {
    const other = await test.addTenant('other-fleet');
    const stranger = await test.signIn('admin', other);
    const made = await write(await test.signIn('viewer'));
    expect((await call(test, stranger, 'GET', `/api/support/tickets/${made.id}`)).statusCode).toBe(404);
    expect((await act(stranger, made.id, 'reply', { body: 'Mine?' })).statusCode).toBe(404);
    const list = (await call(test, stranger, 'GET', '/api/support/tickets')).json<{ total: number }>();
    expect(list.total).toBe(0);
  });

  it('is seen by nobody but its requester among those who have only their own', async () => {
    const made = await write(await test.signIn('viewer'));
    const other = await test.signIn('viewer');
    expect((await call(test, other, 'GET', `/api/own-tickets/${made.id}`)).statusCode).toBe(404);
    expect((await own(other, made.id, 'reply', { body: 'Mine?' })).statusCode).toBe(404);
    expect((await call(test, other, 'GET', `/api/support/tickets/${made.id}`)).statusCode).toBe(403);
  });

  it('hides notes from its requester and from desks of other tenants', async () => {
    const [viewer, admin, agent] = [await test.signIn('viewer'), await test.signIn('admin'), await staff()];
    const { id } = await write(viewer);
    await act(agent, id, 'note', { body: 'He has called twice.' });
    await act(admin, id, 'note', { body: 'Our best customer.' });
    expect(wordsOf(await readOwn(viewer, id))).toEqual(['Since this morning.']);
    expect(wordsOf(await readDesk(admin, id))).toEqual(['Since this morning.', 'Our best customer.']);
    expect(wordsOf(await readDesk(agent, id))).toEqual(['Since this morning.', 'He has called twice.']);
  });

  it('is handed to the people of the desk alone', async () => {
    const [viewer, admin] = [await test.signIn('viewer'), await test.signIn('admin')];
    const { id } = await write(viewer);
    const refused = await act(admin, id, 'assign', { user_id: viewer.id });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ details: { user_id: [expect.any(String)] } });
    const { items } = (await call(test, admin, 'GET', '/api/support/assignees')).json<{
      items: { id: string }[];
    }>();
    expect(items.map(one => one.id)).toContain(admin.id);
    expect(items.map(one => one.id)).not.toContain(viewer.id);
  });

  it('is merged into another of the same requester', async () => {
    const [viewer, agent] = [await test.signIn('viewer'), await staff()];
    const first = await write(viewer, { subject: 'Dark screen' });
    const second = await write(viewer, { subject: 'Dark again', body: 'It happened again.' });
    const foreign = await write(await test.signIn('viewer'));
    expect((await act(agent, second.id, 'merge', { number: foreign.number })).statusCode).toBe(400);
    expect((await act(agent, second.id, 'merge', { number: second.number })).statusCode).toBe(400);
    expect((await act(agent, second.id, 'merge', { number: first.number })).json()).toMatchObject({
      state: 'closed',
      merged_into: first.id,
    });
    expect(wordsOf(await readOwn(viewer, first.id))).toEqual([
      'Since this morning.',
      'It happened again.',
      'merged',
    ]);
    const over = await own(viewer, second.id, 'reply', { body: 'Hello?' });
    expect(over.statusCode).toBe(409);
    expect(over.json()).toMatchObject({ message: 'This ticket is closed; please write a new one.' });
  });

  it('is sorted by the desk, by the version it has seen', async () => {
    const [viewer, agent] = [await test.signIn('viewer'), await staff()];
    const { id, version } = await write(viewer);
    const url = `/api/support/tickets/${id}`;
    const changed = await call(test, agent, 'PATCH', url, { payload: { priority: 'urgent' }, version });
    expect(changed.json()).toMatchObject({ priority: 'urgent', version: version + 1 });
    const stale = await call(test, agent, 'PATCH', url, { payload: { priority: 'low' }, version });
    expect(stale.statusCode).toBe(412);
  });

  it('takes what the server knows of an own device with it, and of no other', async () => {
    const owner = await test.signIn('device_owner');
    const [mine, theirs] = [uuid7(clock.now()), uuid7(clock.now())];
    await test.db.insert(devices).values([
      { id: mine, tenant_id: test.tenant_id, name: 'Cab 7', owner_user_id: owner.id },
      { id: theirs, tenant_id: test.tenant_id, name: 'Cab 8' },
    ]);
    expect((await call(test, owner, 'GET', '/api/own-tickets/devices')).json()).toEqual({
      items: [{ id: mine, name: 'Cab 7' }],
    });
    const made = await write(owner, { device_id: mine, attach_diagnostics: true });
    expect(made).toMatchObject({ device_name: 'Cab 7' });
    expect(made.messages[0]?.diagnostics).toMatchObject({ name: 'Cab 7', is_online: false, incidents: [] });
    const refused = await post(owner, '/api/own-tickets', { ...NEW, device_id: theirs });
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION',
      details: { device_id: [expect.any(String)] },
    });
  });
});

describe('what a ticket is about', () => {
  const addCampaign = (tenant_id: string, name: string) => addSoldCampaign(test, tenant_id, { name });

  it('OPEN-ENT-06 is a campaign its writer may see, named as he sees it', async () => {
    const viewer = await test.signIn('viewer');
    const id = await addCampaign(test.tenant_id, 'Harvest days');
    const list = (await call(test, viewer, 'GET', '/api/own-tickets/campaigns')).json<{ items: object[] }>();
    expect(list.items).toContainEqual({ id, name: 'Harvest days' });
    const made = await write(viewer, { campaign_id: id });
    expect(made).toMatchObject({ campaign_id: id, campaign_name: 'Harvest days', invoice_id: null });
    expect(await readDesk(await staff(), made.id)).toMatchObject({ campaign_name: 'Harvest days' });
  });

  it('OPEN-ENT-06 is neither a campaign of another tenant nor, for a device owner, one that plays on no screen of his', async () => {
    const foreign = await addCampaign(await platformOf(test), 'Not ours');
    const ours = await addCampaign(test.tenant_id, 'On other screens');
    for (const [by, campaign_id] of [
      [await test.signIn('viewer'), foreign],
      [await test.signIn('device_owner'), ours],
    ] as const) {
      const refused = await post(by, '/api/own-tickets', { ...NEW, campaign_id });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ details: { campaign_id: ['There is no such campaign.'] } });
    }
  });

  it('OPEN-ENT-06 is an invoice only for whoever may read invoices', async () => {
    const admin = test.admin;
    const id = uuid7(clock.now());
    await test.db.insert(invoices).values({
      ...{ id, tenant_id: test.tenant_id, number: 'INV-2026-0007', customer_name: 'Harbour Coffee' },
      ...{ currency: 'EUR', period_from: '2026-02-01', period_to: '2026-02-28', state: 'open' },
      sent_at: new Date(START),
    });
    expect((await call(test, admin, 'GET', '/api/own-tickets/invoices')).json()).toEqual({
      items: [{ id, name: 'INV-2026-0007 Harbour Coffee' }],
    });
    expect(await write(admin, { invoice_id: id })).toMatchObject({ invoice_number: 'INV-2026-0007' });
    const viewer = await test.signIn('viewer');
    expect((await call(test, viewer, 'GET', '/api/own-tickets/invoices')).json()).toEqual({ items: [] });
    const refused = await post(viewer, '/api/own-tickets', { ...NEW, invoice_id: id });
    expect(refused.json()).toMatchObject({ details: { invoice_id: ['There is no such invoice.'] } });
  });
});

describe('deadlines', () => {
  it('pass, pause while the requester is waited for, and end a week after it is resolved', async () => {
    const { id } = await write(await test.signIn('viewer'));
    clock.jump(2 * DAY_MS);
    let agent = await staff();
    expect(await readDesk(agent, id)).toMatchObject({ sla: 'overdue' });
    await act(agent, id, 'reply', { body: 'Sorry for the delay.' });
    const viewer = await test.signIn('viewer');
    const second = await write(viewer);
    await act(agent, second.id, 'reply', { body: 'Which cab?' });
    clock.jump(DAY_MS);
    agent = await staff();
    expect(await readDesk(agent, second.id)).toMatchObject({ sla: 'waiting', due_at: null });
    await act(agent, id, 'resolve');
    clock.jump(8 * DAY_MS);
    await sweep(test.server);
    expect(await readDesk(await staff(), id)).toMatchObject({ state: 'closed' });
  });

  it('move by the time that the requester was waited for', async () => {
    const [viewer, agent] = [await test.signIn('viewer'), await staff()];
    const { id } = await write(viewer);
    const before = await readDesk(agent, id);
    await act(agent, id, 'reply', { body: 'Which cab?' });
    clock.jump(10 * 60_000);
    await own(viewer, id, 'reply', { body: 'Cab 7.' });
    const after = await readDesk(agent, id);
    expect(after.sla).toBe('on_time');
    expect(Date.parse(after.due_at ?? '')).toBeGreaterThan(Date.parse(before.due_at ?? ''));
  });
});
