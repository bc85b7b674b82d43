/** What a partner is answered, by reference and by the address of the alert. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoliceAlert } from '../../../../shared/contract/alerts/policeCalls.ts';
import { openDesk, type Desk, type Refusal } from '../desk.ts';

let desk: Desk;
let key = '';
beforeAll(async () => {
  desk = await openDesk();
  key = await desk.key({ rate_per_min: 60 });
});
afterAll(() => desk.test.close());
const send = async (identifier: string, more: Parameters<Desk['message']>[1] = {}, path = '', by = key) =>
  desk.send(by, desk.message(identifier, { text: identifier, ...more }), path);
const sent = async (...of: Parameters<typeof send>) => (await send(...of)).json<PoliceAlert>();
const JUST_INFO = { error: 'VALIDATION', details: { code: 'msgType' } };

describe('a cancel', () => {
  it('answers that the alert is cancelled, and a second time that it was received', async () => {
    await send('C-1');
    const cancel = { msgType: 'Cancel', references: desk.reference('C-1') };
    expect(await sent('C-2', cancel)).toMatchObject({ identifier: 'C-1', state: 'cancelled' });
    expect((await send('C-2', cancel)).json()).toMatchObject({ error: 'DUPLICATE' });
    const early = { msgType: 'Cancel', references: desk.reference('C-9') };
    expect(await sent('C-3', early)).toMatchObject({ id: null, state: 'cancelled' });
    expect((await send('C-3', early)).statusCode).toBe(409);
  });
  it('by the address of an older version ends the live one; as CAP, as JSON, and with a key for cancels alone', async () => {
    const only = await desk.key({ scopes: ['alerts:cancel'] });
    for (const [n, end] of [
      (path: string) => send('D-cap', { msgType: 'Cancel', hasInfo: false }, path, only),
      (path: string) => desk.sendJson(only, { reason: 'The road is open.' }, path),
      (_path: string) => send('D-ref', { msgType: 'Cancel', references: desk.reference('D-2') }, '', only),
    ].entries()) {
      const first = await sent(`D-${n}`);
      const next = await sent(`D-${n}-b`, { msgType: 'Update' }, `/${first.id}/update`);
      expect([next.state, next.warnings.map(({ code }) => code)]).toEqual(['active', ['no_expires']]);
      const answer = await end(`/${first.id}/cancel`);
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { id: next.id, state: 'cancelled' }]);
      const again = await desk.sendJson(only, {}, `/${first.id}/cancel`);
      expect(again.json<Refusal>()).toMatchObject({
        ...{ error: 'STATE', details: { status: 'superseded', newest_id: next.id } },
      });
    }
    expect((await send('D-9', {}, '', only)).json<Refusal>().details.reason).toBe('scope');
    expect(await desk.headlines()).toEqual([]);
    const wrong = await desk.sendJson(only, { reason: 5 }, `/${(await sent('D-10')).id}/cancel`);
    expect(wrong.json()).toMatchObject({ error: 'VALIDATION', details: { reason: [expect.any(String)] } });
    await send('D-11', { msgType: 'Cancel', references: desk.reference('D-10') });
  });
  it('is no update, with whatever key', async () => {
    const { id } = await sent('E-1');
    for (const msgType of ['Cancel', 'Ack', 'Error'])
      expect((await send('E-2', { msgType, hasInfo: false }, `/${id}/update`)).json()).toMatchObject(
        JUST_INFO,
      );
    expect((await send('E-3', {}, `/${id}/cancel`)).json()).toMatchObject(JUST_INFO);
    expect(await desk.headlines()).toEqual(['E-1']);
    await desk.sendJson(key, {}, `/${id}/cancel`);
  });
});

it('an acknowledgement is kept and is not called a second one', async () => {
  const first = await send('F-1', { msgType: 'Ack', hasInfo: false, references: desk.reference('C-1') });
  expect([first.statusCode, first.json()]).toMatchObject([200, { id: null, state: 'archived' }]);
});

it('the reason of a rejection is told', async () => {
  const { id } = await sent('G-1', { severity: 'Extreme' });
  const owner = await desk.test.signIn('owner');
  await desk.act(id!, 'reject', { reason: 'Not our city.' }, owner);
  expect(await desk.status(key, id!)).toMatchObject({ state: 'rejected', reason: 'Not our city.' });
});

it('a key for tests does not read a real alert', async () => {
  const { id } = await sent('H-1');
  const trial = await desk.key({ env: 'test' });
  expect(await desk.status(trial, id!)).toMatchObject({ error: 'SCOPE', details: { reason: 'test_only' } });
});
