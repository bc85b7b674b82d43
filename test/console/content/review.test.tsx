import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { assetRow, idOf } from '../../support/console/content.ts';
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
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const AT = '2026-11-24T08:00:00.000Z';
const row = (n: number, more: Partial<Submission> = {}): Submission => ({
  ...{ id: idOf(n), tenant_id: TENANT, created_at: AT, updated_at: AT, created_by: idOf(90) },
  ...{ version: 1, deleted_at: null, subject: 'creative', state: 'in_review', creative_id: idOf(n + 20) },
  ...{ content_item_id: null, name: `Poster ${n}`, kind: 'image', alt_text: 'A poster' },
  ...{ duration_ms: 10_000, asset: assetRow(n), is_newer_file: false, qr_target: null, note: '' },
  ...{ priority: 'normal', sla_due: '2026-11-25T08:00:00.000Z', decisions: [] },
  ...{ submitter: 'advertiser@fleet.example', assigned_to: person().id, assignee: 'somebody@fleet.example' },
  ...more,
});
const rows = [row(1), row(2, { state: 'pending', assigned_to: null, assignee: null }), row(3)];
const pathOf = ({ id }: Submission, verb = '') => `/api/submissions/${id}${verb && `/${verb}`}`;

const open = (answers: Answers = {}, prefs = person().prefs) =>
  openConsole({
    path: '/admin/submissions',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin', { prefs }), {
      'GET /api/submissions': () => listOf(rows),
      'GET /api/validations': () => listOf([]),
      ...Object.fromEntries(rows.map(one => [`GET ${pathOf(one)}`, () => json(one)])),
      ...Object.fromEntries(
        rows.flatMap(one =>
          ['assign', 'approve'].map(verb => [`POST ${pathOf(one, verb)}`, () => json(one)]),
        ),
      ),
      ...answers,
    }),
  });
const sheetOf = ({ name }: Submission) => screen.findByRole('dialog', { name });
const press = (key: string) => fireEvent.keyDown(document.body, { key });
async function openFirst() {
  fireEvent.click(await screen.findByRole('link', { name: rows[0]!.name }));
  const sheet = await sheetOf(rows[0]!);
  await within(sheet).findByText(/^Keys:/);
  return sheet;
}
const asks = (title: RegExp) => screen.findByRole('dialog', { name: title });

describe('whoever reviews with one hand on the keyboard', () => {
  it('goes to the next with J and to the one before with K, and stops at either end', async () => {
    await open();
    await openFirst();
    press('k');
    expect(await sheetOf(rows[0]!)).toBeTruthy();
    press('j');
    await sheetOf(rows[1]!);
    press('j');
    await sheetOf(rows[2]!);
    press('j');
    expect(new URLSearchParams(location.search).get('id')).toBe(rows[2]!.id);
    press('k');
    await sheetOf(rows[1]!);
    expect(screen.queryByRole('dialog', { name: rows[2]!.name })).toBeNull();
  });

  it.each([
    ['a', /^Approve Poster 1\?/],
    ['r', /^Reject Poster 1\?/],
    ['c', /^Request changes to Poster 1\?/],
  ])('decides with %s, after one more question', async (key, question) => {
    const { calls } = await open();
    await openFirst();
    press(key);
    const dialog = await asks(question);
    press('j');
    expect(new URLSearchParams(location.search).get('id')).toBe(rows[0]!.id);
    expect(dialog.isConnected).toBe(true);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('types these letters where there is something to type, and keeps them for the browser with Ctrl', async () => {
    await open();
    const sheet = await openFirst();
    const field = document.createElement('input');
    sheet.append(field);
    fireEvent.keyDown(field, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true });
    expect(new URLSearchParams(location.search).get('id')).toBe(rows[0]!.id);
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
  });

  it('has none of them where shortcuts are switched off', async () => {
    await open({}, { ...person().prefs, shortcuts: false });
    fireEvent.click(await screen.findByRole('link', { name: rows[0]!.name }));
    const sheet = await sheetOf(rows[0]!);
    await within(sheet).findByRole('button', { name: 'Approve' });
    press('j');
    press('r');
    expect(new URLSearchParams(location.search).get('id')).toBe(rows[0]!.id);
    expect(within(sheet).queryByText(/^Keys:/)).toBeNull();
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
  });
});

describe('many at once', () => {
  async function approveAll() {
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    const bar = await screen.findByRole('region', { name: 'Selected rows' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Approve' }));
  }

  it('are approved one after the other, what waits still is taken into review before, and what fails is counted', async () => {
    const { calls } = await open({
      [`POST ${pathOf(rows[2]!, 'approve')}`]: () => refusal('RULE', { checks: ['flash'] }),
    });
    await approveAll();
    await screen.findByText('2 approved');
    expect(screen.getByText('1 could not be approved')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname)).toEqual([
      pathOf(rows[0]!, 'approve'),
      ...[pathOf(rows[1]!, 'assign'), pathOf(rows[1]!, 'approve')],
      pathOf(rows[2]!, 'approve'),
    ]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  it('stop where somebody stops them, and say how many there were', async () => {
    let goOn = () => {};
    const first = new Promise<void>(done => (goOn = done));
    const { to } = await open({
      [`POST ${pathOf(rows[0]!, 'approve')}`]: async () => {
        await first;
        return json(rows[0]);
      },
    });
    await approveAll();
    expect((await screen.findByText('0 of 3 approved')).getAttribute('role')).toBe('status');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    goOn();
    await screen.findByText('1 approved');
    expect(to(pathOf(rows[1]!, 'approve'))).toEqual([]);
  });
});
