import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportRun } from '../../../shared/contract/reports/run.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices, reportRuns } from '../../../server/db/schema.ts';
import { claimRun } from '../../../server/reports/runs/queue.ts';
import { makeRun } from '../../../server/reports/runs/make.ts';
import { call } from '../../support/server/playlist.ts';
import { insertPlayRows } from '../proof/analyticsPlays.ts';
import { ask, download, make, preview, readRun, request, SPEC, work } from './making.ts';
import { DAY_MS, makeReportWorld, type ReportWorld } from './world.ts';

let world: ReportWorld;
let test: ReportWorld['test'];
beforeAll(async () => {
  world = await makeReportWorld();
  ({ test } = world);
});
beforeEach(() => world.clear());
afterAll(() => test.close());

const runs = (query = '') => ask<{ items: ReportRun[]; total: number }>(test, 'GET', `runs${query}`);

describe('the file of a report', () => {
  beforeEach(() =>
    insertPlayRows(test, test.tenant_id, [world.play(DAY_MS), world.play(DAY_MS), world.play(2 * DAY_MS)]),
  );
  const ofTheseDays = { first_day: '2026-10-20', last_day: '2026-10-24' };

  it('is a CSV that says what it is of and when it was true, and runs no formula', async () => {
    const { id, state, row_count, totals, expected_screens } = await make(
      test,
      { ...ofTheseDays, preset: 'plays' },
      '=1+1',
    );
    expect({ state, row_count, expected_screens }).toEqual({
      state: 'ready',
      row_count: 3,
      expected_screens: 1,
    });
    expect(totals).toEqual({ plays: 3, duration_ms: 30_000, quarantined: 0, not_shown: 0, screens: 1 });
    const { body, headers } = await download(test, id);
    expect(headers['content-disposition']).toContain('1-1-2026-10-20-2026-10-24.csv');
    expect(body).toContain("Report,'=1+1\r\n");
    expect(body).toContain('As of,2026-10-23 08:00:00\r\n');
    expect(body).toContain(
      'Still expected,Plays of 1 screen that is out of reach since 2026-10-23 06:00:00\r\n',
    );
    expect(body).toContain(`2026-10-22 08:00:00,"'=HYPERLINK(""http://evil.example"")",`);
    expect(body).toContain('Total: Plays,3\r\n');
    expect(body).toContain('Total: Time on screen (s),30\r\n');
  });

  it('has its times in its zone and its heads in its language', async () => {
    const { id } = await make(test, { ...ofTheseDays, preset: 'plays', tz: 'Asia/Shanghai', language: 'zh' });
    const { body } = await download(test, id);
    expect(body).toContain('开播时间（Asia/Shanghai）');
    expect(body).toContain('2026-10-22 16:00:00');
  });

  it('is an Excel file whose numbers are numbers and whose texts are texts', async () => {
    const { id } = await make(test, { ...ofTheseDays, preset: 'plays', format: 'xlsx' });
    const parts = unzipSync(new Uint8Array((await download(test, id)).rawPayload));
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString();
    expect(sheet.match(/<row>/g)).toHaveLength(4);
    expect(sheet).toContain(
      '<c t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://evil.example&quot;)',
    );
    expect(sheet).toContain('<c><v>10</v></c>');
    expect(sheet).not.toContain('<f>');
    const about = Buffer.from(parts['xl/worksheets/sheet2.xml'] ?? []).toString();
    expect(about).toContain('Total: Plays</t></is></c><c><v>3</v></c>');
  });

  it('is the bytes that its run names, and only whoever reads figures gets them', async () => {
    const run = await make(test, ofTheseDays);
    const { rawPayload } = await download(test, run.id);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(rawPayload)));
    expect(run).toMatchObject({ bytes: rawPayload.length, sha256: Buffer.from(hash).toString('hex') });
    expect((await download(test, run.id, await test.signIn('viewer'))).statusCode).toBe(403);
    const other = await test.signIn('owner', await test.addTenant(`other-${uuid7(world.clock.now())}`));
    expect((await download(test, run.id, other)).statusCode).toBe(404);
  });

  it('BIZ-08 holds no row of another tenant, whatever its filter names', async () => {
    const other_tenant = await test.addTenant(`second-${uuid7(world.clock.now())}`);
    const theirs = uuid7(world.clock.now());
    await test.db.insert(devices).values({ id: theirs, tenant_id: other_tenant, name: 'Their cab' });
    await insertPlayRows(test, other_tenant, [
      world.play(DAY_MS, { device_id: theirs }),
      world.play(DAY_MS, { device_id: theirs }),
    ]);
    for (const preset of ['days', 'statement', 'performance', 'plays'] as const) {
      const { id, totals } = await make(test, { ...ofTheseDays, preset, creative_ids: [world.creative] });
      expect([preset, totals?.screens]).toEqual([preset, preset === 'performance' ? 0 : 1]);
      expect((await download(test, id)).body).not.toContain('Their cab');
    }
    const by = await test.signIn('owner', other_tenant);
    const own = await ask<{ totals: object }>(test, 'POST', 'preview', {
      body: { ...SPEC, ...ofTheseDays },
      by,
    });
    expect(own.totals).toMatchObject({ plays: 2 });
  });
});

