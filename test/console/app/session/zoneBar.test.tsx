import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepsSameTime } from '../../../../console/app/zone/zone.ts';
import {
  json,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
  person,
} from '../../../support/console/console.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

const ask = () => screen.findByRole('region', { name: 'Which time zone?' });

async function open(tz: string) {
  const user = person('admin', { tz });
  const patches: unknown[] = [];
  await openConsole({
    path: '/admin',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, {
      'PATCH /api/auth/me': ({ body }) => {
        patches.push(body);
        return json({ user: { ...user, tz: 'Pacific/Kiritimati' } });
      },
    }),
  });
  return patches;
}

describe('the zone that times are shown by', () => {
  it('is asked for where nobody has set it and this machine keeps another, and is kept with the account', async () => {
    const patches = await open('UTC');
    await ask();
    fireEvent.click(screen.getByRole('button', { name: 'Use Pacific/Kiritimati' }));
    await waitFor(() => expect(patches).toEqual([{ tz: 'Pacific/Kiritimati' }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Which time zone?' })).toBeNull());
  });

  it('is not asked for again once it was declined', async () => {
    await open('UTC');
    await ask();
    fireEvent.click(screen.getByRole('button', { name: 'Keep UTC' }));
    expect(screen.queryByRole('region', { name: 'Which time zone?' })).toBeNull();
    cleanup();
    await open('UTC');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Which time zone?' })).toBeNull();
  });

  it('is not asked for where somebody has chosen one, or two names keep the same time', async () => {
    await open('Europe/Lisbon');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Which time zone?' })).toBeNull();
    expect(keepsSameTime('UTC', 'Etc/UTC', Date.UTC(2026, 10, 1))).toBe(true);
    expect(keepsSameTime('Europe/Lisbon', 'UTC', Date.UTC(2026, 0, 1))).toBe(false);
  });
});
