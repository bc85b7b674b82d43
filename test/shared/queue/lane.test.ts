import { describe, expect, it } from 'vitest';
import { OUTBOX_POLICY, QUEUE_POLICY, type Outcome } from '../../../shared/queue/policy.ts';
import { draft, OWNER } from './entries.ts';
import { begin, BUSY, DONE } from './laneWorld.ts';
describe('a lane', () => {
  it('QUEUE-11 sends what is more urgent first', async () => {
    const { lane, add, names } = begin();
    await add(draft(9, { priority: 9 }), draft(1, { priority: 1 }), draft(5));
    await lane.kick();
    expect(names()).toEqual(['Taxi 1', 'Taxi 5', 'Taxi 9']);
  });

  it('QUEUE-16 QUEUE-17 tries what always fails four times, after 1, 2 and 4 s, and lists it', async () => {
    const { lane, add, sent, clock, store, rest } = begin({ answer: () => BUSY });
    await add(draft(1));
    void lane.kick();
    await rest();
    await clock.advance(60_000);
    await rest();
    expect(sent.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
    expect(await store.list(OWNER)).toEqual([]);
    expect(await store.failed(OWNER)).toMatchObject([
      { id: draft(1).id, retryCount: 3, reason: 'exhausted' },
    ]);
  });

  it('AMBIG-QUEUE-02 with more retries the wait grows to 16 s and stays there', async () => {
    const { lane, add, sent, clock, rest } = begin({ answer: () => BUSY });
    await add(draft(1, { maxRetries: 7 }));
    void lane.kick();
    await rest();
    await clock.advance(300_000);
    const waits = sent.slice(1).map(({ at }, i) => at - sent[i]!.at);
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000]);
  });

  it('QUEUE-21 sends nothing while there is no link, and all of it when there is', async () => {
    const { lane, add, names, world, clock } = begin();
    world.online = false;
    await add(draft(1));
    await lane.kick();
    await clock.advance(600_000);
    expect(names()).toEqual([]);
    world.online = true;
    await lane.linkRestored();
    expect(names()).toEqual(['Taxi 1']);
  });

  it('AMBIG-QUEUE-01 where nothing of ours answers the lane waits, and no try is counted', async () => {
    let isThere = false;
    const { lane, add, sent, clock, store } = begin({
      answer: () => (isThere ? DONE : { at: 'unreachable' }),
    });
    await add(draft(1), draft(2));
    void lane.kick();
    await clock.advance(100_000);
    expect((await store.list(OWNER)).map(({ retryCount }) => retryCount)).toEqual([0, 0]);
    expect(sent.length).toBeLessThan(30);
    isThere = true;
    await lane.linkRestored();
    expect(await store.list(OWNER)).toEqual([]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('QUEUE-15 AMBIG-QUEUE-01 a late answer with the server there %s counts %i', async (reached, counted) => {
    const { lane, add, rest, world, store } = begin({ answer: () => ({ at: 'timeout' }) });
    world.reached = reached;
    await add(draft(1));
    void lane.kick();
    await rest();
    expect((await store.list(OWNER))[0]?.retryCount).toBe(counted);
  });

  it('asked to wait, the whole lane waits, whatever comes meanwhile', async () => {
    let first = true;
    const { lane, add, names, clock } = begin({
      answer() {
        if (!first) return DONE;
        first = false;
        return { at: 'tried', said: { status: 429 }, retryAfterMs: 300_000 };
      },
    });
    await add(draft(1));
    void lane.kick();
    await clock.advance(10);
    await add(draft(2));
    void lane.linkRestored();
    await clock.advance(299_000);
    expect(names()).toEqual(['Taxi 1']);
    await clock.advance(10_000);
    expect(names().slice(1).sort()).toEqual(['Taxi 1', 'Taxi 2']);
  });

  it.each([
    ['queue', '5 s', QUEUE_POLICY, 5_000, 5_000],
    ['queue', '300 s', QUEUE_POLICY, 300_000, 300_000],
    ['queue', 'ten years', QUEUE_POLICY, 3.15e11, 3_600_000],
    ['outbox', 'ten years', OUTBOX_POLICY, 3.15e11, 3_600_000],
  ] as const)(
    'OPEN-RETRY-01 the lane of the %s that is asked to wait %s pauses for that, and for an hour at most',
    async (...row) => {
      const [, , policy, retryAfterMs, pause] = row;
      const { lane, add, sent, clock, rest } = begin({
        policy,
        answer: () => (sent.length === 1 ? { at: 'tried', said: { status: 429 }, retryAfterMs } : DONE),
      });
      await add(draft(1));
      void lane.kick();
      await rest();
      await clock.advance(pause - 1);
      expect(sent).toHaveLength(1);
      await clock.advance(1_000);
      expect(sent).toHaveLength(2);
    },
  );

  it('a refusal goes to the failed list at once, and those behind it go on', async () => {
    const { lane, add, store, names } = begin({
      answer: ({ id }) =>
        id === draft(1).id ? { at: 'refused', said: { status: 422, error: 'RULE' }, conflict: false } : DONE,
    });
    await add(draft(1, { metadata: { type: 't', description: 'a', group: 'g' } }), draft(2));
    await lane.kick();
    expect(names()).toEqual(['a', 'Taxi 2']);
    expect(await store.failed(OWNER)).toMatchObject([{ reason: 'refused', said: { error: 'RULE' } }]);
  });

  it('sends six at once, and never two of one record', async () => {
    let under = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const { lane, add, rest, names } = begin({
      answer: () =>
        new Promise(done => {
          most = Math.max(most, ++under);
          open.push(() => {
            under -= 1;
            done(DONE);
          });
        }),
    });
    const ofOne = { method: 'PATCH', url: '/api/devices/7' } as const;
    await add(draft(1, ofOne), draft(2, ofOne), ...Array.from({ length: 9 }, (_, n) => draft(10 + n)));
    const run = lane.kick();
    await rest();
    expect([most, names().includes('Taxi 2')]).toEqual([6, false]);
    while (open.length > 0) {
      open.shift()!();
      await rest();
    }
    await run;
    expect([most, names()[10]]).toEqual([6, 'Taxi 18']);
    expect(names().indexOf('Taxi 2')).toBeGreaterThan(names().indexOf('Taxi 1'));
  });

  it('entries that may go together go in one request, fifty at most', async () => {
    const sizes: number[] = [];
    const { lane, add } = begin({
      ports: {
        batchKeyOf: () => 'one',
        send: entries => {
          sizes.push(entries.length);
          return Promise.resolve(entries.map(() => DONE));
        },
      },
    });
    await add(...Array.from({ length: 100 }, (_, n) => draft(n)));
    await lane.kick();
    expect(sizes).toEqual([50, 50]);
  });

  it('AMBIG-RETRY-06 parks what is older than the server knows its key', async () => {
    const { lane, add, names, store, clock } = begin({ policy: QUEUE_POLICY });
    await add(draft(1, { timestamp: clock.now() - 31 * 86_400_000 }), draft(2, { timestamp: clock.now() }));
    await lane.kick();
    expect(names()).toEqual(['Taxi 2']);
    expect(await store.list(OWNER)).toMatchObject([{ state: 'parked', reason: 'too_old' }]);
  });

  it('what was too old is sent after all once a person says so', async () => {
    const { lane, add, names, store, clock } = begin({ policy: QUEUE_POLICY });
    await add(draft(1, { timestamp: clock.now() - 31 * 86_400_000 }));
    await lane.kick();
    const [parked] = await store.list(OWNER);
    await store.retry(parked!.seq);
    await lane.kick();
    expect([names(), await store.list(OWNER)]).toEqual([['Taxi 1'], []]);
  });

  it('what fails together is one failure of the link: after a second it is tried again', async () => {
    let isThere = false;
    const { lane, add, sent, clock } = begin({ answer: () => (isThere ? DONE : { at: 'unreachable' }) });
    await add(...Array.from({ length: 6 }, (_, n) => draft(n)));
    void lane.kick();
    await clock.advance(10);
    expect(sent).toHaveLength(6);
    isThere = true;
    await clock.advance(1_000);
    expect(sent).toHaveLength(12);
  });

  it('what comes while it runs is sent, too', async () => {
    let more: (() => Promise<unknown>) | null = null;
    const { lane, add, names } = begin({
      async answer() {
        await more?.();
        more = null;
        return DONE;
      },
    });
    await add(draft(1));
    more = async () => {
      await add(draft(2));
      void lane.kick();
    };
    await lane.kick();
    expect(names()).toEqual(['Taxi 1', 'Taxi 2']);
  });

  it('two changes of one row made without a link are both made, the second upon the first', async () => {
    const sentUpon: (string | undefined)[] = [];
    let version = 3;
    const { lane, add, store } = begin({
      answer({ headers }) {
        sentUpon.push(headers['if-match']);
        if (headers['if-match'] !== `"${version}"`)
          return { at: 'refused', said: { status: 412 }, conflict: true };
        return { at: 'done', version: ++version };
      },
    });
    const ofOne = { method: 'PATCH', url: '/api/devices/7', headers: { 'if-match': '"3"' } } as const;
    await add(draft(1, ofOne), draft(2, ofOne), draft(3, ofOne));
    await lane.kick();
    expect(sentUpon).toEqual(['"3"', '"4"', '"5"']);
    expect([await store.list(OWNER), await store.failed(OWNER)]).toEqual([[], []]);
  });

  it('what was taken back is not sent', async () => {
    const { lane, add, store, names, clock } = begin({ answer: () => BUSY });
    await add(draft(1));
    void lane.kick();
    await clock.advance(500);
    await store.withdraw((await store.list(OWNER))[0]!.seq);
    void lane.kick();
    await clock.advance(60_000);
    expect(names()).toEqual(['Taxi 1']);
  });

  it.each([
    ['nobody hears it', { at: 'unreachable' }],
    ['the server is busy', BUSY],
  ] satisfies [string, Outcome][])(
    'what was taken back on its way is not sent again where %s',
    async (_why, outcome) => {
      let answer = (_outcome: Outcome) => {};
      const { lane, add, store, names, clock, rest } = begin({
        answer: () => new Promise<Outcome>(done => (answer = done)),
      });
      await add(draft(1));
      void lane.kick();
      await rest();
      const { seq } = (await store.list(OWNER))[0]!;
      await store.withdraw(seq);
      expect(lane.isInFlight(seq)).toBe(true);
      void lane.kick();
      await rest();
      answer(outcome);
      await clock.advance(60_000);
      expect(names()).toEqual(['Taxi 1']);
      expect(lane.isInFlight(seq)).toBe(false);
    },
  );

  it('what was answered counts as on its way until the disk knows', async () => {
    const { lane, add, store, clock, rest } = begin();
    await add(draft(1));
    const { seq } = (await store.list(OWNER))[0]!;
    let wasUnder: boolean[] = [];
    const { settle } = store;
    store.settle = async change => {
      wasUnder = [lane.isInFlight(seq), await store.withdraw(seq)];
      return settle(change);
    };
    void lane.kick();
    await rest();
    await clock.advance(1_000);
    expect(wasUnder).toEqual([true, true]);
    expect(await store.withdraw(seq)).toBe(false);
  });
});
