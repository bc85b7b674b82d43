/** Where plays were, as a report says it: no cell of the map that only a few were in. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertPlayRows, type PlayRow } from '../proof/analyticsPlays.ts';
import { preview } from './making.ts';
import { HOUR_MS, makeReportWorld, type ReportWorld } from './world.ts';

let world: ReportWorld;
let test: ReportWorld['test'];
beforeAll(async () => {
  world = await makeReportWorld();
  ({ test } = world);
});
beforeEach(() => world.clear());
afterAll(() => test.close());

const played = (n: number, fix: PlayRow['fix']) =>
  Array.from({ length: n }, (_, i) => world.play(30 * HOUR_MS + i, { fix }));
const SQUARE = { lat: 38.7372, lng: -9.1445 };
const HARBOUR = { lat: 38.7572, lng: -9.1445 };
const DEPOT = { lat: 38.7772, lng: -9.1445 };
const [PLACE, PLAYS] = [2, 3];
async function placesOf() {
  const { rows } = await preview(test, { preset: 'statement' });
  return rows.map(row => [row[PLACE], row[PLAYS]]);
}

it('S10 names no cell with nine plays, and names it with ten', async () => {
  await insertPlayRows(test, test.tenant_id, [...played(10, SQUARE), ...played(9, HARBOUR)]);
  expect(await placesOf()).toEqual([
    ['38.735, -9.145', 10],
    ['Places with fewer than 10 plays', 9],
  ]);
  await insertPlayRows(test, test.tenant_id, played(1, HARBOUR));
  expect((await placesOf()).map(([place]) => place).sort()).toEqual(['38.735, -9.145', '38.755, -9.145']);
});

it('S10 puts all that few were in together, apart from plays without a place', async () => {
  await insertPlayRows(test, test.tenant_id, [
    ...played(9, HARBOUR),
    ...played(9, DEPOT),
    ...played(20, null),
  ]);
  expect(await placesOf()).toEqual([
    [expect.not.stringContaining('fewer'), 20],
    ['Places with fewer than 10 plays', 18],
  ]);
});
