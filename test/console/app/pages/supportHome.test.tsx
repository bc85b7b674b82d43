import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';
import type { Role } from '../../../../shared/contract/wire/roles.ts';

afterEach(cleanup);

const open = (role: Role) =>
  openConsole({ path: '/admin', tokens: memoryTokens(TOKENS), answers: signedInAnswers(person(role)) });

it('whoever only supports reads on the landing what he can do, with the way to each page', async () => {
  await open('staff_support');
  const help = await screen.findByRole('region', { name: 'Help for customers' });
  const links = within(help).getAllByRole('link');
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Support desk', '/admin/support'],
    ['Tenants', '/admin/tenants'],
    ['Users', '/admin/users'],
    ['Devices', '/admin/devices'],
    ['Audit log', '/admin/audit'],
  ]);
});

it('an admin reads nothing of it', async () => {
  await open('admin');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Help for customers' })).toBeNull();
});
