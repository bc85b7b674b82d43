import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts, type ToastText } from '../../../console/kit/ui/toasts/toasts.ts';
import { Sheet } from '../../../console/kit/ui/overlays/Dialog.tsx';
import { ToastsProvider } from '../../../console/kit/ui/toasts/ToastsProvider.tsx';
import { systemClock } from '../../../shared/clock.ts';
import { TOAST } from '../../../shared/constants.ts';
import {
  fillBrowser,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  texts,
  TOKENS,
} from '../../support/console/console.tsx';
import { playlistRow } from '../../support/console/content.ts';
import { manualClock } from '../../support/clock.ts';

async function area(toasts = createToasts(systemClock), language = 'en') {
  vi.useRealTimers();
  const i18n = await texts(language);
  render(<ToastsProvider toasts={toasts}>{null}</ToastsProvider>);
  await screen.findByRole('region', { name: i18n.t('toast.area', { hotkey: 'F8' }) });
  // The area takes note of itself a moment after it is drawn.
  await act(() => new Promise(done => setTimeout(done, 50)));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const show = (toast: ToastText) =>
    act(async () => {
      toasts.show(toast);
      await vi.advanceTimersByTimeAsync(0);
    });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { toasts, show, wait };
}
const shown = () => [...document.querySelectorAll('li[data-state=open]')];

