import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RULE_DEFAULTS, RULE_KEYS } from '../../../shared/contract/content/validation.ts';
import { creativeRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = (path: string, answers: Answers) =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(person(), answers) });

const portal = { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true };

it('all files are submitted at once, but for one that lacks its text, which stays and says so', async () => {
  const drafts = [
    creativeRow(1, { name: 'Winter sale', state: 'draft', alt_text: 'Snow' }),
    creativeRow(2, { name: 'Spring sale', state: 'draft', alt_text: '' }),
  ];
  const { to } = await open('/business/submit', {
    'GET /api/auth/me': () => json({ user: person(), tenants: [portal] }),
    'GET /api/creatives': () => listOf(drafts),
    'POST /api/own-submissions': () => json({}),
  });
  const fields = await screen.findAllByLabelText('QR code leads to');
  fireEvent.change(fields[0]!, { target: { value: 'https://winter.example/sale' } });
  const all = screen.getByRole('button', { name: 'Submit all' });
  fireEvent.click(all);
  fireEvent.click(all);
  await waitFor(() => expect(to('/api/own-submissions')).toHaveLength(1));
  expect(to('/api/own-submissions')[0]!.body).toMatchObject({
    ...{ creative_id: drafts[0]!.id, name: 'Winter sale', alt_text: 'Snow', note: '' },
    ...{ qr_target: 'https://winter.example/sale', valid_from: null, valid_until: null },
  });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Discard' })).toHaveLength(1));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Spring sale');
  expect(screen.getByLabelText('Alternative text').getAttribute('aria-invalid')).toBe('true');
  expect(to('/api/own-submissions')).toHaveLength(1);
});

it('a file that was uploaded is thrown away after a question only', async () => {
  const draft = creativeRow(1, { name: 'Winter sale', state: 'draft' });
  const { to } = await open('/business/submit', {
    'GET /api/auth/me': () => json({ user: person(), tenants: [portal] }),
    'GET /api/creatives': () => listOf([draft]),
    'POST /api/own-submissions/discard': () => json({ ok: true }),
  });
  const discard = async () => fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await discard();
  const question = await screen.findByRole('dialog', { name: 'Discard Winter sale?' });
  expect(to('/api/own-submissions/discard')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await discard();
  const again = await screen.findByRole('dialog', { name: 'Discard Winter sale?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(to('/api/own-submissions/discard')).toHaveLength(1));
});

it('a rule that is switched on or off keeps what was typed, and so does one that is left for another', async () => {
  const rules = RULE_KEYS.map(id => ({ id, version: 1, ...RULE_DEFAULTS[id] }));
  const { to } = await open('/admin/content-validation', {
    'GET /api/validations': () => listOf([]),
    'GET /api/validation-rules': () => json({ items: rules }),
    'PATCH /api/validation-rules/flash': () => json({ ...rules[0]!, id: 'flash', version: 2 }),
  });
  const [button] = await screen.findAllByRole('button', { name: 'Edit rules' });
  fireEvent.click(button!);
  const dialog = await screen.findByRole('dialog');
  const limit = () => within(dialog).findByLabelText<HTMLInputElement>('Limit');
  const enabled = () => within(dialog).getByRole('checkbox');
  fireEvent.change(await limit(), { target: { value: '2' } });
  fireEvent.click(enabled());
  expect((await limit()).value).toBe('2');
  /** As long as a draft takes to be written down. */
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('rule flash'), { timeout: 3_000 });
  const choose = (value: string) =>
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Rule' }), { target: { value } });
  choose('bitrate');
  await waitFor(async () => expect((await limit()).value).not.toBe('2'));
  choose('flash');
  await waitFor(async () => expect((await limit()).value).toBe('2'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }));
  await waitFor(() => expect(to('/api/validation-rules/flash')).toHaveLength(1));
  expect(to('/api/validation-rules/flash')[0]!.body).toMatchObject({ enabled: false, limit: 2 });
});

it('says so once all is submitted, with the way to what was submitted', async () => {
  const drafts = [1, 2].map(n => creativeRow(n, { name: `Poster ${n}`, state: 'draft', alt_text: 'Snow' }));
  await open('/business/submit', {
    'GET /api/auth/me': () => json({ user: person(), tenants: [portal] }),
    'GET /api/creatives': () => listOf(drafts),
    'POST /api/own-submissions': () => json({}),
  });
  const [first] = await screen.findAllByRole('button', { name: 'Submit for approval' });
  fireEvent.click(first!);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Submit for approval' })).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await screen.findByText('All 2 submissions are sent');
  const way = within(screen.getByText('All 2 submissions are sent').parentElement!).getByRole('link');
  expect(way.getAttribute('href')).toBe('/business/submissions');
});
