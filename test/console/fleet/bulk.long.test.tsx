import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const cabs = [1, 2, 3].map(n => deviceRow(n));
const BATCH = idOf(77);
const ALL = '/api/device-commands';
const open = (answers: Answers = {}, role: Role = 'admin', path = '/admin/devices?q=cab') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/devices': () => listOf(cabs, { total: 60 }),
      'GET /api/saved-views': () => listOf([]),
      [`GET ${ALL}/reach`]: () =>
        json({ takes: 2, refused: [{ state: 'suspended', count: 1, names: ['Cab 1103'] }] }),
      [`POST ${ALL}`]: () => json({ batch_id: BATCH, ok: [], failed: [] }),
      [`GET ${ALL}`]: () => listOf([], { facets: { state: { queued: 12, delivered: 8, failed: 1 } } }),
      ...answers,
    }),
  });
const box = (name: string) => screen.findByRole('checkbox', { name });
const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole('button', { name }));

async function begin() {
  press('Send a command…', await screen.findByRole('region', { name: 'Selected rows' }));
  return screen.findByRole('dialog', { name: 'Send a command' });
}

describe('many screens at once', () => {
  it('says whom it reaches and who is deaf to it, then how far it is with each', async () => {
    const { to } = await open();
    fireEvent.click(await box('Select Cab 1101'));
    fireEvent.click(await box('Select Cab 1103'));
    const dialog = await begin();
    await within(dialog).findByText('2 screens will receive it.');
    expect(within(dialog).getByText('1 will not (Suspended): Cab 1103')).toBeTruthy();
    press('Send to 2 screens', dialog);
    await waitFor(() =>
      expect(to(ALL).find(call => call.method === 'POST')?.body).toEqual({
        device_ids: [cabs[0]!.id, cabs[2]!.id],
        command: { kind: 'refresh_content', params: {} },
      }),
    );
    const batch = await screen.findByRole('region', { name: 'Bulk command' });
    await within(batch).findByText('Waiting for the screen: 12');
    for (const text of ['Delivered: 8', 'Failed: 1']) expect(within(batch).getByText(text)).toBeTruthy();
    expect(new URLSearchParams(location.search).get('batch')).toBe(BATCH);
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  });

  it('reaches all that match beyond the page, by what the list was narrowed by', async () => {
    const { to } = await open();
    fireEvent.click(await box('Select all on this page'));
    fireEvent.click(await screen.findByRole('button', { name: 'Select all: 60 screens' }));
    const dialog = await begin();
    await within(dialog).findByText('2 screens will receive it.');
    expect(to(`${ALL}/reach`)[0]?.url.searchParams.get('q')).toBe('cab');
    press('Send to 2 screens', dialog);
    await waitFor(() =>
      expect(to(ALL).find(call => call.method === 'POST')?.body).toMatchObject({ filter: { q: 'cab' } }),
    );
  });

  it('asks once more, naming how many, before it takes something away', async () => {
    const { to } = await open();
    fireEvent.click(await box('Select Cab 1101'));
    const dialog = await begin();
    await within(dialog).findByText('2 screens will receive it.');
    fireEvent.change(within(dialog).getByLabelText('Command'), { target: { value: 'unpair' } });
    press('Send to 2 screens', dialog);
    const sure = await screen.findByRole('dialog', { name: 'Unpair 2 screens?' });
    expect(to(ALL).filter(call => call.method === 'POST')).toEqual([]);
    press('Unpair', sure);
    await waitFor(() => expect(to(ALL).filter(call => call.method === 'POST')).toHaveLength(1));
  });

  it('takes back what still waits', async () => {
    const { to } = await open(
      { [`POST ${ALL}/batches/${BATCH}/cancel`]: () => json({ cancelled: 20 }) },
      'admin',
      `/admin/devices?batch=${BATCH}`,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel 20 waiting commands' }));
    expect(await screen.findByText('Cancelled 20 commands')).toBeTruthy();
    expect(to(`${ALL}/batches/${BATCH}/cancel`)).toHaveLength(1);
  });

  it('is not offered to who may not ask', async () => {
    await open({}, 'analyst');
    await screen.findByText('Cab 1101');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});