beforeEach(fillBrowser);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('toasts', () => {
  it('TOAST-01 stand one at a time, the new one in place of the old', async () => {
    const { show } = await area();
    await show({ title: 'first' });
    await show({ title: 'second' });
    expect(shown().map(toast => toast.textContent)).toEqual(['second']);
  });

  it('TOAST-02 AMBIG-UI-02 have the focus after F8', async () => {
    const { show } = await area();
    await show({ title: 'here' });
    fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' });
    expect(document.activeElement?.tagName).toBe('OL');
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();
  });

  it('leave Escape to the sheet that has the focus', async () => {
    vi.useRealTimers();
    await texts('en');
    const toasts = createToasts(systemClock);
    const close = vi.fn();
    render(
      <ToastsProvider toasts={toasts}>
        <Sheet title="Record" close={close}>
          <button>Inside</button>
        </Sheet>
      </ToastsProvider>,
    );
    act(() => toasts.show({ title: 'Saved' }));
    await waitFor(() => expect(shown()).toHaveLength(1));
    const inside = screen.getByText('Inside');
    inside.focus();
    fireEvent.keyDown(inside, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('TOAST-03 close by themselves after 5 s', async () => {
    const { show, wait } = await area();
    await show({ title: 'brief' });
    await wait(4_900);
    expect(shown()).toHaveLength(1);
    await wait(200);
    expect(shown()).toHaveLength(0);
  });

  it('TOAST-09 stay as long as they ask to', async () => {
    const { show, wait } = await area();
    await show({ title: 'longer', durationMs: 8_000 });
    await wait(7_900);
    expect(shown()).toHaveLength(1);
    await wait(200);
    expect(shown()).toHaveLength(0);
  });

  function swipe(by: number) {
    const toast = shown()[0]!;
    fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0, pointerId: 1 });
    for (const x of [by / 2, by]) fireEvent.pointerMove(toast, { clientX: x, clientY: 0, pointerId: 1 });
    fireEvent.pointerUp(toast, { clientX: by, clientY: 0, pointerId: 1 });
  }

  it('TOAST-04 AMBIG-UI-02 close by a swipe to the right and not to the left', async () => {
    const { show } = await area();
    await show({ title: 'swiped' });
    swipe(-80);
    expect(shown()).toHaveLength(1);
    swipe(80);
    expect(shown()).toHaveLength(0);
  });

  it('TOAST-05 AMBIG-TOAST-02 stay at 49 px and close at 50', async () => {
    const { show } = await area();
    await show({ title: 'swiped' });
    swipe(49);
    expect(shown()).toHaveLength(1);
    swipe(50);
    expect(shown()).toHaveLength(0);
  });

  it('TOAST-06 AMBIG-TOAST-01 leave the list 1,000,000 ms after they were closed', async () => {
    const clock = manualClock();
    const toasts = createToasts(clock);
    toasts.show({ title: 'kept' });
    toasts.close(1);
    await clock.advance(TOAST.removeDelayMs - 1);
    expect(toasts.store.getState().list).toMatchObject([{ title: 'kept', open: false }]);
    await clock.advance(1);
    expect(toasts.store.getState().list).toEqual([]);
    expect(TOAST.removeDelayMs).toBe(1_000_000);
  });

  it('TOAST-08 leave an action without alternative text away, and say so', async () => {
    const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { show } = await area();
    await show({ title: 'gone', action: { label: 'Undo', altText: '', run: () => undefined } });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(String(complained.mock.calls[0]?.[0])).toContain('Invalid prop `altText`');
    complained.mockRestore();
  });

  it('TOAST-07 OPEN-VAL-02 complain of an empty label, and say theirs again once it is there', async () => {
    const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const i18n = await texts();
    i18n.addResource('en', 'common', 'toast.label', '');
    const toasts = createToasts(systemClock);
    render(<ToastsProvider toasts={toasts}>{null}</ToastsProvider>);
    await screen.findByRole('region', { name: 'Notifications (F8)' });
    expect(complained.mock.calls.map(String).join()).toContain('Invalid prop `label`');
    cleanup();
    complained.mockRestore();
    const { show, wait } = await area();
    await show({ title: 'labelled' });
    await wait(100);
    expect(document.body.textContent).toContain('Notification');
  });

  it.each([
    ['en', 'Notification'],
    ['zh', '通知'],
  ])(
    'OPEN-VAL-02 say in %s what they are, and leave an action without alternative text away',
    async (language, label) => {
      const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { show, wait } = await area(createToasts(systemClock), language);
      await show({ title: 'gone', action: { label: 'Undo', altText: ' ', run: () => undefined } });
      await wait(100);
      expect(document.body.textContent).toContain(`${label} gone`);
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
      expect(String(complained.mock.calls[0]?.[0])).toContain('Invalid prop `altText`');
      complained.mockRestore();
    },
  );

  it('run their action once and close', async () => {
    const run = vi.fn();
    const { show } = await area();
    await show({ title: 'gone', action: { label: 'Undo', altText: 'elsewhere', run } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(shown()).toHaveLength(0);
  });
});

describe('tooltips', () => {
  /** The second of three pages, so that both buttons beside the number can be used. */
  async function pager() {
    const rows = Array.from({ length: 25 }, (_, n) => playlistRow(n + 1));
    await openConsole({
      path: '/playlists?page=2',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person(), { 'GET /api/playlists': () => listOf(rows, { total: 70 }) }),
    });
    await screen.findByRole('button', { name: 'Next page' });
    // The title stands in until tips are loaded.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next page' }).title).toBe(''));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  }
  const tip = () => screen.queryByRole('tooltip')?.textContent ?? null;
  const over = (name: string) =>
    fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' });
  const off = (name: string) =>
    fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('TIP-01 AMBIG-UI-02 open after 700 ms', async () => {
    await pager();
    over('Next page');
    await wait(699);
    expect(tip()).toBeNull();
    await wait(2);
    expect(tip()).toBe('Next page');
    expect(screen.getByRole('button', { name: 'Next page' }).title).toBe('');
  });

  it('TIP-02 open at once within 300 ms of the last one, and not later', async () => {
    await pager();
    over('Next page');
    await wait(701);
    off('Next page');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await wait(299);
    over('Previous page');
    await wait(0);
    expect(tip()).toBe('Previous page');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    off('Previous page');
    await wait(301);
    over('Next page');
    await wait(0);
    expect(tip()).toBeNull();
  });
});
