/** Messages of CAP about one alert, in whatever order they come. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { alerts } from '../../../server/db/schema.ts';
import { call } from '../../support/server/playlist.ts';
import { eq } from 'drizzle-orm';
import { MINUTE_MS, openDesk, type Desk, type Refusal } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.test.close());
beforeEach(async () => {
  desk.test.admin = await desk.test.signIn('admin');
  for (const { id, state } of await listed('?limit=100'))
    if (state === 'active' || state === 'scheduled') await desk.act(id, 'cancel', { reason: 'Over.' });
  await desk.clock.advance(MINUTE_MS);
});
const listed = async (query: string) => (await desk.list(query)).json<{ items: Alert[] }>().items;
const named = async (identifier: string) =>
  (await listed(`?q=${identifier}`)).find(one => one.cap_key?.identifier === identifier)!;
/** Imports it, and answers what came of it. */
const take = async (identifier: string, more: Parameters<Desk['message']>[1] = {}) =>
  (await desk.imported(desk.message(identifier, { text: identifier, ...more }))).items[0]!;
const codes = ({ warnings }: Awaited<ReturnType<typeof take>>) => warnings.map(({ code }) => code);

it('a message that came shortly before its end, or after it, can be listed, read and acted on', async () => {
  await take('short-1', { expires: desk.at(0.5) });
  await take('short-2', { expires: desk.at(-1) });
  await take('short-3', { expires: desk.at(0.5), severity: 'Extreme' });
  for (const identifier of ['short-1', 'short-2', 'short-3']) {
    const row = await named(identifier);
    expect(row.ttl_s).toBeLessThan(60);
    expect(await desk.read(row.id)).toMatchObject({ id: row.id });
  }
  const cancelled = await desk.act((await named('short-1')).id, 'cancel', { reason: 'Over.' });
  expect(cancelled.json()).toMatchObject({ state: 'cancelled' });
  const other = await desk.test.signIn('owner');
  const pending = (await named('short-3')).id;
  expect((await desk.act(pending, 'approve', {}, other)).json()).toMatchObject({ state: 'active' });
  await take('short-4', { expires: desk.at(0.5), severity: 'Extreme' });
  await desk.clock.advance(MINUTE_MS);
  const over = await desk.act((await named('short-4')).id, 'approve', {}, other);
  expect([over.statusCode, over.json()]).toMatchObject([409, { error: 'STATE' }]);
});

describe('what names the first version acts on the live one', () => {
  it.each(['Cancel', 'Update'] as const)('%s', async msgType => {
    await take(`${msgType}-1`);
    const references = desk.reference(`${msgType}-1`);
    await take(`${msgType}-2`, { msgType: 'Update', references });
    await take(`${msgType}-3`, { msgType, references });
    expect(await desk.headlines()).toEqual(msgType === 'Cancel' ? [] : ['Update-3']);
  });
  it('although the first never came', async () => {
    const references = desk.reference('never');
    await take('after-1', { msgType: 'Update', references });
    await take('after-2', { msgType: 'Update', references });
    expect(await desk.headlines()).toEqual(['after-2']);
    await take('after-3', { msgType: 'Cancel', references });
    expect(await desk.headlines()).toEqual([]);
  });
  it('and one that is about two alerts makes them one', async () => {
    await take('two-1');
    await take('two-2');
    const references = `${desk.reference('two-1')} ${desk.reference('two-2')}`;
    await take('two-3', { msgType: 'Update', references });
    expect(await desk.headlines()).toEqual(['two-3']);
    await take('two-4', { msgType: 'Cancel', references: desk.reference('two-2') });
    expect(await desk.headlines()).toEqual([]);
  });
});

describe('an update that comes late changes nothing', () => {
  it.each(['Update', 'Cancel'] as const)('after a newer %s', async msgType => {
    await take(`late-${msgType}-1`, { sent: desk.at(-10) });
    const references = desk.reference(`late-${msgType}-1`, -10);
    await take(`late-${msgType}-3`, { msgType, references });
    const before = await desk.headlines();
    const late = await take(`late-${msgType}-2`, { msgType: 'Update', references, sent: desk.at(-5) });
    expect(codes(late)).toContain('late');
    expect(await desk.headlines()).toEqual(before);
    expect(await named(`late-${msgType}-2`)).toMatchObject({ state: 'superseded' });
  });
  it('after a newer cancel whose alert has not come yet', async () => {
    const references = desk.reference('gone-1', -10);
    await take('gone-3', { msgType: 'Cancel', references });
    const late = await take('gone-2', { msgType: 'Update', references, sent: desk.at(-5) });
    expect(codes(late)).toContain('late');
    await take('gone-1', { sent: desk.at(-10) });
    expect(await desk.headlines()).toEqual([]);
  });
  it('after people have cancelled the alert', async () => {
    await take('people-1', { sent: desk.at(-10) });
    await desk.act((await named('people-1')).id, 'cancel', { reason: 'A mistake.' });
    const references = desk.reference('people-1', -10);
    await take('people-2', { msgType: 'Update', references, sent: desk.at(-5) });
    expect(await desk.headlines()).toEqual([]);
  });
});

