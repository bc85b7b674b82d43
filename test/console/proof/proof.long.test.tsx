import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { stateOfDay } from '../../../console/proof/plays/integrityState.ts';
import type { IntegrityDay } from '../../../shared/contract/proof/integrity.ts';
import { makeBundle } from '../../support/proof/bundle.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const PLAYS = '/api/programmatic/plays';
const PAGE = '/admin/programmatic/proof-of-play';
let proof: Awaited<ReturnType<typeof makeBundle>>['proof'];
beforeAll(async () => {
  ({ proof } = await makeBundle(3));
});

const rowOf = (has_root: boolean) => ({
  id: proof.record['play_id'],
  device_id: proof.record['device_id'],
  device_name: 'Cab 0417',
  creative_id: proof.record['creative_id'],
  creative_name: 'Harbour ferry',
  playlist_id: null,
  zone: 'full',
  epoch: proof.record['epoch'],
  seq: 1,
  result: 'completed',
  state: 'accepted',
  reasons: [],
  started_at: proof.judged.started_at,
  received_at: proof.judged.received_at,
  duration_ms: 10_000,
  expected_ms: 10_000,
  completion: 1,
  visible_share: 1,
  counts: true,
  ...{ min_completion_pct: 95, min_visible_pct: 98 },
  clock_quality: 'A',
  uncertainty_ms: 20,
  has_root,
  ...{ invoice: null, credit_note: null },
  place_grade: null,
  record_hash: proof.record['record_hash'],
});
const day = (name: string, more: Partial<IntegrityDay> = {}): IntegrityDay => ({
  ...{
    day: name,
    records: 0,
    quarantined: 0,
    gaps: more.missing?.length ?? 0,
    missing: [],
    forks: [],
    rooted: 0,
  },
  ...{ grades: { A: 0, B: 0, C: 0, D: 0 }, ...more },
});
const epoch = '019b8d2b-0000-7000-8000-000000000004';

