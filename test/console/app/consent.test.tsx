import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import ConsentPrompt from '../../../console/app/consent/ConsentPrompt.tsx';
import { ConsentContext } from '../../../console/app/consent/ConsentContext.ts';
import { ErrorReports } from '../../../console/identity/profile/ErrorReports.tsx';
import { routes } from '../../../console/app/routes/index.ts';
import { sectionOf } from '../../../console/app/section.ts';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { createSession } from '../../../console/app/session/session.ts';
import { systemClock } from '../../../shared/clock.ts';
import { createConsent } from '../../../shared/consent/consent.ts';
import { createConsentRecord, type ConsentRecord } from '../../../shared/consent/record.ts';
import { manualClock } from '../../support/clock.ts';
import { fakeApi, fillBrowser, json, memoryTokens, texts } from '../../support/console/console.tsx';

afterEach(cleanup);

const QUESTION = 'Send error reports to help us fix problems?';

async function open(
  what: 'bar' | 'switch',
  kept: ConsentRecord | null = null,
  more: { path?: string; language?: string } = {},
) {
  fillBrowser();
  history.replaceState(null, '', more.path ?? '/auth');
  const i18n = await texts(more.language);
  await i18n.loadNamespaces('consent');
  const written: ConsentRecord[] = [];
  const write = vi.fn((record: ConsentRecord) => Promise.resolve(void written.push(record)));
  const consent = createConsent({
    storage: { read: () => Promise.resolve(kept), write },
    clock: manualClock(),
    onOtherTab: () => undefined,
    log: () => undefined,
  });
  const api = fakeApi({ 'POST /api/compliance/consents': () => json({ ok: true }) });
  const session = createSession({
    ...{ fetch: api.fetch, tokens: memoryTokens(), clock: systemClock, lock: work => work() },
    ...{ tabStorage: sessionStorage, onOtherTab: () => undefined, log: () => undefined },
  });
  const privacy = () => Promise.resolve({ consent });
  render(
    <AuthProvider session={session}>
      <ConsentContext value={privacy}>{what === 'bar' ? <ConsentPrompt /> : <ErrorReports />}</ConsentContext>
    </AuthProvider>,
  );
  await consent.ready;
  return { consent, written, write };
}

describe('the consent bar', () => {
  it.each([
    ['Accept', true],
    ['Decline', false],
  ])('OPEN-ANALYTICS-04 asks in so many words, and %s is written down as %s', async (name, hasConsented) => {
    const { written, consent } = await open('bar');
    const bar = await screen.findByRole('region', { name: QUESTION });
    expect(bar.textContent).toBe(`${QUESTION}AcceptDecline`);
    expect(document.documentElement.dataset['bar']).toBe('');
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toMatchObject({ hasConsented, purposes: { errors: hasConsented } });
    await waitFor(() => expect(consent.allows('errors')).toBe(hasConsented));
    expect(screen.queryByRole('region')).toBeNull();
    expect(document.documentElement.dataset['bar']).toBeUndefined();
  });

  it('asks in Chinese, too', async () => {
    await open('bar', null, { language: 'zh' });
    const bar = await screen.findByRole('region');
    expect(bar.textContent).toBe('是否发送错误报告，帮助我们修复问题？接受拒绝');
  });

  it.each([true, false])('asks nobody who has answered: %s', async errors => {
    await open('bar', createConsentRecord({ errors }, 0));
    await new Promise(done => setTimeout(done));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('leaves the readers of public pages alone', async () => {
    await open('bar', null, { path: '/pricing' });
    await new Promise(done => setTimeout(done));
    expect(screen.queryByRole('region')).toBeNull();
  });
});

describe('the switch in Profile', () => {
  it('OPEN-ANALYTICS-04 X42 shows the answer and changes it, and says whose it is', async () => {
    const { written } = await open('switch', createConsentRecord({ errors: true }, 0));
    const control = await screen.findByRole('switch', { name: new RegExp(QUESTION.replace('?', '\\?')) });
    expect((control as HTMLInputElement).checked).toBe(true);
    expect(screen.getByText(/passenger data. Your choice applies/)).toBeTruthy();
    fireEvent.click(control);
    expect((control as HTMLInputElement).checked).toBe(false);
    await waitFor(() => expect(written.at(-1)).toMatchObject({ hasConsented: false }));
    fireEvent.click(control);
    await waitFor(() => expect((control as HTMLInputElement).checked).toBe(true));
  });

  it('says that an answer could not be kept, and stays off', async () => {
    const { write } = await open('switch');
    write.mockRejectedValueOnce(new Error('quota'));
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const control = await screen.findByRole('switch');
    fireEvent.click(control);
    expect((await screen.findByRole('alert')).textContent).toContain('could not save your choice');
    expect((control as HTMLInputElement).checked).toBe(false);
    warn.mockRestore();
  });
});

describe('the section of an address', () => {
  it('OPEN-ANALYTICS-01 is the name of its route in the route table, for every route', () => {
    for (const { path, title } of routes)
      expect([path, sectionOf(path.replaceAll(/:[a-z_]+/g, '7f'))]).toEqual([path, title]);
    expect([sectionOf('/auth'), sectionOf('/pricing'), sectionOf('/nowhere')]).toEqual([
      'auth',
      'pricing',
      null,
    ]);
  });
});
