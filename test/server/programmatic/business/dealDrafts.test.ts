import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deal } from '../../../../shared/contract/programmatic/deal.ts';
import { makeWorld, type World } from '../../attacks/world.ts';
import { call, type CallOptions } from '../../../support/server/playlist.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.close());

it('a draft of a deal is deleted and restored, what was proposed stays', async () => {
  const by = await world.test.signIn('manager', world.other_tenant);
  const { draft, proposed } = world.theirs.partners.deal;
  const at = (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', path: string, asked: CallOptions = {}) =>
    call(world.test, by, method, `/api/programmatic/deals/${path}`, asked);
  expect((await at('DELETE', proposed, { version: 1 })).json()).toMatchObject({ error: 'STATE' });
  expect((await at('DELETE', draft, { version: 1 })).statusCode).toBe(204);
  expect((await at('PATCH', draft, { payload: { name: 'Other' }, version: 2 })).statusCode).toBe(404);
  expect((await at('POST', `${draft}/propose`)).statusCode).toBe(404);
  const gone = await at('GET', '?deleted=1');
  expect(gone.json<{ items: Deal[] }>().items.map(({ id }) => id)).toContain(draft);
  expect((await at('POST', `${draft}/restore`)).json()).toMatchObject({ state: 'draft', deleted_at: null });
  expect((await at('POST', `${draft}/propose`)).json()).toMatchObject({ state: 'proposed' });
});
