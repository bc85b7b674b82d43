import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '../../../server/db/schema.ts';
import { runRetention } from '../../../server/trust/compliance/retention/run.ts';
import { addJob, claimJob, finishJob, LEASE_MS, retryJob } from '../../../server/jobs/jobs.ts';
import { GivenUp, MAX_TRIES } from '../../../server/jobs/retry.ts';
import { runDueJobs, startJobs, type JobHandler } from '../../../server/jobs/worker.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());
beforeEach(() => t.db.delete(jobs));

const add = (payload: object = { word: 'reset=secret' }, due?: number) =>
  t.server.tenantTransactions.inTenant(t.tenant_id, tx =>
    addJob(
      { server: t.server, tx, tenant_id: t.tenant_id },
      { kind: 'note', payload, ...(due === undefined ? {} : { due }) },
    ),
  );
const rows = () => t.db.select().from(jobs);
const faults: object[] = [];
const run = (note: JobHandler) => runDueJobs(t.server, { note }, fault => void faults.push(fault));
const succeed: JobHandler = () => Promise.resolve();

describe('a job', () => {
  it('is run once, with what was added, of which nothing can be read in the table', async () => {
    await add();
    expect(JSON.stringify(await rows())).not.toContain('secret');
    const seen: unknown[] = [];
    const noting: JobHandler = (_server, { payload }) => Promise.resolve(void seen.push(payload));
    expect([await run(noting), await run(noting)]).toEqual([1, 0]);
    expect(seen).toEqual([{ word: 'reset=secret' }]);
    expect(await rows()).toMatchObject([{ state: 'done', payload: '', tries: 1, lease_id: null }]);
  });

  it('is not there where the transaction that added it was rolled back', async () => {
    const failing = t.server.tenantTransactions.inTenant(t.tenant_id, async tx => {
      await addJob({ server: t.server, tx, tenant_id: t.tenant_id }, { kind: 'note', payload: {} });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await rows()).toEqual([]);
  });

  it('waits until it is due', async () => {
    await add({}, clock.now() + MINUTE_MS);
    expect(await run(succeed)).toBe(0);
    clock.jump(MINUTE_MS);
    expect(await run(succeed)).toBe(1);
  });

  it('is claimed by one node alone, however many look at once', async () => {
    await add();
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimJob(t.server, ['note'])));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is claimed anew after the node that held it was killed, which then ends nothing', async () => {
    await add();
    const first = await claimJob(t.server, ['note']);
    expect(await claimJob(t.server, ['note'])).toBeUndefined();
    clock.jump(LEASE_MS + 1);
    const second = await claimJob(t.server, ['note']);
    expect(second).toMatchObject({ id: first?.id, tries: 2 });
    if (first) await finishJob(t.server, first);
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    if (second) await finishJob(t.server, second);
    expect(await rows()).toMatchObject([{ state: 'done' }]);
  });

  it('that fails is tried again later, and is given up in the end; the reason is a code', async () => {
    await add();
    const failing: JobHandler = () =>
      Promise.reject(Object.assign(new Error('to: ana@fleet.example'), { code: 'ETIMEDOUT' }));
    expect([await run(failing), await run(failing)]).toEqual([1, 0]);
    expect(await rows()).toMatchObject([{ state: 'queued', failure: 'ETIMEDOUT', tries: 1 }]);
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      clock.jump(DAY_MS);
      expect(await run(failing)).toBe(1);
    }
    expect(await rows()).toMatchObject([{ state: 'failed', payload: '', tries: MAX_TRIES }]);
    expect(JSON.stringify(faults)).not.toContain('ana@');
  });

  it('that can never succeed is given up at once, and keeps no other back', async () => {
    await add({ nth: 1 });
    await add({ nth: 2 });
    const first: JobHandler = (_server, { payload }) =>
      (payload as { nth: number }).nth === 1 ? Promise.reject(new GivenUp('SMTP_550')) : Promise.resolve();
    expect(await run(first)).toBe(2);
    expect((await rows()).map(({ state, failure }) => [state, failure]).sort()).toEqual([
      ['done', null],
      ['failed', 'SMTP_550'],
    ]);
  });

  it('of a kind that an older node does not know waits untouched for a node that does, and keeps nothing back', async () => {
    await add({ word: 'newer' });
    let ran = 0;
    await t.server.tenantTransactions.inTenant(t.tenant_id, tx =>
      addJob({ server: t.server, tx, tenant_id: t.tenant_id }, { kind: 'older', payload: {} }),
    );
    expect(await runDueJobs(t.server, { older: () => Promise.resolve(void ran++) }, () => undefined)).toBe(1);
    expect(ran).toBe(1);
    const waiting = (await rows()).find(({ kind }) => kind === 'note');
    expect(waiting).toMatchObject({ state: 'queued', tries: 0, failure: null, lease_id: null });
    const seen: unknown[] = [];
    expect(await run((_server, { payload }) => Promise.resolve(void seen.push(payload)))).toBe(1);
    expect(seen).toEqual([{ word: 'newer' }]);
  });

  it('wrapped by another secret is given up', async () => {
    await add();
    await t.db.update(jobs).set({ payload: 'AAAA' });
    expect(await run(succeed)).toBe(1);
    expect((await rows()).map(({ failure }) => failure)).toEqual(['UNREADABLE']);
  });

  it('that has ended is deleted after 30 days; one that waits is kept', async () => {
    await add();
    await run(succeed);
    await add();
    clock.jump(31 * DAY_MS);
    await runRetention(t.server, fault => expect(fault).toBeNull());
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
  });

  it('given back by a node keeps its place for the next try', async () => {
    await add();
    const job = await claimJob(t.server, ['note']);
    if (job) await retryJob(t.server, job, 'ECONNECTION');
    clock.jump(MINUTE_MS);
    expect(await run(succeed)).toBe(1);
  });
});

it('the worker runs a job right after it was added, and stops when it is told to', async () => {
  const seen: string[] = [];
  const stop = startJobs(
    t.server,
    { note: (_server, { id }) => Promise.resolve(void seen.push(id)) },
    { failed: fault => void faults.push(fault), stuck: error => void faults.push({ error }) },
  );
  await clock.advance(6_000);
  await add();
  await expect
    .poll(async () => {
      await clock.advance(250);
      return seen.length;
    })
    .toBe(1);
  await stop();
  await add();
  await clock.advance(10_000);
  expect(seen).toHaveLength(1);
});
