import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ownerSummary } from '../../../shared/contract/fleet/owner.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

type Summary = Answer<typeof ownerSummary>;
const device = (n: number, more: Partial<Summary['devices'][number]>) => ({
  ...{ id: idOf(n), name: `Cab ${n}`, vehicle: null, presence: 'online' as const, now_playing: null },
  ...{ last_seen_at: new Date().toISOString(), ...more },
});
const SUMMARY: Summary = {
  devices: [
    device(1, { now_playing: 'Winter sale' }),
    device(2, { presence: 'offline', last_seen_at: '2026-11-20T08:30:00.000Z' }),
  ],
  ...{ plays: 120, playing_ms: 1_200_000 },
  month: { period: '2026-11', currency: 'EUR', gross_minor: 10_000, net_minor: 7_000 },
  next_payout: { state: 'processing', currency: 'EUR', amount_minor: 5_500 },
  tickets: { open: 2, waiting: 1 },
};
const open = (answer: Summary) =>
  openConsole({
    path: '/owner/dashboard',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('device_owner'), { 'GET /api/owner/summary': () => json(answer) }),
  });
const leads = async (name: RegExp, href: string) =>
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);

it('OWNER-02 the dashboard of an owner says what he earned so far, what is paid next, what is open, and which screen is offline since when', async () => {
  await open(SUMMARY);
  await leads(/^€70\.00Earned in November 2026 so far.*of €100\.00 gross/, '/owner/earnings');
  await leads(/^€55\.00Next payoutin transfer$/, '/owner/earnings');
  await leads(/^2Open tickets1 waits for your answer$/, '/owner/support');
  expect(screen.getByText('of 2 in total · 1 offline')).toBeTruthy();
  const [first, second] = ['Cab 1', 'Cab 2'].map(name =>
    within(screen.getByRole('link', { name }).closest('li')!),
  );
  expect(first!.getByText('Winter sale')).toBeTruthy();
  expect(first!.queryByText(/offline since/)).toBeNull();
  expect(second!.getByText(/^offline since Fri,? (20 Nov|Nov 20).*08:30$/)).toBeTruthy();
  await leads(/^Cab 2$/, `/owner/device?id=${idOf(2)}`);
});

it('OWNER-02 an owner of whom nothing is known yet is told so', async () => {
  await open({
    ...{ devices: [], plays: 0, playing_ms: 0, next_payout: null, tickets: { open: 0, waiting: 0 } },
    month: { period: '2026-11', currency: 'EUR', gross_minor: 0, net_minor: 0 },
  });
  await leads(/^€0\.00Earned in November 2026 so far/, '/owner/earnings');
  await leads(/^–Next payoutnothing is approved yet$/, '/owner/earnings');
  await leads(/^0Open ticketsnone waits for you$/, '/owner/support');
});
