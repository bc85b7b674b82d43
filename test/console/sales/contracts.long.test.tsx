import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '../../../shared/contract/identity/auth.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const BODY = '# Agreement\n\nSpots are shown in Lisbon.';
const HASH = createHash('sha256').update(BODY).digest('hex');
const row = {
  ...{ id: idOf(1), tenant_id: idOf(0), created_by: null, version: 3, deleted_at: null },
  ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' },
  ...{ title: 'Harbour', number: 'C-2026-0001', state: 'active', language: 'en', reason: null },
  ...{ parties: [{ name: 'Harbour Books', user_id: idOf(7) }], variables: [], defined: [], signed: 2 },
  ...{ template_id: idOf(2), template_name: 'Agreement', template_edition: 1 },
  ...{ value_minor: null, currency: 'EUR', starts: '2026-01-01', ends: null, renew: 'none', notice_d: 30 },
  ...{ body_sha256: HASH, sent_at: '2026-01-05T08:00:00.000Z', signed_at: '2026-01-05T09:00:00.000Z' },
};
const signature = {
  ...{ party: 0, user_id: idOf(7), name: 'Night desk', method: 'typed', image: null },
  ...{ body_sha256: HASH, signed_at: '2026-01-05T09:00:00.000Z' },
};
/** The server itself finds nothing: what is changed lies between it and the page. */
const open = (of: { body?: string; signatures?: object[] } = {}) => {
  const detail = { ...row, body: BODY, signatures: [signature], is_intact: true, is_redacted: false, ...of };
  return openConsole({
    path: `/admin/contracts?id=${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/contracts': () => listOf([row]),
      [`GET /api/contracts/${row.id}`]: () => json(detail),
    }),
  });
};

it('a contract whose text has the hash that was signed is shown with it and its signatures', async () => {
  await open();
  expect(await screen.findByText(HASH)).toBeTruthy();
  expect(await screen.findByText(/signed by Night desk/)).toBeTruthy();
  expect(screen.queryByText('The text was changed')).toBeNull();
});

it.each([
  ['its text was changed', { body: BODY.replace('Lisbon', 'Porto') }],
  ['another text was signed', { signatures: [{ ...signature, body_sha256: 'ab'.repeat(32) }] }],
])('a contract says so where %s', async (_, of) => {
  await open(of);
  await waitFor(() => expect(screen.getByText('The text was changed')).toBeTruthy());
});

it('what a template asks for and nobody filled in is named where the contract is sent', async () => {
  const draft = { ...row, state: 'draft', number: null, body_sha256: null, sent_at: null, signed: 0 };
  const detail = { ...draft, body: BODY, signatures: [], is_intact: true, is_redacted: false };
  const missing = 'Fill these in first: city';
  await openConsole({
    path: `/admin/contracts?id=${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/contracts': () => listOf([draft]),
      [`GET /api/contracts/${row.id}`]: () => json(detail),
      [`POST /api/contracts/${row.id}/send`]: () => refusal('VALIDATION', { variables: [missing] }),
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Send for signature' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Send/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send for signature' }));
  expect(await dialog.findByText(missing)).toBeTruthy();
});

it.each([
  ['2999-01-01', 'Signed, not in force yet'],
  ['2026-01-01', 'In force'],
])('a contract that all have signed and that begins on %s is called: %s', async (starts, state) => {
  await openConsole({
    path: '/admin/contracts',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/contracts': () => listOf([{ ...row, starts }]),
    }),
  });
  const found = within(await screen.findByRole('row', { name: /Harbour/ }));
  expect(found.getByText(state)).toBeTruthy();
});

it('OPEN-BIZ-02 the paper of a contract is the same on both sides, whose clocks differ', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  /** This document has no types of its own to wait for. */
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } });
  const detail = { ...row, body: BODY, signatures: [signature], is_intact: true, is_redacted: false };
  const paperOf = async (path: string, reader: User, entity: string) => {
    await openConsole({
      path,
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(reader, {
        'GET /api/auth/me': () => json({ user: reader, tenants: [portal] }),
        [`GET /api/${entity}`]: () => listOf([row]),
        [`GET /api/${entity}/${row.id}`]: () => json(detail),
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(document.querySelector('.paper')?.textContent).toContain(HASH));
    const text = document.querySelector('.paper')?.textContent ?? '';
    await waitFor(() => expect(print).toHaveBeenCalled());
    print.mockClear();
    cleanup();
    return text;
  };
  const portal = { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true };
  const ours = await paperOf(
    `/admin/contracts?id=${row.id}`,
    person('admin', { tz: 'Europe/Lisbon' }),
    'contracts',
  );
  const theirs = await paperOf(
    `/business/contracts/${row.id}`,
    person('owner', { tz: 'Asia/Shanghai' }),
    'own-contracts',
  );
  expect(theirs).toBe(ours);
  for (const part of ['C-2026-0001 Harbour', 'In force', '1 Jan 2026', 'Spots are shown in Lisbon.', 'UTC'])
    expect(ours).toContain(part);
  expect(ours).toMatch(/Harbour Books signed by Night desk on 5 Jan 2026, 09:00:00 UTC/);
  vi.unstubAllGlobals();
});