interface Open {
  has_root?: boolean;
  answer?: () => Response;
  days?: IntegrityDay[];
  row?: object;
  states?: object;
  next_cursor?: string | null;
}
function open(
  path: string,
  { has_root = true, answer = () => json(proof), days = [], row, states, next_cursor = null }: Open = {},
) {
  return openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PLAYS}`]: () => json({ items: [{ ...rowOf(has_root), ...row }], next_cursor }),
      [`GET ${PLAYS}/summary`]: () =>
        json({ plays: 1, not_shown: 0, duration_ms: 10_000, quarantined: 0, screens: 1, states }),
      [`GET ${PLAYS}/${String(proof.record['play_id'])}/proof`]: answer,
      [`GET ${PLAYS}/integrity`]: () => json({ tz: 'Europe/Lisbon', days }),
      [`GET ${PLAYS}/proofs`]: () => new Response('{"kind":"bundle"}\n'),
      'GET /api/devices': () => json({ items: [], total: 0, limit: 25, offset: 0, facets: {} }),
    }),
  });
}
const opened = () => `${PAGE}?id=${String(proof.record['play_id'])}`;

it('the evidence of a play is checked in the browser, and names its root, keys and siblings', async () => {
  await open(opened());
  expect(await screen.findByText('Checked in this browser: the proof holds')).toBeTruthy();
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.getByText('2026-11-02, number 1, over 6 plays')).toBeTruthy();
  expect(sheet.getByText(proof.root.key_id)).toBeTruthy();
  expect(sheet.getByText(proof.device.device_key_id)).toBeTruthy();
  for (const sibling of proof.siblings) expect(sheet.getByText(sibling)).toBeTruthy();
  expect(sheet.getByText('20 ms')).toBeTruthy();
  expect(
    sheet.getByText('Rule when received: shown for at least 95% of its time, visible for at least 98%'),
  ).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Check it yourself' }).getAttribute('href')).toBe('/verify.html');
});

it('hashes of the evidence break anywhere, and words between them alone', async () => {
  await open(opened());
  const classes = async (value: string) => (await screen.findByText(value)).className.split(' ');
  expect(await classes(proof.root.key_id)).toContain('break-all');
  expect(await classes('2026-11-02, number 1, over 6 plays')).not.toContain('break-all');
});

it('a proof that does not hold says why', async () => {
  const record = { ...proof.record, volume: 50 };
  await open(opened(), { answer: () => json({ ...proof, record }) });
  expect(await screen.findByText('The proof does not hold')).toBeTruthy();
  expect(screen.getByText(/Play 1 of screen .* is not as the screen wrote it/)).toBeTruthy();
});

it('a play of today waits for its root, and nobody is asked for a proof', async () => {
  const { to } = await open(opened(), { has_root: false });
  expect(await screen.findByText('Not signed yet')).toBeTruthy();
  expect(to(`${PLAYS}/${String(proof.record['play_id'])}/proof`)).toHaveLength(0);
});

it('proofs of what the filters name are saved as one file', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  const { to } = await open(`${PAGE}?zone=full`);
  fireEvent.click(await screen.findByRole('button', { name: 'Proofs of these plays' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Download file' }));
  expect(await screen.findByText(/^File is ready: plays-.*\.proof\.jsonl$/)).toBeTruthy();
  expect(to(`${PLAYS}/proofs`).at(-1)?.url.searchParams.get('zone')).toBe('full');
});

it('the calendar of a screen marks its days, names what is missing, and narrows the list to a day', async () => {
  const days = [
    day('2026-11-01', { records: 10, grades: { A: 9, B: 0, C: 1, D: 0 } }),
    day('2026-11-02', { records: 4, missing: [{ epoch, first_seq: 812, last_seq: 816 }] }),
    day('2026-11-03', {
      records: 4,
      missing: [{ epoch, first_seq: 7, last_seq: 7 }],
      forks: [{ epoch, seq: 9 }],
    }),
    day('2026-11-04'),
  ];
  await open(`${PAGE}?device_id=${String(proof.record['device_id'])}`, { days });
  expect(await screen.findByText('Missing seq 812–816')).toBeTruthy();
  expect(screen.getByText('Missing seq 7')).toBeTruthy();
  expect(screen.getByText('Two records at number 9')).toBeTruthy();
  expect(screen.getByRole('button', { name: '2026-11-01: Complete, 10 records' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '2026-11-04: No records, 0 records' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '2026-11-02: Gaps, 4 records' }));
  await waitFor(() => expect(location.search).toContain('from=2026-11-02T00%3A00%3A00.000Z'));
  expect(location.search).toContain('to=2026-11-03T00%3A00%3A00.000Z');
});

it.each([
  ['none', day('2026-11-01')],
  ['whole', day('2026-11-01', { records: 1 })],
  ['doubt', day('2026-11-01', { records: 1, quarantined: 1 })],
  ['gap', day('2026-11-01', { records: 1, quarantined: 1, missing: [{ epoch, first_seq: 1, last_seq: 1 }] })],
  [
    'fork',
    day('2026-11-01', { missing: [{ epoch, first_seq: 1, last_seq: 1 }], forks: [{ epoch, seq: 1 }] }),
  ],
])('a day is drawn as the worst known of it: %s', (state, of) => {
  expect(stateOfDay(of)).toBe(state);
});

it('a time that satellites contradict is named beside its proof, and by its grade', async () => {
  await openConsole({
    path: opened(),
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PLAYS}`]: () =>
        json({
          items: [{ ...rowOf(false), clock_quality: 'C', gps_apart_ms: 180_000 }],
          next_cursor: null,
        }),
      [`GET ${PLAYS}/summary`]: () =>
        json({ plays: 1, not_shown: 0, duration_ms: 10_000, quarantined: 0, screens: 1 }),
    }),
  });
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText(/^Satellites are 3 min.* apart from the clock of the screen$/)).toBeTruthy();
  expect(sheet.getByText('C: satellites contradict the clock')).toBeTruthy();
});

it('what is counted by status says of which plays, since the chosen status does not narrow it', async () => {
  const { to } = await open(`${PAGE}?state=billed`, { states: { accepted: 3, billed: 1 } });
  expect(await screen.findByRole('heading', { name: 'All plays of the period, by status' })).toBeTruthy();
  const counted = to(`${PLAYS}/summary`).filter(({ url }) => url.searchParams.has('states'));
  expect(counted.map(({ url }) => url.searchParams.get('state'))).toEqual([null]);
});

it.each([
  ['by auction: it has an account and no invoice', 1, { state: 'billed', invoice: null }],
  ['by hand', 0, { state: 'billed', invoice: 'W-7' }],
  ['to nobody', 0, { state: 'accepted', invoice: null }],
])('the sheet says where a play was sold %s', async (_, notices, row) => {
  await open(opened(), { row });
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('Checked in this browser: the proof holds');
  expect(sheet.queryAllByText('Sold by auction')).toHaveLength(notices);
});

it('older plays are read from the top of the list', async () => {
  await open(PAGE, { next_cursor: 'older' });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }));
  await waitFor(() => expect(location.search).toContain('cursor=older'));
  expect((scrolled.mock.contexts[0] as Element).querySelector('table')).not.toBeNull();
  scrolled.mockRestore();
});
