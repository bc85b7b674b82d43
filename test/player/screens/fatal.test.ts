// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { retryUntilDone } from '../../../player/app/retry.ts';
import { fromMirror, mirrorKiosk } from '../../../player/kiosk/mode.ts';
import { hashPin } from '../../../player/kiosk/pin.ts';
import { showFatal } from '../../../player/screens/fatal.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';

const SECOND = 1_000;
const error = new Error('The database cannot be opened');
const screen = () => document.getElementById('fatal');

beforeEach(() => {
  document.body.innerHTML = '<div id="over"></div>';
  localStorage.clear();
});

/** A start that fails, as `boot.ts` goes about it. */
function start({ failures = Infinity, isBlank = true } = {}) {
  const clock = manualClock();
  const reload = vi.fn();
  let tries = 0;
  const attempt = () => (++tries > failures ? Promise.resolve() : Promise.reject(error));
  const ports = {
    clock,
    isPlaying: () => false,
    isBlank: () => isBlank,
    isModuleAvailable: () => Promise.resolve(false),
    restart: reload,
    showFatal: (cause: unknown) =>
      void showFatal({ error: cause, isKiosk: fromMirror(localStorage).enabled, clock, reload }),
    onFault: () => undefined,
  };
  const done = vi.fn();
  void retryUntilDone(attempt, ports).then(done);
  return { clock, reload, done };
}

describe('a player that cannot start', () => {
  it('AMBIG-ERR-02 in kiosk mode says so without a button, and the page begins anew by itself', async () => {
    mirrorKiosk(localStorage, {
      enabled: true,
      pin: await hashPin('4711', bytes => new Uint8Array(bytes), 1),
    });
    const { clock, reload } = start();
    await clock.advance(20 * SECOND);
    await vi.waitFor(() => expect(screen()?.textContent).toContain('starts again by itself in 30 seconds'));
    expect(screen()?.textContent).toContain(error.message);
    expect(screen()?.querySelectorAll('a, button')).toHaveLength(0);
    expect(reload).not.toHaveBeenCalled();
    await clock.advance(30 * SECOND);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('AMBIG-ERR-02 elsewhere leads to /admin, and begins anew only where somebody says so', async () => {
    const { clock, reload } = start();
    await clock.advance(20 * SECOND);
    await vi.waitFor(() => expect(screen()?.querySelector('a')?.textContent).toBe('Go to Dashboard'));
    expect(screen()?.querySelector('a')?.getAttribute('href')).toBe('/admin');
    await clock.advance(600 * SECOND);
    expect(reload).not.toHaveBeenCalled();
    screen()?.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('says nothing where the first tries fail, or where something is on the screen', async () => {
    const short = start({ failures: 3 });
    await short.clock.advance(60 * SECOND);
    expect(short.done).toHaveBeenCalledOnce();
    const covered = start({ isBlank: false });
    await covered.clock.advance(60 * SECOND);
    expect(screen()).toBeNull();
  });

  it('begins nothing anew once it is shown no more', async () => {
    const clock = manualClock();
    const reload = vi.fn();
    await showFatal({ error, isKiosk: true, clock, reload });
    await showFatal({ error, isKiosk: true, clock, reload });
    expect(document.querySelectorAll('#fatal')).toHaveLength(1);
    screen()?.remove();
    await clock.advance(60 * SECOND);
    expect(reload).not.toHaveBeenCalled();
  });
});
