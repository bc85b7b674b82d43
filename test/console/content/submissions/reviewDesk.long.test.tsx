import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Decision, type Submission } from '../../../../shared/contract/content/submission.ts';
import { assetRow, idOf } from '../../../support/console/content.ts';
import { submissionRow as row } from '../../../support/console/submissions.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

afterEach(cleanup);

const AT = '2026-11-24T09:00:00.000Z';
const WORDS = {
  ...{ name: 'Poster 1', alt_text: 'A poster', qr_target: null, note: '' },
  ...{ languages: [], valid_from: null, valid_until: null, advertiser: '' },
};
const sentBack = (more: Partial<Decision> = {}): Decision => ({
  ...{ decision: 'changes_requested', reason_code: 'rights', reason: 'We need the licence of the music.' },
  ...{ at: AT, by: idOf(70), by_name: 'other@fleet.example', is_own: false, sha256: assetRow(1).sha256 },
  ...{ words: WORDS, answered_at: '2026-11-24T10:00:00.000Z' },
  ...more,
});
const pending = (n: number) => row(n, { state: 'pending', assigned_to: null, assignee: null });
const pathOf = ({ id }: Pick<Submission, 'id'>, verb = '') => `/api/submissions/${id}${verb && `/${verb}`}`;

/** A server that keeps what was decided. */
function queue(...rows: Submission[]) {
  const now = new Map(rows.map(one => [one.id, one]));
  const approved = (one: Submission) => {
    const by = { by: person().id, by_name: person().email };
    const taken = sentBack({ decision: 'approved', reason: '', reason_code: null, ...by, answered_at: null });
    const next: Submission = { ...one, state: 'approved', version: 2, decisions: [...one.decisions, taken] };
    now.set(one.id, next);
    return json(next);
  };
  const answers: Answers = {
    'GET /api/validations': () => listOf([]),
    'GET /api/submissions': ({ url }) =>
      listOf([...now.values()].filter(one => url.searchParams.get('status')?.split(',').includes(one.state))),
    ...Object.fromEntries(
      rows.flatMap(one => [
        [`GET ${pathOf(one)}`, () => json(now.get(one.id))],
        [`POST ${pathOf(one, 'approve')}`, () => approved(one)],
      ]),
    ),
  };
  return { answers, now };
}
const open = (answers: Answers, search = '') =>
  openConsole({
    path: `/admin/submissions${search}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), answers),
  });
const sheetOf = (name: string) => screen.findByRole('dialog', { name });
const openId = () => new URLSearchParams(location.search).get('id');
async function approve(name: string) {
  fireEvent.click(within(await sheetOf(name)).getByRole('button', { name: 'Approve' }));
  const question = await screen.findByRole('dialog', { name: `Approve ${name}?` });
  fireEvent.click(await within(question).findByRole('button', { name: 'Approve' }));
}

describe('a submission that nobody looks at', () => {
  it('is decided at once, and is taken over by that', async () => {
    const { to } = await open(queue(pending(1)).answers, `?id=${pending(1).id}`);
    const sheet = await sheetOf('Poster 1');
    expect(
      within(sheet)
        .getAllByRole('button')
        .map(one => one.dataset['action'])
        .filter(Boolean),
    ).toEqual([...['approve', 'assign', 'request-changes', 'reject'], ...['creative', 'prioritise']]);
    await approve('Poster 1');
    await screen.findByText('Nothing else is waiting.');
    expect(to(pathOf(pending(1), 'approve'))).toHaveLength(1);
    expect(to(pathOf(pending(1), 'assign'))).toEqual([]);
  });
});

describe('the queue', () => {
  it('holds what waits, says so, and shows all once that is lifted', async () => {
    const { to } = await open(queue(row(1)).answers);
    await screen.findByRole('link', { name: 'Poster 1' });
    const statuses = () => to('/api/submissions').map(({ url }) => url.searchParams.get('status'));
    expect(new Set(statuses())).toEqual(new Set(['pending,in_review']));
    const filter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    expect(filter().selectedOptions[0]?.textContent).toBe('Waiting for a decision');
    screen.getByText('Only what waits for a decision is listed.');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(statuses().at(-1)).toBeNull());
    expect(filter().selectedOptions[0]?.textContent).toBe('Status: all');
    expect(screen.queryByText('Only what waits for a decision is listed.')).toBeNull();
    fireEvent.change(filter(), { target: { value: 'rejected' } });
    await waitFor(() => expect(statuses().at(-1)).toBe('rejected'));
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    await screen.findByText('Only what waits for a decision is listed.');
  });

  it('shows each by its picture', async () => {
    await open(queue(row(1), pending(2)).answers);
    const link = await screen.findByRole('link', { name: 'Poster 2' });
    expect(link.querySelector('img')?.getAttribute('src')).toBe('/media/2/thumb');
  });
});

describe('after a decision', () => {
  it('the next that waits for this reviewer opens by itself, what was passed over last, and then the sheet closes', async () => {
    const theirs = row(3, { assigned_to: idOf(77), assignee: 'other@fleet.example' });
    const rows = [row(1), row(2), theirs, row(4)];
    await open(queue(...rows).answers, `?id=${rows[1]!.id}`);
    await approve('Poster 2');
    await sheetOf('Poster 4');
    await approve('Poster 4');
    await sheetOf('Poster 1');
    expect(screen.queryByText('Nothing else is waiting.')).toBeNull();
    await approve('Poster 1');
    await screen.findByText('Nothing else is waiting.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(openId()).toBeNull();
  });

  it('skips what was decided where the list shows all, and the keys go on', async () => {
    const rows = [row(1), row(2, { state: 'approved' }), row(3)];
    await open(queue(...rows).answers, `?status=in_review,approved&id=${rows[0]!.id}`);
    await within(await sheetOf('Poster 1')).findByText(/^Keys:/);
    await approve('Poster 1');
    await sheetOf('Poster 3');
    fireEvent.keyDown(document.body, { key: 'a' });
    await screen.findByRole('dialog', { name: 'Approve Poster 3?' });
    expect(new URLSearchParams(location.search).get('status')).toBe('in_review,approved');
  });

  it('of a row that is not open none opens', async () => {
    await open(queue(row(1), row(2)).answers);
    await screen.findByRole('link', { name: 'Poster 1' });
    fireEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Approve' }));
    const question = await screen.findByRole('dialog', { name: 'Approve Poster 1?' });
    fireEvent.click(await within(question).findByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Poster 1' })).toBeNull());
    expect(openId()).toBeNull();
  });
});

describe('the buttons', () => {
  it('begin with the one to press, and the others are quieter', async () => {
    await open(queue(row(1), pending(2)).answers, `?id=${idOf(1)}`);
    const sheet = await sheetOf('Poster 1');
    const buttons = () => [...sheet.querySelectorAll<HTMLElement>('[data-action]')];
    await waitFor(() =>
      expect(buttons().map(one => one.dataset['action'])).toEqual([
        ...['approve', 'request-changes', 'reject'],
        ...['creative', 'prioritise'],
      ]),
    );
    expect(buttons().map(one => /\bbg-(primary|danger)\b/.test(one.className))).toEqual([
      ...[true, false, false, false, false],
    ]);
  });
});

describe('what was sent again', () => {
  const again = row(1, { decisions: [sentBack()], asset: assetRow(40), asset_before: assetRow(1) });
  const comparison = async (one: Submission) => {
    await open(queue(one).answers, `?id=${one.id}`);
    return within(await sheetOf(one.name)).findByRole('region', { name: 'Since the last decision' });
  };
  const words = (region: HTMLElement) =>
    within(region)
      .queryAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);

  it('stands beside what it was: the file of before and now, and each word that changed', async () => {
    const region = await comparison({
      ...again,
      alt_text: 'A poster with its price',
      qr_target: 'https://a.example/',
    });
    const sides = within(region).getAllByRole('figure');
    expect(sides.map(({ textContent }) => textContent)).toEqual(['Before', 'Now']);
    expect(sides.map(side => side.querySelector('img')?.getAttribute('src'))).toEqual([
      ...['/media/1/thumb', '/media/40/thumb'],
    ]);
    expect(words(region)).toEqual([
      'Alternative text− A poster+ A poster with its price',
      'QR code leads to—+ https://a.example/',
    ]);
  });

  it('shows no picture of the same file, and says where the earlier one is gone', async () => {
    const region = await comparison({ ...again, asset: assetRow(1), asset_before: null, note: 'Licensed' });
    expect(within(region).queryAllByRole('figure')).toEqual([]);
    expect(words(region)).toEqual(['Note—+ Licensed']);
    cleanup();
    const other = await comparison({ ...again, asset_before: null });
    within(other).getByText('The earlier file was deleted.');
  });

  it('is in the history with what was decided between', async () => {
    await open(queue(again).answers, `?id=${again.id}`);
    const history = await within(await sheetOf('Poster 1')).findByRole('region', { name: 'History' });
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(item => item.querySelector('p')?.textContent),
    ).toEqual(['Submitted again', 'Changes requested by other@fleet.example', 'Submitted']);
  });
});

describe('what changed since it was opened', () => {
  const before = row(1, { state: 'changes_requested', decisions: [sentBack({ answered_at: null })] });
  const now = row(1, {
    version: 4,
    decisions: [sentBack()],
    asset: assetRow(40),
    alt_text: 'Another poster',
  });
  const NEWS = 'Changed since you opened it';
  const late = (one: Submission) => async () => {
    await new Promise(done => setTimeout(done, 300));
    return json(one);
  };
  it('is no news of what the list had of it', async () => {
    const { answers } = queue(now);
    await open({
      ...answers,
      'GET /api/submissions': () => listOf([before]),
      [`GET ${pathOf(now)}`]: late(now),
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Poster 1' }));
    const sheet = await sheetOf('Poster 1');
    await within(sheet).findByText('A poster');
    await within(sheet).findAllByText('Another poster');
    expect(within(sheet).queryByText(NEWS)).toBeNull();
  });

  it('is no news of one’s own act', async () => {
    const rows = [pending(1), row(2)];
    const { answers, now: rowsNow } = queue(...rows);
    const taken = row(1, { version: 2 });
    const assign = () => {
      rowsNow.set(taken.id, taken);
      return json(taken);
    };
    await open({ ...answers, [`POST ${pathOf(taken, 'assign')}`]: assign }, `?id=${taken.id}`);
    const sheet = await sheetOf('Poster 1');
    fireEvent.click(await within(sheet).findByRole('button', { name: 'Start review' }));
    await within(sheet).findByRole('button', { name: 'Approve' });
    expect(within(sheet).queryByText(NEWS)).toBeNull();
  });
});
