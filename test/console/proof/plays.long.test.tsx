import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import en from '../../../public/locales/en/plays.json' with { type: 'json' };
import zh from '../../../public/locales/zh/plays.json' with { type: 'json' };
import { REASONS } from '../../../server/proof/plausibility.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { samplePlay } from './samplePlay.ts';

afterEach(cleanup);

const PLAYS = '/api/programmatic/plays';
const play = {
  ...samplePlay,
  clock_quality: 'A',
  uncertainty_ms: 20,
  has_root: false,
  zone: 'full',
  place_grade: null,
  ...{ invoice: null, credit_note: null },
  record_hash: 'a'.repeat(64),
};
const totals = { plays: 1, not_shown: 3, duration_ms: 8_000, quarantined: 0, screens: 1 };

const open = () =>
  openConsole({
    path: '/admin/programmatic/proof-of-play',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PLAYS}`]: () => json({ items: [play], next_cursor: null }),
      [`GET ${PLAYS}/summary`]: () => json(totals),
    }),
  });
const lastQuery = (calls: readonly { url: URL }[]) => calls.at(-1)!.url.searchParams;

it('plays are sorted on the server by the head of a column, newest first to begin with', async () => {
  const { to } = await open();
  const head = await screen.findByRole('columnheader', { name: /Started/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: /^Screen$/ }));
  await waitFor(() => expect(lastQuery(to(PLAYS)).get('sort')).toBe('device_name'));
  expect(location.search).toContain('sort=device_name');
});

it('the figure of plays that were not shown leads to them and back', async () => {
  const { to } = await open();
  const tile = await screen.findByRole('button', { name: /Not shown/, pressed: false });
  fireEvent.click(tile);
  await waitFor(() => expect(lastQuery(to(PLAYS)).get('result')).toBe('not_shown'));
  fireEvent.click(await screen.findByRole('button', { name: /Not shown/, pressed: true }));
  await waitFor(() => expect(location.search).toBe(''));
});

it('plays are counted by where they stand, and each count leads to them and back', async () => {
  const states = { accepted: 0, late: 0, quarantined: 0, billed: 100, disputed: 0, credited: 1_047 };
  const { to } = await openConsole({
    path: '/admin/programmatic/proof-of-play',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PLAYS}`]: () =>
        json({
          items: [{ ...play, state: 'credited', invoice: 'I-2026-0001', credit_note: 'CN-2026-0002' }],
          next_cursor: null,
        }),
      [`GET ${PLAYS}/summary`]: () => json({ ...totals, states }),
    }),
  });
  expect(await screen.findByRole('button', { name: 'Billed: 100' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Credited: 1,047' }));
  await waitFor(() => expect(lastQuery(to(PLAYS)).get('state')).toBe('credited'));
  fireEvent.click(await screen.findByRole('button', { name: 'Credited: 1,047', pressed: true }));
  await waitFor(() => expect(location.search).toBe(''));
});

it('plays of one zone are asked of the server, and of their totals alike', async () => {
  const { to } = await open();
  fireEvent.change(await screen.findByLabelText('Zone'), { target: { value: 'ticker' } });
  await waitFor(() => expect(lastQuery(to(PLAYS)).get('zone')).toBe('ticker'));
  await waitFor(() => expect(lastQuery(to(`${PLAYS}/summary`)).get('zone')).toBe('ticker'));
  expect(location.search).toContain('zone=ticker');
});

it('one field searches rows, totals, counts of states and the export alike, and stands in the address', async () => {
  const { to } = await open();
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Screen, creative, campaign, ID' }), {
    target: { value: 'harbour' },
  });
  await waitFor(() => expect(lastQuery(to(PLAYS)).get('q')).toBe('harbour'));
  await waitFor(() => {
    const queries = to(`${PLAYS}/summary`).map(({ url }) => url.searchParams);
    for (const states of [null, 'true'])
      expect(queries.some(query => query.get('q') === 'harbour' && query.get('states') === states)).toBe(
        true,
      );
  });
  expect(location.search).toContain('q=harbour');
});

it('a play that does not count says why, in words for every reason there is', async () => {
  await openConsole({
    path: '/admin/programmatic/proof-of-play',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PLAYS}`]: () =>
        json({ items: [{ ...play, state: 'quarantined', reasons: REASONS }], next_cursor: null }),
      [`GET ${PLAYS}/summary`]: () => json(totals),
    }),
  });
  expect(await screen.findByText(/More plays than its lease allows/)).toBeTruthy();
  for (const language of [en, zh]) expect(Object.keys(language.reasons)).toEqual([...REASONS]);
});
