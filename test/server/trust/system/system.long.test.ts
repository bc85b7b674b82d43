/** The state of the platform: what it says, what it warns of, and what it does by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../shared/contract/trust/audit.ts';
import type { SystemStatus } from '../../../../shared/contract/trust/system.ts';
import type { systemDiagnostics, systemJobs } from '../../../../shared/contract/trust/system.ts';
import type { clientErrorGroups } from '../../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { clientErrors, jobs } from '../../../../server/db/schema.ts';
import { noteBackup } from '../../../../server/trust/system/backupNote.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { dateOf, instant } from '../../../../shared/clock.ts';
import { manualClock } from '../../../support/clock.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

type Agent = Awaited<ReturnType<TestServer['signIn']>>;
const DAY_MS = 86_400_000;
const SECRET = 'ab'.repeat(32);
const clock = manualClock();
let test: TestServer;
let admin: Agent;
const signIn = async () => (admin = await test.signIn('staff_admin', await platformOf(test)));
beforeAll(async () => {
  test = await startTestServer({ clock, mail: 'real', config: { secret: SECRET, ffmpeg: '/no/ffmpeg' } });
  await signIn();
});
afterAll(() => test.close());

const read = async <T>(path: string) => {
  const answer = await call(test, admin, 'GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
const status = () => read<SystemStatus>('/api/system/status');
const work = async (name: string) => {
  const { periodic } = await read<Answer<typeof systemJobs>>('/api/system/jobs');
  return periodic.find(one => one.name === name);
};
const run = (name: string) => call(test, admin, 'POST', `/api/system/jobs/${name}/run`);

describe('the status', () => {
  it('names versions, sizes and what is connected, as they are', async () => {
    const found = await status();
    expect(found.server.version).toBe(test.server.appVersion);
    expect(found.database.engine).toBe(test.server.engine);
    expect(found.database.version).toMatch(/^\d+\.\d+/);
    expect(found.database.bytes).toBeGreaterThan(1_000_000);
    expect(
      found.database.tables.every(({ bytes }, nth, all) => nth === 0 || bytes <= all[nth - 1]!.bytes),
    ).toBe(true);
    expect(found.disk.total_bytes).toBeGreaterThan(found.disk.free_bytes);
    expect([found.ffmpeg, found.mail, found.certificate_until]).toEqual([null, 'files', null]);
    expect(found.screens).toEqual({ paired: 0, online: 0 });
  });

  it('AMBIG-TENANT-01 warns while more than one customer stands under spec, and not under strict', async () => {
    const before = (await status()).tenancy.customers;
    expect(before).toBe(1);
    expect((await status()).warnings).not.toContain('tenant_access');
    await test.addTenant('second');
    expect((await status()).tenancy).toEqual({ access: 'spec', customers: 2 });
    expect((await status()).warnings).toContain('tenant_access');
    const { config } = test.server;
    config.tenantAccess = 'strict';
    try {
      expect((await status()).warnings).not.toContain('tenant_access');
    } finally {
      config.tenantAccess = 'spec';
    }
  });

  it('warns of what was given up, and of a backup that is a week old', async () => {
    expect((await status()).warnings).toEqual(['tenant_access', 'no_mail_server', 'no_ffmpeg']);
    noteBackup(test.server.config.dataDir, instant(clock.now() - 8 * DAY_MS));
    await test.db.insert(jobs).values({
      ...{ id: uuid7(clock.now()), tenant_id: test.tenant_id, kind: 'mail', payload: '', state: 'failed' },
      ...{ tries: 15, failure: 'ECONNREFUSED', due_at: dateOf(clock.now()) },
      ...{ created_at: dateOf(clock.now() - DAY_MS), ended_at: dateOf(clock.now()) },
    });
    expect((await status()).warnings.slice(0, 2)).toEqual(['jobs_failed', 'backup_old']);
    const { queues } = await read<Answer<typeof systemJobs>>('/api/system/jobs');
    expect(queues[0]).toMatchObject({ name: 'mail', failed: 1, failure: 'ECONNREFUSED' });
    noteBackup(test.server.config.dataDir, instant(clock.now() - DAY_MS));
    expect((await status()).warnings).not.toContain('backup_old');
  });
});

describe('what the server does by itself', () => {
  it('is started by hand, noted with its time, and stands in the audit log', async () => {
    expect(await work('retention')).toMatchObject({ last: null, is_running: false, every_ms: 3_600_000 });
    const answer = await run('retention');
    expect([answer.statusCode, answer.json<{ name: string }>().name]).toEqual([200, 'retention']);
    await expect.poll(async () => (await work('retention'))?.last?.failure, { timeout: 10_000 }).toBeNull();
    const log = await read<{ items: AuditEvent[] }>('/api/audit-events');
    expect(log.items[0]).toMatchObject({ action: 'system.jobs.run', detail: { target_name: 'retention' } });
  });

  it('shows a run that failed by its code, and warns of it until one goes well', async () => {
    let fails = true;
    const stop = test.server.periodic.start(
      'weather',
      60_000,
      () => (fails ? Promise.reject(Object.assign(new Error('no'), { code: 'ENOSPC' })) : Promise.resolve()),
      () => {},
    );
    await run('weather');
    await expect.poll(async () => (await work('weather'))?.last?.failure).toBe('ENOSPC');
    expect((await status()).warnings).toContain('task_failed');
    fails = false;
    await run('weather');
    await expect.poll(async () => (await work('weather'))?.last?.failure).toBeNull();
    expect((await status()).warnings).not.toContain('task_failed');
    stop();
  });

  it('runs once where it is asked for twice, and what this process has not is refused', async () => {
    let runs = 0;
    let end = () => {};
    test.server.periodic.add(
      'feeds',
      60_000,
      () => new Promise<void>(done => ((runs += 1), (end = done))),
      () => {},
    );
    await run('feeds');
    await run('feeds');
    expect([runs, (await work('feeds'))?.is_running]).toEqual([1, true]);
    end();
    expect((await run('campaigns')).json<{ error: string }>().error).toBe('STATE');
    expect((await run('format-disk')).statusCode).toBe(404);
  });
});

describe('errors of browsers', () => {
  const report = (error_message: string, daysAgo: number) => ({
    ...{ id: uuid7(clock.now()), at: dateOf(clock.now() - daysAgo * DAY_MS), url: '/api/devices' },
    ...{ error_type: 'timeout' as const, context_type: 'api' as const, section_context: 'devices' },
    ...{ error_message, http_status_code: 504, ttfb_ms: 9_000, retry_attempt: 1, max_attempts: 3 },
  });
  it('are counted together where they are alike, the most frequent first, within the days asked for', async () => {
    const rows = [report('once', 1), report('often', 1), report('often', 2), report('often', 20)];
    await test.db.insert(clientErrors).values(rows);
    const errors = (days: number) =>
      read<Answer<typeof clientErrorGroups>>(`/api/analytics/errors?days=${days}`);
    const week = await errors(7);
    expect(week.groups.map(group => [group.error_message, group.count])).toEqual([
      ['often', 2],
      ['once', 1],
    ]);
    expect([week.total, week.more]).toEqual([3, 0]);
    expect(week.groups[0]?.last_at).toBe(instant(clock.now() - DAY_MS));
    expect((await errors(30)).total).toBe(4);
    expect((await call(test, admin, 'GET', '/api/analytics/errors?days=31')).statusCode).toBe(400);
  });
});

it('the file for whoever helps holds no secret, no address and nobody’s name', async () => {
  const answer = await call(test, admin, 'GET', '/api/system/diagnostics');
  const { settings, jobs: work } = answer.json<Answer<typeof systemDiagnostics>>();
  expect(settings).toMatchObject({ tenant_access: 'spec', secret_from_environment: true, tls: false });
  expect(work.periodic.length).toBeGreaterThan(0);
  for (const text of [SECRET, '@', test.server.config.dataDir, test.server.config.databaseUrl ?? SECRET])
    expect(answer.body).not.toContain(text);
});
