/** Every act on a ticket from every state it may be in, as the running server answers it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  TICKET_STATES,
  TICKET_TRANSITIONS,
  type Ticket,
  type TicketState,
} from '../../../../shared/contract/trust/ticket.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { manualClock } from '../../../support/clock.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-03-02T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

/** What becomes of a ticket in that state; null: refused, and nothing changes. */
const BECOMES = {
  open: {
    ...{ reply: 'pending_customer', note: 'open', assign: 'open', merge: 'closed' },
    ...{ resolve: 'resolved', reopen: null, 'own reply': 'open', 'own resolve': 'resolved', week: 'open' },
  },
  pending_customer: {
    ...{ reply: 'pending_customer', note: 'pending_customer', assign: 'pending_customer', merge: 'closed' },
    ...{ resolve: 'resolved', reopen: null, 'own reply': 'open', 'own resolve': 'resolved' },
    week: 'pending_customer',
  },
  resolved: {
    ...{ reply: null, note: 'resolved', assign: null, merge: null },
    ...{ resolve: null, reopen: 'reopened', 'own reply': 'reopened', 'own resolve': null, week: 'closed' },
  },
  reopened: {
    ...{ reply: 'pending_customer', note: 'reopened', assign: 'open', merge: 'closed' },
    ...{ resolve: 'resolved', reopen: null, 'own reply': 'reopened', 'own resolve': 'resolved' },
    week: 'reopened',
  },
  closed: {
    ...{ reply: null, note: 'closed', assign: null, merge: null },
    ...{ resolve: null, reopen: null, 'own reply': null, 'own resolve': null, week: 'closed' },
  },
} as const satisfies Record<TicketState, Record<string, TicketState | null>>;
type Act = keyof (typeof BECOMES)['open'];
const ACTS = Object.keys(BECOMES.open) as Act[];

const people = async () => ({
  requester: await test.signIn('viewer'),
  agent: await test.signIn('staff_support', await platformOf(test)),
});
type People = Awaited<ReturnType<typeof people>>;
const write = async ({ requester }: People) =>
  (
    await call(test, requester, 'POST', '/api/own-tickets', {
      payload: { subject: 'Screen stays dark', category: 'device', body: 'Since this morning.' },
    })
  ).json<Ticket>();
const stateOf = async ({ agent }: People, id: string) =>
  (await call(test, agent, 'GET', `/api/support/tickets/${id}`)).json<Ticket>().state;

async function act(by: People, id: string, what: Act): Promise<number> {
  if (what === 'week') throw new Error('A week passes for all of them at once.');
  const own = what.startsWith('own ');
  const verb = what.replace('own ', '');
  const payload = {
    ...(['reply', 'note'].includes(verb) && { body: 'Which cab is it?' }),
    ...(verb === 'merge' && { number: (await write(by)).number }),
  };
  const url = own ? `/api/own-tickets/${id}/${verb}` : `/api/support/tickets/${id}/${verb}`;
  return (await call(test, own ? by.requester : by.agent, 'POST', url, { payload })).statusCode;
}

const WAYS: Record<TicketState, readonly Act[]> = {
  open: [],
  pending_customer: ['reply'],
  resolved: ['resolve'],
  reopened: ['resolve', 'reopen'],
  closed: ['merge'],
};
async function ticketIn(by: People, state: TicketState): Promise<string> {
  const { id } = await write(by);
  for (const step of WAYS[state]) expect(await act(by, id, step)).toBe(200);
  expect(await stateOf(by, id)).toBe(state);
  return id;
}

describe('states of a ticket', () => {
  it.each(TICKET_STATES)('OPEN-LIFE-04 each act on one that is %s', async state => {
    const by = await people();
    for (const what of ACTS.filter(name => name !== 'week')) {
      const id = await ticketIn(by, state);
      const expected = BECOMES[state][what];
      const status = await act(by, id, what);
      expect([what, status, await stateOf(by, id)]).toEqual([
        what,
        expected === null ? 409 : 200,
        expected ?? state,
      ]);
    }
  });

  it('OPEN-LIFE-04 one that is resolved is closed by itself after 7 days, and no other', async () => {
    const by = await people();
    const ids = await Promise.all(TICKET_STATES.map(state => ticketIn(by, state)));
    clock.jump(7 * DAY_MS - 60_000);
    await sweep(test.server);
    const soon = await people();
    for (const [nth, id] of ids.entries()) expect(await stateOf(soon, id)).toBe(TICKET_STATES[nth]);
    clock.jump(120_000);
    await sweep(test.server);
    const later = await people();
    for (const [nth, id] of ids.entries())
      expect(await stateOf(later, id)).toBe(BECOMES[TICKET_STATES[nth]!].week);
  });

  it.each(TICKET_STATES)('OPEN-LIFE-04 the table of %s names just what the acts lead to', state => {
    const reached = new Set(Object.values(BECOMES[state]).filter(to => to !== null && to !== state));
    expect([...TICKET_TRANSITIONS[state]].toSorted()).toEqual([...reached].toSorted());
  });
});
