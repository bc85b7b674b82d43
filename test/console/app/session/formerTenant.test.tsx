/** What lies beside the page of a tenant goes with it: toasts, the white label, what is under way. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { playlistDetailRow, playlistRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  TENANT,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

beforeEach(() => {
  localStorage.clear();
  // jsdom has style sheets of its own, and none that a script adopts.
  document.adoptedStyleSheets ??= [];
  if (!('replaceSync' in CSSStyleSheet.prototype))
    Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined });
});
afterEach(cleanup);

const OTHER = '00000000-0000-7000-8000-00000000000b';
const SECRET = 'Formerfleet';
const tenants = [
  { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: false },
  { id: OTHER, name: 'Bus fleet', slug: 'bus', portal_business: false },
];
const former = playlistRow(1, { name: SECRET });
const path = `/api/playlists/${former.id}`;
const open = (more: Answers, at = '/playlists') =>
  openConsole({
    path: at,
    tokens: memoryTokens(TOKENS),
    answers: {
      'GET /api/auth/me': () => json({ user: person(), tenants }),
      'GET /api/playlists': ({ headers }) => listOf(headers.get('x-tenant-id') === TENANT ? [former] : []),
      ...more,
    },
  });
async function deleteIt() {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${SECRET}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
}
async function switchTo(tenant: string) {
  fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: tenant } });
  await screen.findByText('No playlists yet');
}
const everything = () => [document.documentElement.outerHTML, document.title].join('\n');

it('C4 a toast that names something of the former tenant goes with it, and so does its way back', async () => {
  await open({ [`DELETE ${path}`]: () => new Response(null, { status: 204 }) });
  await deleteIt();
  await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(document.querySelector('.toasts')?.textContent).toContain(SECRET));
  await switchTo(OTHER);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(everything()).not.toContain(SECRET);
});

it('C4 what was under way in the former tenant says nothing of it when it ends', async () => {
  let end: (answer: Response) => void = () => undefined;
  const { to } = await open({ [`DELETE ${path}`]: () => new Promise(done => (end = done)) });
  await deleteIt();
  await waitFor(() => expect(to(path)).toHaveLength(1));
  await switchTo(OTHER);
  end(new Response(null, { status: 204 }));
  await new Promise(done => setTimeout(done, 50));
  expect(everything()).not.toContain(SECRET);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('C4 the name of a record does not stay in the title while the other tenant is asked', async () => {
  const answers: Answers = {
    [`GET ${path}`]: ({ headers }) =>
      headers.get('x-tenant-id') === TENANT
        ? json(playlistDetailRow(1, [], { name: SECRET }))
        : new Promise(() => undefined),
    'GET /api/creatives': () => listOf([]),
  };
  await open(answers, `/playlists/${former.id}/edit`);
  await waitFor(() => expect(document.title).toContain(SECRET));
  fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: OTHER } });
  expect(everything()).not.toContain(SECRET);
});

const brand = {
  ...{ app_name: SECRET, primary: '#0b5d5b', primary_dark: '#7fd1ce', accent: '#7a1f5c' },
  ...{ accent_dark: '#f0a8d8', logo_light: null, logo_dark: null },
};
it('C4 the white label of the former tenant is taken off before that of the other is known', async () => {
  await open({
    'GET /api/white-label/brand': ({ headers }) =>
      headers.get('x-tenant-id') === TENANT ? json({ brand }) : new Promise(() => undefined),
  });
  await waitFor(() => expect(document.title).toContain(SECRET));
  await switchTo(OTHER);
  expect(everything()).not.toContain(SECRET);
  expect(document.title).toBe('Playlists | Wayside');
  expect(localStorage.getItem('brand')).toBeNull();
});
