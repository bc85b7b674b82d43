import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTEXT_TYPES, type ErrorRecord } from '../../../../shared/contract/trust/analytics.ts';
import type { clientErrorGroups } from '../../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { LIMITS } from '../../../../shared/contract/wire/limits.ts';
import { clientErrors } from '../../../../server/db/schema.ts';
import { sweepErrorRecords } from '../../../../server/trust/errorRecords/errors.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { manualClock } from '../../../support/clock.ts';
import { nextAddress, startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const URL = '/api/analytics/errors';
const RECORD: ErrorRecord = {
  url: '/api/devices?limit=25',
  error_type: 'timeout',
  error_message: 'Request timeout',
  http_status_code: 408,
  ttfb_ms: 30_000,
  retry_attempt: 2,
  max_attempts: 5,
  context_type: 'api',
  section_context: 'devices',
};

const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());
beforeEach(() => t.db.delete(clientErrors).then(() => undefined));

const send = (payload: unknown, remoteAddress = nextAddress()) =>
  t.app.inject({ method: 'POST', url: URL, payload: payload as object, remoteAddress });
const kept = () => t.db.select().from(clientErrors);

describe('error records', () => {
  it('OPEN-ANALYTICS-05 are taken from anybody with 204 and refused with 429 when they are a flood', async () => {
    await clock.advance(60_000 - (clock.now() % 60_000));
    const from = nextAddress();
    for (let n = 0; n < LIMITS.error_records.max; n++)
      expect((await send(RECORD, from)).statusCode).toBe(204);
    const refused = await send(RECORD, from);
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(RECORD)).statusCode).toBe(204);
    expect(await kept()).toHaveLength(LIMITS.error_records.max + 1);
  });

  it('API-11 come one in each call: an object is taken, an array is refused', async () => {
    expect((await send(RECORD)).body).toBe('');
    for (const several of [[RECORD], [RECORD, RECORD], []]) {
      const answer = await send(several);
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'VALIDATION']);
    }
    expect(await kept()).toHaveLength(1);
  });

  it('are kept as they came, with a time and without a word of who sent them', async () => {
    await send(RECORD);
    const [row] = await kept();
    const { id, at, ...rest } = row!;
    expect(rest).toEqual(RECORD);
    expect([typeof id, at.getTime()]).toEqual(['string', clock.now()]);
    const signed = { ...t.admin.headers, 'content-type': 'application/json' };
    await t.app.inject({ method: 'POST', url: URL, headers: signed, payload: RECORD });
    const rows = JSON.stringify(await kept());
    expect(rows).not.toContain(t.admin.id);
    expect(rows).not.toContain(t.tenant_id);
  });

  it('ANALYTICS-08 ANALYTICS-09 of each kind of context and each section are kept apart, and read as they came', async () => {
    const pairs = CONTEXT_TYPES.flatMap(type => [
      [type, 'editPlaylist'],
      [type, null],
    ]);
    for (const [context_type, section_context] of pairs)
      expect((await send({ ...RECORD, context_type, section_context })).statusCode).toBe(204);
    await send({ ...RECORD, context_type: 'worker', section_context: 'devices' });
    const answer = await t.app.inject({ url: URL, headers: t.admin.headers });
    const { groups, total } = answer.json<Answer<typeof clientErrorGroups>>();
    expect(total).toBe(pairs.length + 1);
    expect(groups.map(group => [group.context_type, group.section_context]).sort()).toEqual(
      [...pairs, ['worker', 'devices']].sort(),
    );
  });

  it.each([
    ['user_id', { ...RECORD, user_id: '1' }],
    ['ip', { ...RECORD, ip: '10.0.0.1' }],
    ['error_message', { ...RECORD, error_message: 'x'.repeat(201) }],
    ['error_type', { ...RECORD, error_type: 'crash' }],
    ['context_type', { ...RECORD, context_type: 'console' }],
    ['url', { ...RECORD, url: 'x'.repeat(2_049) }],
    ['http_status_code', { ...RECORD, http_status_code: 99 }],
    ['ttfb_ms', { ...RECORD, ttfb_ms: -1 }],
    ['retry_attempt', { ...RECORD, retry_attempt: 1.5 }],
    ['max_attempts', { ...RECORD, max_attempts: '5' }],
    ['section_context', { ...RECORD, section_context: 'x'.repeat(121) }],
  ])('are refused with a wrong or foreign %s', async (field, record) => {
    const answer = await send(record);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ details: object }>().details)).toEqual([field]);
    expect(await kept()).toEqual([]);
  });

  it('go after thirty days, in the hourly sweep', async () => {
    await send(RECORD);
    clock.jump(29 * DAY_MS);
    await send({ ...RECORD, error_message: 'a newer one' });
    await sweep(t.server);
    expect(await kept()).toHaveLength(2);
    clock.jump(2 * DAY_MS);
    await sweep(t.server);
    expect((await kept()).map(row => row.error_message)).toEqual(['a newer one']);
  });

  it('are never more than the disk was given for: the oldest go first', async () => {
    for (const error_message of ['one', 'two', 'three', 'four', 'five']) {
      await send({ ...RECORD, error_message });
      await clock.advance(1);
    }
    await t.server.tenantTransactions.acrossTenants(tx => sweepErrorRecords(tx, clock.now(), 3));
    expect((await kept()).map(row => row.error_message).sort()).toEqual(['five', 'four', 'three']);
    await t.server.tenantTransactions.acrossTenants(tx => sweepErrorRecords(tx, clock.now(), 3));
    expect(await kept()).toHaveLength(3);
  });
});
