import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type {
  ReportDefinition,
  reportDefinitions as contract,
} from '../../../shared/contract/reports/definition.ts';
import type { ReportRun } from '../../../shared/contract/reports/run.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { JOB_HANDLERS } from '../../../server/app/jobs.ts';
import { reportDefinitions, reportRuns, tenants } from '../../../server/db/schema.ts';
import { runDueJobs } from '../../../server/jobs/worker.ts';
import { queueDueReports } from '../../../server/reports/runs/schedule.ts';
import { sweepReports } from '../../../server/reports/runs/sweep.ts';
import { insertPlayRows } from '../proof/analyticsPlays.ts';
import { ask, download, KEPT, make, readRun, work } from './making.ts';
import { DAY_MS, HOUR_MS, makeReportWorld, never, type ReportWorld } from './world.ts';

let world: ReportWorld;
let test: ReportWorld['test'];
beforeAll(async () => {
  world = await makeReportWorld();
  ({ test } = world);
});
beforeEach(() => world.clear());
afterAll(() => test.close());

const due = () => queueDueReports(test.server, never);
const runs = (query = '') => ask<{ items: ReportRun[]; total: number }>(test, 'GET', `runs${query}`);
const keep = (more: Partial<Body<typeof contract.create>> = {}) =>
  ask<ReportDefinition>(test, 'POST', 'definitions', { body: { ...KEPT, ...more } });

describe('a report that is kept', () => {
  it('is made by its schedule once, however many nodes look, and mails a link and nothing of it', async () => {
    const { id, next_at } = await keep();
    expect(next_at).toBe('2026-10-24T06:00:00.000Z');
    await insertPlayRows(test, test.tenant_id, [world.play(HOUR_MS)]);
    await world.pass(22 * HOUR_MS + 1);
    await Promise.all([due(), due(), due()]);
    expect(await work(test)).toBe(true);
    const { items, total } = await runs(`?definition_id=${id}`);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      cause: 'schedule',
      state: 'ready',
      requester: '',
      totals: { plays: 1 },
    });
    expect(items[0]?.from).toBe('2026-10-23T00:00:00.000Z');
    await runDueJobs(test.server, JOB_HANDLERS, never);
    const mail = test.emails.find(({ to }) => to === 'ana@test.example');
    expect(mail?.subject).toBe('Report ready: Daily plays');
    expect(mail?.text).toContain('asks you to sign in');
    expect(mail?.text).not.toMatch(/Total|HYPERLINK/);
    const [row] = await test.db.select().from(reportDefinitions);
    expect(row?.next_at?.toISOString()).toBe('2026-10-25T06:00:00.000Z');
  });

  it('is not made while it is paused, deleted, or its tenant is suspended; what was missed is not made up for', async () => {
    const made = await keep();
    const paused = await ask<ReportDefinition>(test, 'POST', `definitions/${made.id}/pause`, { body: {} });
    expect(paused).toMatchObject({ status: 'paused', next_at: null });
    await world.pass(3 * DAY_MS);
    await due();
    const resumed = await ask<ReportDefinition>(test, 'POST', `definitions/${made.id}/resume`, { body: {} });
    expect(Date.parse(resumed.next_at ?? '')).toBeGreaterThan(world.clock.now());
    await test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, test.tenant_id));
    world.clock.jump(2 * DAY_MS);
    await due();
    await test.db.update(tenants).set({ status: 'active' }).where(eq(tenants.id, test.tenant_id));
    expect(await test.db.$count(reportRuns)).toBe(0);
    await due();
    expect(await test.db.$count(reportRuns)).toBe(1);
  });

  it('says what came late of the run before, whose file stays as it was', async () => {
    const { id } = await keep({ period: 'custom', first_day: '2026-10-20', last_day: '2026-12-01' });
    const run = async () => {
      await ask(test, 'POST', 'runs', { body: { definition_id: id, name: null, report: null } });
      await work(test);
      return (await runs(`?definition_id=${id}`)).items[0];
    };
    await insertPlayRows(test, test.tenant_id, [world.play(DAY_MS)]);
    const first = await run();
    expect(first).toMatchObject({ late_plays: null, totals: { plays: 1 } });
    const before = (await download(test, first?.id ?? '')).body;
    const asOf = instant(world.clock.now());
    await world.pass(HOUR_MS);
    await insertPlayRows(test, test.tenant_id, [world.play(DAY_MS), world.play(2 * DAY_MS)]);
    expect((await download(test, first?.id ?? '')).body).toBe(before);
    const second = await run();
    expect(second).toMatchObject({ late_plays: 2, late_since: asOf, totals: { plays: 3 } });
    expect((await download(test, second?.id ?? '')).body).toMatch(
      /Plays of the period before that came after [^,]+,2\r\n/,
    );
  });

  it('keeps its files for thirty days and its rows for as long again and once more', async () => {
    const { id } = await make(test);
    await world.pass(29 * DAY_MS);
    await sweepReports(test.server);
    expect((await download(test, id)).statusCode).toBe(200);
    await world.pass(DAY_MS + 1);
    expect((await download(test, id)).statusCode).toBe(409);
    await sweepReports(test.server);
    expect(await readRun(test, id)).toMatchObject({ state: 'expired' });
    expect((await world.files()).includes(id)).toBe(false);
    world.clock.jump(61 * DAY_MS);
    await sweepReports(test.server);
    expect(await test.db.$count(reportRuns)).toBe(0);
  });
});
