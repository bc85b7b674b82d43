import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NOTHING_CHANGED, type OwnSubmission } from '../../../../shared/contract/content/submission.ts';
import { submissionRow } from '../../../support/console/submissions.ts';
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
} from '../../../support/console/console.tsx';

afterEach(cleanup);

const REASON = 'Please show the price with tax.';
const { submitter: _, assignee: __, assigned_to: ___, asset_before: ____, ...own } = submissionRow(1);
const ROW: OwnSubmission = {
  ...{ ...own, state: 'changes_requested', note: 'For December' },
  decisions: [
    {
      ...{ decision: 'changes_requested', reason_code: 'misleading', reason: REASON },
      ...{ at: '2026-11-24T09:00:00.000Z', by: null, by_name: null, is_own: false },
      ...{ sha256: own.asset.sha256, words: null, answered_at: null },
    },
  ],
};
const PATH = `/api/own-submissions/${ROW.id}`;

async function open(answers: Answers = {}, language = 'en', row = ROW) {
  const portal = { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true };
  const opened = await openConsole({
    path: '/business/submissions',
    tokens: memoryTokens(TOKENS),
    language,
    answers: signedInAnswers(person('viewer'), {
      'GET /api/auth/me': () => json({ user: person('viewer'), tenants: [portal] }),
      'GET /api/own-submissions': () => listOf([row]),
      [`GET ${PATH}`]: () => json(row),
      [`POST ${PATH}/resubmit`]: () => json({ ...row, state: 'pending' }),
      ...answers,
    }),
  });
  const link = await screen.findByRole('link', { name: /Poster 1/ });
  return { ...opened, link };
}
async function ask(link: HTMLElement) {
  fireEvent.click(link);
  const sheet = await screen.findByRole('dialog', { name: 'Poster 1' });
  await waitFor(() => expect(sheet.querySelector('[data-action=resubmit]')).not.toBeNull());
  fireEvent.click(sheet.querySelector('[data-action=resubmit]')!);
  return screen.findByRole('dialog', { name: /^(Resubmit|重新提交) Poster 1/ });
}
const send = async (dialog: HTMLElement) =>
  fireEvent.click(await within(dialog).findByRole('button', { name: /^(Fix and resubmit|修改并重新提交)$/ }));

it('the list has the reviewer’s words beside the picture, and the dialog repeats them', async () => {
  const { link } = await open();
  expect(link.textContent).toContain(REASON);
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/media/1/thumb');
  const dialog = await ask(link);
  const notice = within(dialog).getByText(REASON);
  expect(notice.parentElement?.textContent).toContain('Misleading');
});

it.each(['withdrawn', 'pending'] as const)(
  '%s, its list no longer shows the words of a decision that does not stand',
  async state => {
    const { link } = await open({}, 'en', { ...ROW, state });
    expect(link.closest('tr')?.textContent).toContain('Poster 1');
    expect(document.body.textContent).not.toContain(REASON);
  },
);

it('one call sends what was changed, and no more', async () => {
  const { link, calls } = await open();
  const dialog = await ask(link);
  fireEvent.change(await within(dialog).findByLabelText('Name'), { target: { value: 'Poster with tax' } });
  await send(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Resubmit/ })).toBeNull());
  const writes = calls.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
    ['POST', `${PATH}/resubmit`, { name: 'Poster with tax' }],
  ]);
});

it('beside a file that is live no words are asked for', async () => {
  const { link } = await open({}, 'en', { ...ROW, is_newer_file: true });
  const dialog = await ask(link);
  expect(await within(dialog).findByLabelText('Note to the reviewer')).toBeTruthy();
  expect(within(dialog).queryByLabelText('Name')).toBeNull();
});

it.each([
  ['en', "Nothing has changed since the reviewer's answer. Change the file or the texts, or write a note."],
  ['zh', '自审核人答复以来没有任何更改。请更换文件、修改文字，或填写备注。'],
])('says at the note that nothing has changed, in %s', async (language, words) => {
  const refused = () => refusal('VALIDATION', { note: [NOTHING_CHANGED] });
  const { link } = await open({ [`POST ${PATH}/resubmit`]: refused }, language);
  const dialog = await ask(link);
  await send(dialog);
  const message = await within(dialog).findByText(words);
  const note = within(dialog).getByLabelText(/^(Note to the reviewer|给审核人的备注)/);
  expect(note.getAttribute('aria-describedby')?.split(' ')).toContain(message.closest('[id]')?.id);
});