describe('making a report', () => {
  it('is looked at before: the first rows and the totals, and nothing is kept', async () => {
    await insertPlayRows(
      test,
      test.tenant_id,
      Array.from({ length: 30 }, (_, i) => world.play(DAY_MS + i)),
    );
    const seen = await preview(test, { preset: 'plays', last_day: '2026-10-24' });
    expect(seen.rows).toHaveLength(20);
    expect(seen).toMatchObject({ row_count: 30, totals: { plays: 30 }, expected: { screens: 1 } });
    expect((await runs()).total).toBe(0);
  });

  it('refuses days that are none, by the name of the field', async () => {
    for (const days of [
      { first_day: null },
      { first_day: '2026-10-23', last_day: '2026-10-22' },
      { last_day: '2028-10-22' },
    ]) {
      const answer = await call(test, test.admin, 'POST', '/api/reports/preview', {
        payload: { ...SPEC, ...days },
      });
      expect([answer.statusCode, Object.keys(answer.json<{ details: object }>().details)]).toEqual([
        400,
        ['last_day'],
      ]);
    }
  });

  it('is cancelled while it waits and while it is made, and leaves no file', async () => {
    const waiting = await request(test);
    await ask(test, 'POST', `runs/${waiting.id}/cancel`, { body: {} });
    expect(await work(test)).toBe(false);
    await insertPlayRows(
      test,
      test.tenant_id,
      Array.from({ length: 2_500 }, (_, i) => world.play(DAY_MS + i)),
    );
    const { id } = await request(test, { preset: 'plays', last_day: '2026-10-24' });
    const run = await claimRun(test.server);
    if (!run) throw new Error('nothing was claimed');
    await ask(test, 'POST', `runs/${id}/cancel`, { body: {} });
    await expect(makeRun(test.server, run, new AbortController().signal)).rejects.toThrow(/abort/i);
    expect(await readRun(test, id)).toMatchObject({ state: 'cancelled', bytes: null });
    expect((await world.files()).filter(file => file.startsWith(id))).toEqual([]);
    expect((await download(test, id)).statusCode).toBe(409);
    const again = await call(test, test.admin, 'POST', `/api/reports/runs/${id}/cancel`, { payload: {} });
    expect(again.statusCode).toBe(409);
  });

  it('is done by one of many workers', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await request(test)).id);
    const claimed = await Promise.all(Array.from({ length: 6 }, () => claimRun(test.server)));
    expect(claimed.flatMap(run => run?.id ?? []).sort()).toEqual(ids.sort());
  });

  it('has its turn between those of a tenant that has many', async () => {
    const other = await test.addTenant('one-report');
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await request(test)).id);
    const [row] = await test.db.select().from(reportRuns).where(eq(reportRuns.id, ids[2]!));
    const theirs = uuid7(world.clock.now());
    await test.db.insert(reportRuns).values({ ...row!, id: theirs, tenant_id: other, definition_id: null });
    const claimed = [];
    for (let n = 0; n < 4; n++) {
      claimed.push((await claimRun(test.server))?.id);
      world.clock.jump(1_000);
    }
    expect(claimed.indexOf(theirs)).toBeLessThan(2);
    expect(claimed.toSorted()).toEqual([...ids, theirs].toSorted());
    await test.db.delete(reportRuns).where(eq(reportRuns.id, theirs));
  });

  it('goes on elsewhere once whoever made it is gone, and he who comes back late changes nothing', async () => {
    const { id } = await request(test);
    const lost = await claimRun(test.server);
    expect(await work(test)).toBe(false);
    await world.pass(31_000);
    expect(await work(test)).toBe(true);
    const ready = await readRun(test, id);
    expect(ready.state).toBe('ready');
    if (lost) await makeRun(test.server, lost, new AbortController().signal).catch(() => undefined);
    expect(await readRun(test, id)).toEqual(ready);
    expect((await world.files()).filter(file => file.startsWith(id))).toEqual([id]);
  });

  it('goes back to the queue where the server stops, and fails after three starts that never ended', async () => {
    const { id } = await request(test);
    const stop = new AbortController();
    stop.abort();
    await work(test, stop.signal);
    expect(await readRun(test, id)).toMatchObject({ state: 'queued' });
    for (let n = 0; n < 3; n++) {
      expect((await claimRun(test.server))?.id).toBe(id);
      world.clock.jump(31_000);
    }
    expect(await work(test)).toBe(false);
    expect(await readRun(test, id)).toMatchObject({ state: 'failed', failure: 'interrupted' });
  });

  it('refuses the eleventh that waits', async () => {
    for (let n = 0; n < 10; n++) await request(test);
    const answer = await call(test, test.admin, 'POST', '/api/reports/runs', {
      payload: { definition_id: null, name: 'One more', report: SPEC },
    });
    expect(answer.statusCode).toBe(422);
  });
});
