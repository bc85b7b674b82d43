import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const TOTAL = 60;
const all = Array.from({ length: TOTAL }, (_, n) => ({
  ...{ id: idOf(n + 1), tenant_id: idOf(900), version: 1, created_by: null, deleted_at: null },
  ...{ created_at: '2026-03-02T10:00:00.000Z', updated_at: '2026-03-02T10:00:00.000Z' },
  ...{ email: `invited-${n + 1}@fleet.example`, role: 'viewer', locale: 'en', state: 'sent' },
  expires_at: '2026-03-09T10:00:00.000Z',
}));
const pageOf = (url: URL) => {
  const [limit, offset] = ['limit', 'offset'].map(name => Number(url.searchParams.get(name)));
  return json({ items: all.slice(offset, offset! + limit!), total: TOTAL, limit, offset, facets: {} });
};

it('lists all who were invited, page by page', async () => {
  await openConsole({
    path: '/admin/users',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('owner'), {
      'GET /api/saved-views': () => listOf([]),
      'GET /api/users': () => listOf([person('owner')]),
      'GET /api/invitations': ({ url }) => pageOf(url),
    }),
  });
  await screen.findByText('invited-1@fleet.example');
  expect(screen.queryByText('invited-26@fleet.example')).toBeNull();
  const pages = screen.getByRole('navigation', { name: 'Pages of invitations' });
  expect(within(pages).getByText(/60/)).toBeTruthy();
  fireEvent.click(within(pages).getByRole('button', { name: 'Next page' }));
  await screen.findByText('invited-50@fleet.example');
  fireEvent.click(within(pages).getByRole('button', { name: 'Next page' }));
  await screen.findByText('invited-60@fleet.example');
  fireEvent.change(within(pages).getByRole('combobox'), { target: { value: '100' } });
  await screen.findByText('invited-1@fleet.example');
  expect(screen.getByText('invited-60@fleet.example')).toBeTruthy();
});
