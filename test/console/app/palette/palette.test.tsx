import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closePalette } from '../../../../console/app/palette/paletteStore.ts';
import { deviceRow, playlistRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  closePalette();
});

const lists: Answers = {
  'GET /api/playlists': () => listOf([playlistRow(1, { name: 'Night loop' })]),
  'GET /api/creatives': () => listOf([]),
  'GET /api/devices': () => listOf([deviceRow(1, { name: 'Night cab' })]),
};
async function open(answers: Answers = {}, user = person('manager')) {
  const api = await openConsole({
    path: '/playlists',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, { ...lists, ...answers }),
  });
  await screen.findByText('Night loop');
  return api;
}
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const ctrlK = () => press('k', { ctrlKey: true });
const field = () => screen.findByRole('combobox', { name: /Page, screen/ });
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

describe('the palette', () => {
  it('opens by Ctrl+K and by its button, shows the pages of the role, and gives the focus back', async () => {
    await open();
    const button = screen.getByRole('button', { name: /Search pages/ });
    button.focus();
    ctrlK();
    const input = await field();
    expect(document.activeElement).toBe(input);
    const pages = within(screen.getByRole('group', { name: 'Pages' }));
    expect(pages.getByRole('option', { name: 'Devices' })).toBeTruthy();
    expect(pages.queryByRole('option', { name: 'Billing' })).toBeNull();
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    fireEvent.click(button);
    await field();
    ctrlK();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is walked with the arrows and leads to a page with Enter, which is a recent one from then on', async () => {
    await open();
    ctrlK();
    await type('proof');
    expect(chosen()).toBe('Proof of play');
    await type('');
    press('ArrowDown');
    const second = chosen();
    press('ArrowUp');
    expect(chosen()).not.toBe(second);
    await type('creatives');
    press('Enter');
    await waitFor(() => expect(location.pathname).toBe('/creatives'));
    ctrlK();
    await field();
    const recent = within(await screen.findByRole('group', { name: 'Recently opened' }));
    expect(recent.getByRole('option', { name: 'Creatives' })).toBeTruthy();
  });

  it('asks for records once, 250 ms after the last letter, and leads to the one chosen', async () => {
    const { to } = await open();
    ctrlK();
    const input = await field();
    for (const value of ['n', 'ni', 'nig', 'night']) fireEvent.change(input, { target: { value } });
    fireEvent.click(await screen.findByRole('option', { name: 'Night cab' }));
    expect(to('/api/devices').map(call => call.url.searchParams.get('q'))).toEqual(['night']);
    await waitFor(() => expect(location.pathname + location.search).toMatch(/^\/admin\/devices\?id=/));
  });

  it('never lets an old answer stand over a newer one', async () => {
    const held: Record<string, (response: Response) => void> = {};
    await open({
      'GET /api/devices': ({ url }) => new Promise(done => (held[url.searchParams.get('q') ?? ''] = done)),
    });
    ctrlK();
    await type('old');
    await waitFor(() => expect(held['old']).toBeDefined());
    await type('new');
    await waitFor(() => expect(held['new']).toBeDefined());
    held['new']!(listOf([deviceRow(8, { name: 'New answer' })]));
    await screen.findByRole('option', { name: 'New answer' });
    held['old']!(listOf([deviceRow(9, { name: 'Old answer' })]));
    await new Promise(done => setTimeout(done, 50));
    expect(screen.queryByRole('option', { name: 'Old answer' })).toBeNull();
  });

  it('says that there is nothing, and that a search has failed, and tries again', async () => {
    let broken = true;
    await open({
      'GET /api/playlists': ({ url }) =>
        listOf(url.searchParams.has('q') ? [] : [playlistRow(1, { name: 'Night loop' })]),
      'GET /api/devices': () => (broken ? refusal('FORBIDDEN') : listOf([])),
    });
    ctrlK();
    await type('zzz');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your role does not allow this.');
    broken = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByText(/No results for “zzz”/)).toBeTruthy();
  });

  it('does what is chosen: another theme', async () => {
    await open();
    ctrlK();
    await type('theme dark');
    press('Enter');
    expect(document.documentElement.dataset.theme).toBe('dark');
    delete document.documentElement.dataset.theme;
    localStorage.clear();
  });
});

describe('the shortcuts', () => {
  it('are listed under a question mark and can be turned off for good', async () => {
    let user = person('manager');
    const { to } = await open({
      'GET /api/auth/me': () => json({ user, tenants: [{ id: TENANT, name: 'Taxi fleet', slug: 'fleet' }] }),
      'PATCH /api/auth/me': ({ body }) => {
        user = { ...user, ...(body as object), version: 2 };
        return json(user);
      },
    });
    press('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const key of ['j', 'k', 'Enter', 'e', '/', 'n', '?', 'Ctrl K'])
      expect(list.getByText(key, { selector: 'kbd' })).toBeTruthy();
    const box = list.getByRole<HTMLInputElement>('checkbox', { name: /Single-key/ });
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    await waitFor(() => expect(box.checked).toBe(false));
    expect(to('/api/auth/me').find(call => call.method === 'PATCH')?.body).toEqual({
      prefs: { theme: 'system', density: 'comfortable', shortcuts: false },
    });
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('?');
    press('j');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).not.toContain('Night loop');
    ctrlK();
    expect(await field()).toBeTruthy();
  });
});
