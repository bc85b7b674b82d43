import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { useSave } from '../../../console/kit/useSave.ts';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { savedViews } from '../../../shared/contract/identity/savedView.ts';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { createQueryClient, read } from '../../../shared/net/queries.ts';
import { idOf } from '../../support/console/content.ts';
import { json, listOf, refusal, type Answers } from '../../support/console/console.tsx';
import { begin } from '../../support/console/session.ts';

afterEach(cleanup);

const input = { params: { id: idOf(1) }, version: 1, body: { name: 'Harbour' } };
const ROW = `/api/device-groups/${idOf(1)}`;
const READS = [deviceGroups.list, devices.list, savedViews.list] as const;

/** A page that shows groups, screens and saved views. */
async function openPage(answers: Answers) {
  const { session, to } = begin({
    ...Object.fromEntries(READS.map(({ path }) => [`GET ${path}`, () => listOf([])])),
    ...answers,
  });
  const queries = createQueryClient();
  for (const endpoint of READS as readonly Endpoint[]) {
    const options = read(session.client, endpoint, {});
    await queries.fetchQuery(options);
    new QueryObserver(queries, options).subscribe(() => undefined);
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AuthProvider session={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </AuthProvider>
  );
  const { result } = renderHook(() => useSave(), { wrapper });
  const fetchedAgain = () => READS.map(({ path }) => path).filter(path => to(path).length > 1);
  return { save: result.current, fetchedAgain, to };
}

it('a save fetches again what its write touches and leaves the rest of the page alone', async () => {
  const { save, fetchedAgain } = await openPage({ [`PATCH ${ROW}`]: () => json({}) });
  await save(client => client.call(deviceGroups.patch, input));
  expect(fetchedAgain()).toEqual(['/api/device-groups', '/api/devices']);
});

it('so does a write that may wait, once it was sent', async () => {
  const { save, fetchedAgain } = await openPage({ [`PATCH ${ROW}`]: () => json({}) });
  await save(client => client.write(deviceGroups.patch, input, { type: 'x', description: 'A change' }));
  expect(fetchedAgain()).toEqual(['/api/device-groups', '/api/devices']);
});

it('a save that only reads fetches nothing again, and neither does one that is refused', async () => {
  const { save, fetchedAgain, to } = await openPage({
    [`GET ${ROW}`]: () => json({}),
    [`PATCH ${ROW}`]: () => refusal('FORBIDDEN'),
  });
  await save(client => client.call(deviceGroups.read, input));
  await expect(save(client => client.call(deviceGroups.patch, input))).rejects.toThrow();
  expect(to(ROW)).toHaveLength(2);
  expect(fetchedAgain()).toEqual([]);
});
