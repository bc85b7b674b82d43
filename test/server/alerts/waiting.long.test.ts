/** An alert that waits for approval: who takes it back, and decisions that hold only for the words that were read. */
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { auditEvents } from '../../../server/db/schema.ts';
import { call } from '../../support/server/playlist.ts';
import { openDesk, type Desk, type Refusal } from './desk.ts';

type Person = Awaited<ReturnType<Desk['test']['signIn']>>;
let desk: Desk;
let author: Person;
let colleague: Person;
beforeAll(async () => {
  desk = await openDesk();
  author = await desk.test.signIn('manager');
  colleague = await desk.test.signIn('manager');
});
afterAll(() => desk.test.close());

const REASON = { reason: 'The street is wrong.' };
async function waiting(by: Person = author): Promise<Alert> {
  const { id } = await desk.draft({}, by);
  return (await desk.act(id, 'submit', {}, by)).json<Alert>();
}

describe('an alert that waits for approval', () => {
  it('he takes back himself: it is a draft again, may be changed, and the audit log has it', async () => {
    const pending = await waiting();
    const taken = await desk.act(pending.id, 'withdraw', {}, author, pending.version);
    expect([taken.statusCode, taken.json()]).toMatchObject([
      200,
      { state: 'draft', submitted_by: null, reason: null },
    ]);
    const [event] = await desk.test.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.target_id, pending.id))
      .orderBy(desc(auditEvents.seq))
      .limit(1);
    expect(event).toMatchObject({ action: 'alerts.withdraw', actor_id: author.id });
    const changed = await call(desk.test, author, 'PATCH', `/api/alerts/${pending.id}`, {
      payload: { event: 'Flood' },
      version: taken.json<Alert>().version,
    });
    expect(changed.statusCode).toBe(200);
    expect((await desk.act(pending.id, 'submit', {}, author)).json()).toMatchObject({
      state: 'pending_approval',
      submitted_by: author.id,
    });
  });

  it('a colleague who may only draft leaves alone, and who may decide can take it back', async () => {
    const pending = await waiting();
    const refused = await desk.act(pending.id, 'withdraw', {}, colleague, pending.version);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: 'FORBIDDEN', details: { reason: 'not_own' } },
    ]);
    expect(await desk.read(pending.id)).toMatchObject({
      state: 'pending_approval',
      version: pending.version,
    });
    const taken = await desk.act(pending.id, 'withdraw', {}, desk.test.admin, pending.version);
    expect(taken.json()).toMatchObject({ state: 'draft' });
  });

  it('is not taken back after somebody else was faster, nor without the version that was read', async () => {
    const pending = await waiting();
    await desk.done(pending.id, 'approve');
    const late = await desk.act(pending.id, 'withdraw', {}, author, pending.version);
    expect([late.statusCode, late.json()]).toMatchObject([412, { error: 'VERSION_CONFLICT' }]);
    expect((await desk.act(pending.id, 'withdraw', {}, author)).json()).toMatchObject({
      error: 'VERSION_REQUIRED',
    });
    expect(await desk.read(pending.id)).toMatchObject({ state: 'active' });
  });
});

describe('a decision names the version that was read', () => {
  const prepare: Record<string, () => Promise<Alert>> = {
    submit: () => desk.draft(),
    publish: () => desk.draft(),
    approve: () => waiting(),
    reject: () => waiting(),
    cancel: async () => desk.done((await desk.draft()).id, 'publish'),
    'all-clear': async () => desk.done((await desk.draft()).id, 'publish'),
  };
  const needsReason = (verb: string) => verb === 'reject' || verb === 'cancel';
  it.each(Object.keys(prepare))('%s: another version is refused with the row as it is now', async verb => {
    const row = await prepare[verb]!();
    const body = needsReason(verb) ? REASON : {};
    const slower = await desk.act(row.id, verb, body, desk.test.admin, row.version - 1);
    expect([slower.statusCode, slower.json<Refusal>()]).toMatchObject([
      412,
      { error: 'VERSION_CONFLICT', details: { version: row.version, state: row.state } },
    ]);
    expect(await desk.read(row.id)).toMatchObject({ state: row.state, version: row.version });
    expect((await desk.act(row.id, verb, body, desk.test.admin, row.version)).statusCode).toBe(200);
  });
});