it('the cancel of an update that comes before it ends what the update replaces, and screens hear of it', async () => {
  await take('early-1');
  await take('early-3', { msgType: 'Cancel', references: desk.reference('early-2') });
  const before = await desk.pull();
  expect(before?.alerts).toHaveLength(1);
  await take('early-2', { msgType: 'Update', references: desk.reference('early-1') });
  expect(await desk.pull(`?since=${before!.version}`)).toMatchObject({ alerts: [] });
});

it('an update that waits for its approval ends nothing, not even an alert that comes after it', async () => {
  const references = desk.reference('wait-1');
  await take('wait-2', { msgType: 'Update', references, severity: 'Extreme' });
  await take('wait-1');
  expect(await desk.headlines()).toEqual(['wait-1']);
  const other = await desk.test.signIn('owner');
  const approved = await desk.act((await named('wait-2')).id, 'approve', {}, other);
  expect(approved.json()).toMatchObject({ state: 'active', alert_version: 3 });
  expect(await desk.headlines()).toEqual(['wait-2']);
});

describe('of what waits for people', () => {
  const approve = async (identifier: string) =>
    desk.act((await named(identifier)).id, 'approve', {}, await desk.test.signIn('owner'));
  const grave = { msgType: 'Update', severity: 'Extreme' } as const;

  it('the sender’s newer message takes the place', async () => {
    await take('queue-1', { sent: desk.at(-3) });
    const references = desk.reference('queue-1', -3);
    await take('queue-2', { ...grave, references, sent: desk.at(-2) });
    await take('queue-3', { msgType: 'Update', references });
    const refused = await approve('queue-2');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'STATE', details: { newest_id: (await named('queue-3')).id } },
    ]);
    expect(await desk.headlines()).toEqual(['queue-3']);
  });
  it.each([
    ['the older one first', ['pair-a', 'pair-b']],
    ['the newer one alone', ['pair-b', 'pair-a']],
  ])('two are approved: %s', async (name, order) => {
    const first = name.includes('older') ? 'o' : 'n';
    await take(`${first}-1`, { sent: desk.at(-3) });
    const references = desk.reference(`${first}-1`, -3);
    await take(`${first}-pair-a`, { ...grave, references, sent: desk.at(-2) });
    await take(`${first}-pair-b`, { ...grave, references, sent: desk.at(-1) });
    for (const identifier of order) await approve(`${first}-${identifier}`);
    expect(await desk.headlines()).toEqual([`${first}-pair-b`]);
  });
  it('nothing is left when the alert is cancelled', async () => {
    await take('end-1');
    const references = desk.reference('end-1');
    await take('end-2', { ...grave, references });
    await take('end-3', { msgType: 'Cancel', references });
    expect((await approve('end-2')).json<Refusal>()).toMatchObject({ error: 'STATE' });
    expect(await desk.headlines()).toEqual([]);
  });
});

it.each(['Draft', 'System'])('a message with status %s is kept and acts on no real alert', async status => {
  await take(`${status}-1`);
  const references = desk.reference(`${status}-1`);
  const cancel = await take(`${status}-2`, { msgType: 'Cancel', references, status });
  expect([cancel.action, codes(cancel)]).toMatchObject(['log', ['no_effect']]);
  await take(`${status}-3`, { msgType: 'Update', references, status });
  expect(await desk.headlines()).toEqual([`${status}-1`]);
  const kept = await desk.test.db
    .select()
    .from(alerts)
    .where(eq(alerts.cap_identifier, `${status}-2`));
  expect(kept).toMatchObject([{ msg_type: 'Cancel', state: 'archived', warnings: [{ code: 'no_effect' }] }]);
});

it('a cancel is read once, and no list shows it as an alert', async () => {
  await take('once-1');
  const cancel = { msgType: 'Cancel', references: desk.reference('once-1'), hasInfo: false } as const;
  expect(await take('once-2', cancel)).toMatchObject({ action: 'cancel' });
  expect(await take('once-2', cancel)).toMatchObject({ action: 'log' });
  expect(await named('once-2')).toBeUndefined();
});

it('our own document is known when it comes back, and a deleted draft may be imported again', async () => {
  desk.clock.jump(437);
  const made = await desk.draft();
  await desk.act(made.id, 'publish');
  const own = await call(desk.test, desk.test.admin, 'GET', `/api/alerts/${made.id}/cap.xml`);
  expect((await desk.imported(own.body)).items).toMatchObject([{ action: 'log' }]);
  const document = desk.message('again-1', { area: '' });
  await desk.imported(document);
  const { id, version } = await named('again-1');
  await call(desk.test, desk.test.admin, 'DELETE', `/api/alerts/${id}`, { version });
  expect((await desk.imported(document)).items).toMatchObject([{ action: 'create' }]);
  expect(await named('again-1')).toMatchObject({ state: 'draft' });
});

it('the preview says what the import would do, and does none of it', async () => {
  await take('look-1');
  const cancel = desk.message('look-2', { msgType: 'Cancel', references: desk.reference('look-1') });
  const preview = await desk.imported(cancel, '');
  expect(preview).toMatchObject({ items: [{ action: 'cancel' }], affected: 1 });
  expect(await desk.headlines()).toEqual(['look-1']);
  expect((await desk.imported(cancel)).items).toMatchObject([{ action: 'cancel' }]);
});
