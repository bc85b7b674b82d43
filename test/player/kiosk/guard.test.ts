import { describe, expect, it } from 'vitest';
import { isShortcut, watchEscapes } from '../../../player/kiosk/guard.ts';
import { createIncidents } from '../../../player/link/incidents.ts';
import { incidentNote } from '../../../shared/contract/fleet/incident.ts';
import { manualClock } from '../../support/clock.ts';
import { freshDb } from './kiosks.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false };

describe('the guard of a kiosk', () => {
  it('catches the keys of browser and system, and leaves those of a PIN', () => {
    const caught = (key: string, more: Partial<typeof none> = {}) => isShortcut({ ...none, key, ...more });
    expect(['F1', 'F5', 'F11', 'ContextMenu', 'BrowserBack', 'Print'].every(key => caught(key))).toBe(true);
    expect([
      caught('r', { ctrlKey: true }),
      caught('w', { metaKey: true }),
      caught('Left', { altKey: true }),
    ]).toEqual([true, true, true]);
    const left = ['1', 'Tab', 'Enter', ' ', 'Backspace', 'Escape', 'ArrowLeft', 'f', 'F'];
    expect(left.filter(key => caught(key))).toEqual([]);
  });

  it('notices that somebody left the player, with how long, and no short blink', () => {
    const clock = manualClock();
    const page = Object.assign(new EventTarget(), { hidden: false });
    const away: number[] = [];
    watchEscapes(page, clock, ms => away.push(ms));
    const see = (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const leave = async (ms: number) => {
      see(true);
      clock.jump(1_000_000_000);
      await clock.advance(ms);
      see(false);
    };
    return leave(5_000)
      .then(() => leave(42_000))
      .then(() => expect(away).toEqual([42_000]));
  });

  it('tells of it in words the contract takes', async () => {
    const clock = manualClock();
    const incidents = createIncidents(freshDb(), clock, () => clock.now());
    await incidents.note('kiosk_escape', 'hidden for 42 s');
    expect((await incidents.waiting()).map(note => incidentNote.parse(note).detail)).toEqual([
      'hidden for 42 s',
    ]);
  });
});
