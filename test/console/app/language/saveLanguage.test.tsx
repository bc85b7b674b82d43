import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';

const ME = '/api/auth/me';
afterEach(async () => {
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  await act(() => Promise.resolve());
  cleanup();
  localStorage.clear();
});

it('a language that is chosen in the top bar is the one of the profile', async () => {
  let user = { ...person('admin'), version: 3 };
  const { to } = await openConsole({
    path: '/admin/profile',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, {
      [`GET ${ME}`]: () => json({ user, tenants: [] }),
      [`PATCH ${ME}`]: () => {
        user = { ...user, locale: 'zh', version: 4 };
        return json(user);
      },
      'GET /api/sessions': () => json({ items: [] }),
    }),
  });
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  expect(choice.value).toBe('en');
  fireEvent.click(screen.getByRole('button', { name: '中文' }));
  await waitFor(() => {
    const saved = to(ME).find(({ method }) => method === 'PATCH');
    expect([saved?.body, saved?.headers.get('if-match')]).toEqual([{ locale: 'zh' }, '"3"']);
  });
  const renamed = await screen.findByRole<HTMLSelectElement>('combobox', { name: '语言' });
  await waitFor(() => expect(renamed.value).toBe('zh'));
});
