// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { supervise } from '../../../player/app/supervise.ts';
import type { Player } from '../../../player/app/player.ts';
import { createStatus } from '../../../player/app/status.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';

const AWAY_MS = 30_000;

describe('the mark of a screen whose link is not as it should be', () => {
  const clock = manualClock();
  const status = createStatus();
  const mark = () => document.querySelector<HTMLElement>('#over .corner:not([hidden])');

  beforeEach(() => {
    if (document.getElementById('over')) return;
    document.body.innerHTML = '<div id="over"></div>';
    Object.assign(navigator, { storage: { persist: () => Promise.resolve(true) } });
    supervise({ clock, status, shown: new Promise(() => undefined) } as unknown as Player);
  });

  it.each([
    ['offline', 'Offline', '离线'],
    ['degraded', 'Poor connection', '连接不稳定'],
    ['slow', 'Slow connection', '网速较慢'],
  ] as const)('OPEN-NET-04 says %s in both languages after 30 s, and goes at once', async (link, en, zh) => {
    status.set({ link });
    await clock.advance(AWAY_MS - 1);
    expect(mark()).toBeNull();
    await clock.advance(1);
    await vi.waitFor(() => expect(mark()?.textContent).toContain(en));
    expect(mark()?.textContent).toContain(zh);
    status.set({ link: 'online' });
    expect(mark()).toBeNull();
  });

  it('OPEN-NET-04 says nothing of a gap of 29 s, nor of a link that is not known yet', async () => {
    status.set({ link: 'offline' });
    await clock.advance(AWAY_MS - 1_000);
    status.set({ link: 'online' });
    await clock.advance(AWAY_MS);
    status.set({ link: 'unknown' });
    await clock.advance(10 * AWAY_MS);
    expect(mark()).toBeNull();
  });

  it('OPEN-NET-04 counts one absence, whatever words it goes through', async () => {
    status.set({ link: 'slow' });
    await clock.advance(AWAY_MS / 2);
    status.set({ link: 'offline' });
    await clock.advance(AWAY_MS / 2);
    await vi.waitFor(() => expect(mark()?.textContent).toContain('Offline'));
  });
});
