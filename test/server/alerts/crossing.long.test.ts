/** Messages that arrive at the same moment over several keys: as if they had come one after the other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PoliceAlert } from '../../../shared/contract/alerts/policeCalls.ts';
import { openDesk, type Desk } from './desk.ts';

const ROUNDS = 6;
const SAME = 20;
let desk: Desk;
let keys: string[] = [];
beforeAll(async () => {
  desk = await openDesk();
  keys = [await desk.key(), await desk.key(), await desk.key()];
});
afterAll(() => desk.test.close());
const rounds = Array.from({ length: ROUNDS }, (_, n) => n);
const [ok, again] = [200, 409];

it.each(rounds)('an alert and its cancel leave nothing on the screens (%i)', async n => {
  const references = desk.reference(`A-${n}`);
  const both = [
    () => desk.send(keys[0]!, desk.message(`A-${n}`)),
    () => desk.send(keys[1]!, desk.message(`A-${n}-x`, { msgType: 'Cancel', references })),
  ];
  if (n % 2 === 1) both.reverse();
  const answers = await Promise.all(both.map(one => one()));
  expect(answers.map(one => one.statusCode)).toEqual([ok, ok]);
  expect(await desk.headlines()).toEqual([]);
});

it.each(rounds)('an alert and its update leave the update alone (%i)', async n => {
  const references = desk.reference(`B-${n}`);
  await Promise.all([
    desk.send(keys[0]!, desk.message(`B-${n}`, { text: 'the first' })),
    desk.send(keys[1]!, desk.message(`B-${n}-u`, { msgType: 'Update', references, text: 'the update' })),
  ]);
  expect(await desk.headlines()).toEqual(['the update']);
  await desk.send(keys[2]!, desk.message(`B-${n}-x`, { msgType: 'Cancel', references }));
});

it.each(rounds)('two updates and a cancel by its address leave nothing on the screens (%i)', async n => {
  const { id } = (await desk.send(keys[0]!, desk.message(`C-${n}`))).json<PoliceAlert>();
  const [one, two] = await Promise.all([
    desk.send(keys[0]!, desk.message(`C-${n}-1`, { msgType: 'Update', text: 'one' }), `/${id}/update`),
    desk.send(keys[1]!, desk.message(`C-${n}-2`, { msgType: 'Update', text: 'two' }), `/${id}/update`),
    desk.sendJson(keys[2]!, {}, `/${id}/cancel`),
  ]);
  expect([ok, again]).toContain(one.statusCode);
  expect([ok, again]).toContain(two.statusCode);
  expect(await desk.headlines()).toEqual([]);
});

it('the same message many times at once is taken once', async () => {
  const message = desk.message('D-1');
  const answers = await Promise.all(
    Array.from({ length: SAME }, (_, n) => desk.send(keys[n % keys.length]!, message)),
  );
  const codes = answers.map(one => one.statusCode).sort();
  expect(codes).toEqual([ok, ...Array<number>(SAME - 1).fill(again)]);
});
