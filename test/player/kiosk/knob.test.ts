// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { showKnobOnTouch } from '../../../player/kiosk/knob.ts';
import { createStatus } from '../../../player/app/status.ts';
import type { ServicePlayer } from '../../../player/panels/servicePanel.ts';
import { KIOSK } from '../../../shared/constants.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';
import { freshDb, quickly } from './kiosks.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="over"></div>';
});

async function kiosk() {
  const clock = manualClock();
  const db = freshDb();
  await quickly(db, '4711');
  const status = createStatus();
  status.set({ isKiosk: true });
  await showKnobOnTouch({ clock, db, status } as unknown as ServicePlayer);
  const knob = document.querySelector<HTMLElement>('.knob')!;
  const hold = async (ms: number) => {
    knob.dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { isPrimary: true }));
    await clock.advance(ms);
    knob.dispatchEvent(new Event('pointerup', { bubbles: true }));
  };
  return { clock, hold };
}
const pin = () => document.querySelector('dialog.pin[open]');

it('KIOSK-04 leaving asks for the PIN after a hold of 3.0 s, and after 2.9 s for nothing', async () => {
  const { clock, hold } = await kiosk();
  await hold(KIOSK.holdMs - 100);
  await clock.advance(10_000);
  expect(pin()).toBeNull();
  await hold(KIOSK.holdMs);
  await vi.waitFor(() => expect(pin()).not.toBeNull());
});

it('the very first touch may hold it, after any rest', async () => {
  const { clock, hold } = await kiosk();
  await clock.advance(60_000);
  await hold(KIOSK.holdMs);
  await vi.waitFor(() => expect(pin()).not.toBeNull());
});
