import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceRow, idOf, playlistRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
});

/** An open device is read again this often. */
const REFRESH_MS = 15_000;

const open = (path: string, answers: Answers, role: 'admin' | 'analyst' = 'admin') =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(person(role), answers) });
const loops = [1, 2, 3].map(n => playlistRow(n, { name: `Loop ${n}` }));
const lists = { 'GET /api/playlists': () => listOf(loops) };

describe('list', () => {
  it('asks once for what was typed, 250 ms after the last key, and keeps it in the address', async () => {
    const { to } = await open('/playlists', lists);
    await screen.findByText('Loop 1');
    const field = screen.getByPlaceholderText('Search by name');
    for (const q of ['t', 'tr', 'tra', 'tram']) fireEvent.change(field, { target: { value: q } });
    await waitFor(() => expect(location.search).toBe('?q=tram'));
    expect(to('/api/playlists').map(call => call.url.searchParams.get('q'))).toEqual([null, 'tram']);
  });

  it('shows what the address says: order, page and filter', async () => {
    const { to } = await open('/playlists?sort=-updated_at&page=2&status=draft', {
      'GET /api/playlists': () => listOf(loops, { total: 60 }),
    });
    await screen.findByText('Loop 1');
    expect(Object.fromEntries(to('/api/playlists')[0]!.url.searchParams)).toEqual({
      sort: '-updated_at',
      status: 'draft',
      limit: '25',
      offset: '25',
    });
    expect(screen.getByText('2 / 3')).toBeTruthy();
  });

  it('sorts by pressing a head, which says how it is sorted', async () => {
    const { to } = await open('/playlists', lists);
    const head = () => screen.getByRole('columnheader', { name: 'Name' });
    await screen.findByText('Loop 1');
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(within(head()).getByRole('button'));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    await waitFor(() => expect(to('/api/playlists').at(-1)?.url.searchParams.get('sort')).toBe('-name'));
  });

  it('never lets an old answer stand over a newer one', async () => {
    const held: Record<string, (response: Response) => void> = {};
    await open('/playlists', {
      'GET /api/playlists': ({ url }) => {
        const q = url.searchParams.get('q');
        return q === null ? listOf(loops) : new Promise(done => (held[q] = done));
      },
    });
    await screen.findByText('Loop 1');
    const field = screen.getByPlaceholderText('Search by name');
    fireEvent.change(field, { target: { value: 'old' } });
    await waitFor(() => expect(held.old).toBeDefined());
    fireEvent.change(field, { target: { value: 'new' } });
    await waitFor(() => expect(held.new).toBeDefined());
    held.new!(listOf([playlistRow(8, { name: 'New answer' })]));
    await screen.findByText('New answer');
    held.old!(listOf([playlistRow(9, { name: 'Old answer' })]));
    await new Promise(done => setTimeout(done, 50));
    expect(screen.queryByText('Old answer')).toBeNull();
  });

  it('API-23 says of a refusal where it failed, with the number of the request, and tries again', async () => {
    let broken = true;
    await open('/playlists', { 'GET /api/playlists': () => (broken ? refusal('FORBIDDEN') : listOf(loops)) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Request req-7');
    expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Playlists' })).toBeTruthy();
    broken = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Loop 1')).toBeTruthy();
  });

  it('API-23 says of a record that is not there that it is not, and takes it for no crash', async () => {
    const crashes: unknown[] = [];
    const crash = (event: Event) => crashes.push(event);
    for (const name of ['error', 'unhandledrejection']) addEventListener(name, crash);
    const id = '00000000-0000-7000-8000-000000000009';
    await open(`/playlists/${id}`, {
      ...lists,
      [`GET /api/playlists/${id}`]: () => refusal('NOT_FOUND'),
      [`GET /api/playlists/${id}/items`]: () => refusal('NOT_FOUND'),
    });
    expect(await screen.findByText('Request req-7')).toBeTruthy();
    for (const name of ['Something went wrong', 'Page Error'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
    expect(screen.queryByText('This section stopped working.')).toBeNull();
    for (const name of ['error', 'unhandledrejection']) removeEventListener(name, crash);
    expect(crashes).toEqual([]);
  });

  it('tells nothing yet from no match', async () => {
    await open('/playlists?q=zzz', { 'GET /api/playlists': () => listOf([]) });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Clear filters' }))[0]!);
    expect(await screen.findByText('No playlists yet')).toBeTruthy();
    expect(location.search).toBe('');
    expect(screen.getAllByRole('link', { name: 'New playlist' })).toHaveLength(2);
  });

  it('draws no button for what a role may not do', async () => {
    await open('/playlists', { 'GET /api/playlists': () => listOf([]) }, 'analyst');
    await screen.findByText('No playlists yet');
    expect(screen.queryByRole('link', { name: 'New playlist' })).toBeNull();
  });

  it('walks over the rows by j and k and to the search by a slash', async () => {
    await open('/playlists', lists);
    await screen.findByText('Loop 1');
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const name = () => document.activeElement?.textContent;
    press('j');
    press('j');
    expect(name()).toBe('Loop 2');
    press('k');
    expect(name()).toBe('Loop 1');
    press('/');
    expect(document.activeElement?.getAttribute('type')).toBe('search');
    press('j');
    expect(document.activeElement?.getAttribute('type')).toBe('search');
  });
});

describe('deleting', () => {
  const openMenu = async (name: string) => {
    const trigger = await screen.findByRole('button', { name: `Actions for ${name}` });
    fireEvent.click(trigger);
  };

  it('names the version it has seen and can be undone', async () => {
    const path = `/api/playlists/${loops[0]!.id}`;
    const { to } = await open('/playlists', {
      ...lists,
      [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
      [`POST ${path}/restore`]: () => json(loops[0]),
    });
    await openMenu('Loop 1');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(to(`${path}/restore`)).toHaveLength(1));
    expect(to(path)[0]?.headers.get('if-match')).toBe('"1"');
  });

  it('shows where a thing is used when it cannot be deleted', async () => {
    await open('/playlists', {
      ...lists,
      [`DELETE /api/playlists/${loops[0]!.id}`]: () =>
        refusal('IN_USE', { by: 'devices', used_in: [{ id: idOf(5), name: 'Cab 1182' }] }),
    });
    await openMenu('Loop 1');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const link = await screen.findByRole('link', { name: 'Cab 1182' });
    expect(link.getAttribute('href')).toBe(`/admin/devices?id=${idOf(5)}`);
  });

  it('offers to restore what was deleted, and nothing else', async () => {
    await open('/playlists?deleted=1', {
      'GET /api/playlists': () => listOf([{ ...loops[0], deleted_at: '2026-01-05T08:00:00.000Z' }]),
    });
    await openMenu('Loop 1');
    const items = (await screen.findAllByRole('menuitem')).map(item => item.textContent);
    expect(items).toEqual(['Restore']);
  });
});

describe('devices', () => {
  const cab = deviceRow(1, {
    name: 'Cab 1182',
    last_seen_at: new Date(Date.now() - 20_000).toISOString(),
    presence: 'offline',
  });
  const base: Answers = {
    'GET /api/devices': () => listOf([cab], { facets: { presence: { online: 1 } } }),
    'GET /api/playlists': () => listOf(loops),
    [`GET /api/devices/${cab.id}`]: () => json(cab),
  };

  it('say by the one function whether a screen is there', async () => {
    await open('/admin/devices', base);
    const row = (await screen.findByText('Cab 1182')).closest('tr')!;
    expect(within(row).getByText('Online')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Online/ }).textContent).toContain('1');
  });

  it('are changed by what was changed alone, with the version that was seen', async () => {
    const { to } = await open(`/admin/devices?id=${cab.id}&tab=settings`, {
      ...base,
      [`PATCH /api/devices/${cab.id}`]: () => json({ ...cab, name: 'Cab 7', version: 2 }),
    });
    fireEvent.change(await screen.findByDisplayValue('Cab 1182'), { target: { value: 'Cab 7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(to(`/api/devices/${cab.id}`).some(call => call.method === 'PATCH')).toBe(true),
    );
    const sent = to(`/api/devices/${cab.id}`).find(call => call.method === 'PATCH');
    expect(sent?.body).toEqual({ name: 'Cab 7' });
    expect(sent?.headers.get('if-match')).toBe('"1"');
  });

  it('put the texts of a refusal at their fields', async () => {
    await open(`/admin/devices?id=${cab.id}&tab=settings`, {
      ...base,
      [`PATCH /api/devices/${cab.id}`]: () =>
        refusal('VALIDATION', { vehicle: ['String must contain at most 40 character(s)'] }),
    });
    fireEvent.change(await screen.findByLabelText('Vehicle'), { target: { value: 'x' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter at most 40 characters')).toBeTruthy();
    expect(screen.getByLabelText('Vehicle').getAttribute('aria-invalid')).toBe('true');
  });

  it('show both versions when somebody else was faster, and keep the chosen one', async () => {
    let first = true;
    const { to } = await open(`/admin/devices?id=${cab.id}&tab=settings`, {
      ...base,
      [`PATCH /api/devices/${cab.id}`]: () => {
        if (!first) return json({ ...cab, name: 'Mine', version: 8 });
        first = false;
        return refusal('VERSION_CONFLICT', { ...cab, name: 'Theirs', version: 7 });
      },
    });
    fireEvent.change(await screen.findByDisplayValue('Cab 1182'), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Changed by somebody else' });
    expect(within(dialog).getByText('Theirs')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => {
      const sent = to(`/api/devices/${cab.id}`).filter(call => call.method === 'PATCH');
      expect(sent.map(call => call.headers.get('if-match'))).toEqual(['"1"', '"7"']);
    });
  });

  it('keep the version an edit began with, though the row is read again meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    let reads = 0;
    const { to } = await open(`/admin/devices?id=${cab.id}&tab=settings`, {
      ...base,
      [`GET /api/devices/${cab.id}`]: () =>
        json(reads++ === 0 ? cab : { ...cab, name: 'Theirs', vehicle: { label: 'New' }, version: 2 }),
      [`PATCH /api/devices/${cab.id}`]: () =>
        refusal('VERSION_CONFLICT', { ...cab, name: 'Theirs', version: 2 }),
    });
    fireEvent.change(await screen.findByDisplayValue('Cab 1182'), { target: { value: 'Mine' } });
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    vi.useRealTimers();
    await waitFor(() => expect(reads).toBeGreaterThan(1));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog', { name: 'Changed by somebody else' });
    const sent = to(`/api/devices/${cab.id}`).find(call => call.method === 'PATCH');
    expect(sent?.headers.get('if-match')).toBe('"1"');
  });

  it('keep what was typed while another tab is looked at, and ask nothing', async () => {
    await open(`/admin/devices?id=${cab.id}&tab=settings`, base);
    fireEvent.change(await screen.findByDisplayValue('Cab 1182'), { target: { value: 'Half done' } });
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    await waitFor(() => expect(location.search).toBe(`?id=${cab.id}&tab=details`));
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: 'Settings' }));
    await waitFor(() => expect(screen.getByLabelText('Screen').closest('[hidden]')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Screen').value).toBe('Half done');
  });

  it('do not let unsaved work be left without a word', async () => {
    await open(`/admin/devices?id=${cab.id}`, base);
    fireEvent.change(await screen.findByDisplayValue('Cab 1182'), { target: { value: 'Half done' } });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByDisplayValue('Half done')).toBeTruthy();
    expect(location.search).toBe(`?id=${cab.id}`);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(location.search).toBe(''));
  });
});
