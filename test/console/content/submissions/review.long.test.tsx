import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { assetRow, idOf } from '../../../support/console/content.ts';
import { submissionRow as row } from '../../../support/console/submissions.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

afterEach(cleanup);

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
          ['assign', 'approve'].map(
            verb => [`POST ${pathOf(one, verb)}`, () => json({ ...one, version: 2 })] as const,
          ),
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
const versionsOf = (calls: readonly { method: string; headers: Headers }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('if-match'));
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

  it('takes over and approves by two keys in a row: what he did himself is no change by somebody else', async () => {
    const [, waiting] = rows;
    const taken = { ...waiting!, state: 'in_review', assigned_to: person('admin').id, version: 2 };
    let isTaken = false;
    const { calls } = await open({
      [`GET ${pathOf(waiting!)}`]: () => json(isTaken ? taken : waiting),
      async [`POST ${pathOf(waiting!, 'assign')}`]() {
        await new Promise(resolve => setTimeout(resolve, 50));
        isTaken = true;
        return json(taken);
      },
    });
    await openFirst();
    press('j');
    const sheet = await sheetOf(waiting!);
    await within(sheet).findByRole('button', { name: 'Approve' });
    press('s');
    press('a');
    const dialog = await asks(/^Approve Poster 2\?/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(versionsOf(calls)).toEqual(['"1"', '"2"']));
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
    fireEvent.click(await within(bar).findByRole('button', { name: 'Approve' }));
    const question = await screen.findByRole('dialog', { name: /^Approve \d+ submissions\?$/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Approve' }));
  }

  it('are approved one after the other, what waits still with the approval, and what fails is named with the reason', async () => {
    const { calls } = await open({
      [`POST ${pathOf(rows[2]!, 'approve')}`]: () => refusal('RULE', { checks: ['flash'] }),
    });
    await approveAll();
    await screen.findByText('2 approved');
    const left = await asks(/^1 could not be approved/);
    expect(within(left).getByRole('listitem').textContent).toMatch(/^Poster 3.+/);
    expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname)).toEqual([
      pathOf(rows[0]!, 'approve'),
      pathOf(rows[1]!, 'approve'),
      pathOf(rows[2]!, 'approve'),
    ]);
    expect(versionsOf(calls)).toEqual(['"1"', '"1"', '"1"']);
    fireEvent.click(within(left).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  it('leave out what somebody else reviews, and hold to what was selected', async () => {
    const other = { ...rows[2]!, assigned_to: idOf(77), assignee: 'other@fleet.example' };
    const { to } = await open({
      [`GET ${pathOf(other)}`]: () => json(other),
      [`GET ${pathOf(rows[0]!)}`]: () => json({ ...rows[0]!, version: 2 }),
      [`POST ${pathOf(rows[0]!, 'approve')}`]: () => refusal('VERSION_CONFLICT', { ...rows[0]!, version: 2 }),
    });
    await approveAll();
    const left = await asks(/^2 could not be approved/);
    expect(
      within(left)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Poster 1.*changed/i),
      expect.stringMatching(/^Poster 3other@fleet\.example is reviewing it/),
    ]);
    expect(to(pathOf(other, 'approve'))).toEqual([]);
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

describe('two who review', () => {
  const other = { ...rows[0]!, assigned_to: idOf(77), assignee: 'other@fleet.example' };
  const theirs = (answers: Answers = {}) =>
    open({
      'GET /api/submissions': () => listOf([other]),
      [`GET ${pathOf(other)}`]: () => json(other),
      ...answers,
    });

  it('learn of each other: the second is told, and asked before he takes over', async () => {
    const { calls } = await theirs();
    const sheet = await openFirst();
    expect(await within(sheet).findByText(/^other@fleet\.example is reviewing this/)).toBeTruthy();
    for (const name of ['Approve', 'Request changes', 'Reject'])
      expect(within(sheet).queryByRole('button', { name })).toBeNull();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Take over' }));
    const question = await asks(/^Take Poster 1 over from other@fleet\.example\?/);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(versionsOf(calls)).toEqual(['"1"']));
  });

  it('see what was changed since they opened it, and decide about nothing else', async () => {
    let now = rows[0]!;
    const { calls } = await open({
      [`GET ${pathOf(now)}`]: () => json(now),
      [`POST ${pathOf(now, 'approve')}`]: () => refusal('VERSION_CONFLICT', { ...now }),
    });
    const sheet = await openFirst();
    now = { ...now, version: 3, alt_text: 'Another poster', asset: assetRow(40) };
    press('a');
    const question = await asks(/^Approve Poster 1\?/);
    fireEvent.click(within(question).getByRole('button', { name: 'Approve' }));
    await within(question).findByRole('alert');
    expect(versionsOf(calls)).toEqual(['"1"']);
    const notice = await within(sheet).findByText('Changed since you opened it');
    expect(notice.parentElement?.textContent).toContain('File and Alternative text');
    expect(within(sheet).getByText('Another poster')).toBeTruthy();
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    fireEvent.click(within(sheet).getByRole('button', { name: 'Got it' }));
    expect(within(sheet).queryByText('Changed since you opened it')).toBeNull();
    press('a');
    fireEvent.click(within(await asks(/^Approve Poster 1\?/)).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(versionsOf(calls)).toEqual(['"1"', '"3"']));
  });
});

describe('a reason', () => {
  it('keeps the words of whoever writes it: a ready sentence comes after them and gives way to another', async () => {
    const { calls } = await open({ [`POST ${pathOf(rows[0]!, 'reject')}`]: () => json(rows[0]!) });
    await openFirst();
    press('r');
    const dialog = await asks(/^Reject Poster 1\?/);
    const type = within(dialog).getByLabelText('Type of problem');
    const choose = (value: string) => fireEvent.change(type, { target: { value } });
    const reason = () => within(dialog).getByLabelText<HTMLTextAreaElement>('Reason');
    choose('format');
    await waitFor(() => expect(reason().value).toMatch(/^The size or shape/));
    choose('quality');
    await waitFor(() => expect(reason().value).toMatch(/^The picture or sound/));
    fireEvent.change(reason(), { target: { value: 'The price is missing.' } });
    choose('language');
    await waitFor(() => expect(reason().value).toMatch(/^The price is missing\.\n\nThe text has a mistake/));
    choose('other');
    await waitFor(() => expect(reason().value).toBe('The price is missing.'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(versionsOf(calls)).toEqual(['"1"']));
  });
});

describe('the clock of a decision', () => {
  it('says how long is left and how late it is', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const waiting = [
      row(1, { sla_due: at(5.5 * 3_600_000 + 20_000) }),
      row(2, { sla_due: at(-26 * 3_600_000 - 20_000) }),
      row(3, { state: 'approved', sla_due: '2026-11-25T08:00:00.000Z' }),
    ];
    await open({ 'GET /api/submissions': () => listOf(waiting) });
    expect(await screen.findByText('5 hr 30 min left')).toBeTruthy();
    expect(screen.getByText('Overdue by 26 hr')).toBeTruthy();
    /** Nothing is due of what is decided. */
    expect(screen.queryByText(/^25 Nov 2026/)).toBeNull();
    expect(document.querySelectorAll('time[datetime="2026-11-25T08:00:00.000Z"]')).toHaveLength(0);
  });
});
