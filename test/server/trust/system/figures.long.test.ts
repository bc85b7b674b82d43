/** The figures for Prometheus, and what is drawn and alerted from them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemStatus } from '../../../../shared/contract/trust/system.ts';
import { makeScreen } from '../../../support/device.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const OPERATE = join(import.meta.dirname, '../../../../docs/operate');
const scrape = async ({ app }: TestServer) => {
  const answer = await app.inject('/metrics');
  expect(answer.statusCode).toBe(200);
  return answer.payload;
};
/** The value of a figure without labels, or with this one. */
const valueOf = (text: string, figure: string) => {
  const line = text.split('\n').find(one => one.startsWith(`${figure} `));
  return line === undefined ? null : Number(line.slice(figure.length));
};

describe('the figures', () => {
  it('are those of the status page', async () => {
    await makeScreen(test).pair(test.admin);
    const admin = await test.signIn('staff_admin', await platformOf(test));
    const status = (await call(test, admin, 'GET', '/api/system/status')).json<SystemStatus>();
    const text = await scrape(test);
    expect(valueOf(text, 'wayside_screens_paired')).toBe(status.screens.paired);
    expect(valueOf(text, 'wayside_disk_total_bytes')).toBe(status.disk.total_bytes);
    expect(valueOf(text, 'wayside_database_up')).toBe(1);
    expect(valueOf(text, 'wayside_warning{code="no_mail_server"}')).toBe(
      status.warnings.includes('no_mail_server') ? 1 : 0,
    );
    expect(valueOf(text, 'wayside_queue_waiting{queue="mail"}')).toBe(0);
    expect(valueOf(text, 'wayside_last_backup_timestamp_seconds')).toBeNull();
  });

  it('say that the database is gone, and nothing that only it would know', async () => {
    const other = await startTestServer();
    await scrape(other);
    await other.server.close();
    const text = await scrape(other);
    expect(valueOf(text, 'wayside_database_up')).toBe(0);
    expect(valueOf(text, 'wayside_screens_paired')).toBeNull();
    expect(valueOf(text, 'wayside_queue_waiting{queue="mail"}')).toBeNull();
    expect(text).toContain('wayside_http_seconds_count');
    await other.close().catch(() => undefined);
  });

  it.each(['alerts.yml', 'dashboard.json'])('has every one that %s names', async file => {
    const text = await scrape(test);
    const named =
      readFileSync(join(OPERATE, file), 'utf8').match(/\b(wayside|nodejs|process)_[a-z_0-9]+/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    const figures = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, figure = '']) => figure));
    const plain = (figure: string) => figure.replace(/_(bucket|count|sum)$/, '');
    expect([...new Set(named)].filter(one => !figures.has(one) && !figures.has(plain(one)))).toEqual([]);
  });
});
