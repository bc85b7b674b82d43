import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONTRACT_STATES,
  CONTRACT_TRANSITIONS,
  type Contract,
  type ContractState,
} from '../../../../shared/contract/sales/contract.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { contracts } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { contractWorld, signs, type People } from './world.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-03-02T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
const { act, own, read, people, draft, sent, active } = contractWorld(() => test);

describe('states of a contract', () => {
  const MAKE: Record<ContractState, (by: People) => Promise<string>> = {
    draft: async by => (await draft(by)).id,
    sent: async by => (await sent(by)).id,
    partially_signed: async by => {
      const made = await sent(by);
      await own(by.signatory, made.id, 'sign', signs(made));
      return made.id;
    },
    active: async by => (await active(by)).id,
    terminated: async by => {
      const { id } = await active(by);
      await act(by.admin, id, 'terminate', { reason: 'Both agreed.' });
      return id;
    },
    declined: async by => {
      const { id } = await sent(by);
      await own(by.signatory, id, 'decline', { reason: 'Too dear.' });
      return id;
    },
    withdrawn: async by => {
      const { id } = await sent(by);
      await act(by.admin, id, 'withdraw', { reason: 'Wrong party.' });
      return id;
    },
    expired: async by => lapsed(by, 'none'),
    renewed: async by => lapsed(by, 'auto'),
  };
  /** Without waiting for it: its last day lies in the past. */
  async function lapsed(by: People, renew: string): Promise<string> {
    const { id } = await active(by, { renew });
    await test.db
      .update(contracts)
      .set({ starts: '2026-01-01', ends: '2026-02-01' })
      .where(eq(contracts.id, id));
    await sweep(test.server);
    return id;
  }
  /** What each act leads to; null: refused. */
  const ACTS = {
    send: { draft: 'sent' },
    withdraw: { sent: 'withdrawn', partially_signed: 'withdrawn' },
    sign: { sent: 'partially_signed' },
    /** Of one who has signed it is taken no more: here he is the only party. */
    decline: { sent: 'declined' },
    countersign: { partially_signed: 'active' },
    terminate: { active: 'terminated' },
  } as const satisfies Record<string, Partial<Record<ContractState, ContractState>>>;

  it.each(CONTRACT_STATES)('OPEN-LIFE-03 each act on one that is %s', async state => {
    const by = await people();
    for (const [verb, leads] of Object.entries(ACTS) as [
      string,
      Partial<Record<ContractState, ContractState>>,
    ][]) {
      const id = await MAKE[state](by);
      const before = await read(by.admin, id);
      expect(before.state).toBe(state);
      const payload = {
        ...(['withdraw', 'decline', 'terminate'].includes(verb) && { reason: 'A reason.' }),
        ...(['sign', 'countersign'].includes(verb) &&
          signs({ body_sha256: before.body_sha256 ?? '0'.repeat(64) })),
      };
      const isOwn = ['sign', 'decline'].includes(verb);
      const answer = await (isOwn ? own(by.signatory, id, verb, payload) : act(by.admin, id, verb, payload));
      const to = leads[state];
      // Nobody in the portal sees a draft.
      const refused = isOwn && state === 'draft' ? 404 : 409;
      expect([verb, answer.statusCode, (await read(by.admin, id)).state]).toEqual([
        verb,
        to === undefined ? refused : 200,
        to ?? state,
      ]);
    }
  });

  it.each(CONTRACT_STATES)(
    'OPEN-LIFE-03 only a draft is deleted, not one that is %s, and nothing deleted is acted on',
    async state => {
      const by = await people();
      const id = await MAKE[state](by);
      const { version } = await read(by.admin, id);
      const gone = await call(test, by.admin, 'DELETE', `/api/contracts/${id}`, { version });
      expect([gone.statusCode, (await read(by.admin, id)).deleted_at !== null]).toEqual(
        state === 'draft' ? [204, true] : [409, false],
      );
      if (state === 'draft') expect((await act(by.admin, id, 'send', {})).statusCode).toBe(404);
    },
  );

  it.each([
    ['draft', ['sent']],
    ['sent', ['declined', 'partially_signed', 'withdrawn']],
    ['partially_signed', ['active', 'declined', 'withdrawn']],
    ['active', ['expired', 'renewed', 'terminated']],
    ...(['expired', 'terminated', 'renewed', 'declined', 'withdrawn'] as const).map(
      end => [end, []] as const,
    ),
  ] as const)('OPEN-LIFE-03 the table of %s names just that', (state, to) => {
    expect([...CONTRACT_TRANSITIONS[state]].toSorted()).toEqual(to);
  });

  it('one that cannot go on by itself is said, and holds up no other', async () => {
    const by = await people();
    const ends = { starts: '2026-01-01', ends: '2026-02-01' };
    const broken = await active(by, { renew: 'auto' });
    const plain = await active(by);
    const number = 'C-2026-of another system';
    await test.db
      .update(contracts)
      .set({ ...ends, number })
      .where(eq(contracts.id, broken.id));
    await test.db.update(contracts).set(ends).where(eq(contracts.id, plain.id));
    const faults: unknown[] = [];
    await sweep(test.server, fault => faults.push(fault));
    expect(faults).toHaveLength(1);
    expect((await read(by.admin, broken.id)).state).toBe('active');
    expect((await read(by.admin, plain.id)).state).toBe('expired');
    await test.db.update(contracts).set({ number: null }).where(eq(contracts.id, broken.id));
    await act(by.admin, broken.id, 'terminate', { reason: 'Both agreed.' });
  });

  it('OPEN-LIFE-03 announces its end in time, holds on its last day, and goes on by itself where that was agreed', async () => {
    const by = await people();
    const ends = '2026-04-10';
    const plain = await active(by, { starts: '2026-03-01', ends, notice_d: 10 });
    const auto = await active(by, {
      starts: '2026-03-01',
      ends,
      notice_d: 10,
      renew: 'auto',
      title: 'Goes on',
    });
    /** E-mails leave with the next request. */
    const announced = async () => {
      await sweep(test.server);
      await test.app.inject({ url: '/healthz' });
      return test.emails.filter(({ subject }) => subject.includes(`ends on ${ends}`)).length;
    };
    clock.jump(28 * DAY_MS);
    expect(await announced()).toBe(0);
    clock.jump(2 * DAY_MS);
    // Two contracts, each to its signatory and to whoever made it.
    expect(await announced()).toBe(4);
    clock.jump(9 * DAY_MS);
    expect(await announced()).toBe(4);
    let admin = await test.signIn('admin');
    expect((await read(admin, plain.id)).state).toBe('active');
    clock.jump(DAY_MS);
    await sweep(test.server);
    admin = await test.signIn('admin');
    expect((await read(admin, plain.id)).state).toBe('expired');
    expect((await read(admin, auto.id)).state).toBe('renewed');
    const list = await call(test, admin, 'GET', '/api/contracts?q=Goes%20on&status=active');
    const [next] = list.json<{ items: Contract[] }>().items;
    expect(next).toMatchObject({ starts: '2026-04-11', ends: '2026-05-21', signed: 2 });
    expect(await read(admin, next!.id)).toMatchObject({ is_intact: true });
  });
});
