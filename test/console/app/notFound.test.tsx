import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import {
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);
const inside = (role: Role, path: string, language?: string) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role)),
    ...(language === undefined ? {} : { language }),
  });
const search = async (text: string, label = 'Search for a page') => {
  fireEvent.change(await screen.findByRole('searchbox', { name: label }), { target: { value: text } });
  return [...document.querySelectorAll('form li a')].map(link => link.getAttribute('href'));
};

describe('a page that is not there', () => {
  it('OPEN-PUBLIC-04 says so with its path, finds pages by name, and leads to the home of the role', async () => {
    await inside('manager', '/admin/no-such-page');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.getByText('There is no page at /admin/no-such-page.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to my dashboard' }).getAttribute('href')).toBe('/admin');
    expect(await search('device')).toEqual(['/admin/devices']);
    fireEvent.submit(screen.getByRole('search'));
    expect(location.pathname).toBe('/admin/devices');
  });

  it('GUARD-04 leads a device owner out of the admin area, also from an address there that is no page', async () => {
    await inside('device_owner', '/admin/no-such-page');
    await waitFor(() => expect(location.pathname).toBe('/owner/dashboard'));
  });

  it('I18N-16 shows what stands in its path as text, and makes no element of it', async () => {
    await openConsole({ path: '/<b>x&amp;', answers: {} });
    const said = await screen.findByText(/There is no page at/);
    expect(said.textContent).toContain('<b>x&amp;');
    expect(said.querySelector('b')).toBeNull();
  });

  it('finds no page that the role may not open', async () => {
    await inside('device_owner', '/no-such-page');
    expect(await search('tenants')).toEqual([]);
    expect(screen.getByText('No accessible pages match.')).toBeTruthy();
    expect(await search('priv')).toEqual(['/privacy']);
    const home = screen.getByRole('link', { name: 'Go to my dashboard' });
    expect(home.getAttribute('href')).toBe('/owner/dashboard');
  });

  it('knows the public pages for who is not signed in', async () => {
    await openConsole({ path: '/no-such-page', answers: {} });
    expect(await search('pri')).toEqual(['/pricing', '/privacy']);
    expect(await search('devices')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/auth');
  });

  it('speaks Chinese as well', async () => {
    await inside('manager', '/no-such-page', 'zh');
    expect(await screen.findByText('/no-such-page 没有对应的页面。')).toBeTruthy();
    expect(await search('设备', '搜索页面')).toContain('/admin/devices');
  });
});
