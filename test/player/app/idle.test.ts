import { afterEach, expect, it, vi } from 'vitest';
import { createRecordedPlayback } from '../../../player/app/recordedPlayback.ts';
import type { Content } from '../../../player/library/content.ts';
import { createItemSource } from '../../../player/library/itemSource.ts';
import { DEFAULT_PACING } from '../../../shared/contract/playout/playerValues.ts';
import { manualClock } from '../../support/clock.ts';
import { freshDb, identity } from '../ledgers.ts';

afterEach(() => vi.unstubAllGlobals());

const CONFIG = {
  kind: 'config',
  name: 'Cab 7',
  orientation: 0,
  fit: 'contain',
  volume: 0,
  tz: 'UTC',
} as const;

/** Seconds at which a screen that has nothing to play asks for something, within the first two minutes. */
async function asksAt(config: Content['config']): Promise<number[]> {
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} });
  const clock = manualClock();
  const begun = clock.mono();
  const content = (): Content => ({
    ...{ plan: { documents: [] } as never, playlist: null, flights: null, config },
  });
  const source = createItemSource({
    content: { active: content, pending: () => null },
    library: { findAll: () => Promise.resolve([]), blob: () => Promise.resolve(null) },
    bootCounter: { isSafe: false, countVideoStart: async () => {} },
    moments: { at: due => ({ at: due, tz: 'UTC', weather: null, place: null }) },
    ...{ storedPosition: null, facts: {} as never },
  });
  /** The code for pacing is fetched by then: that takes time of the machine, not of this clock. */
  await source.choose({}, begun, begun);
  const seconds: number[] = [];
  const itemSource: typeof source = {
    ...source,
    choose: (...which) => {
      seconds.push(Math.round((clock.mono() - begun) / 1_000));
      return source.choose(...which);
    },
  };
  const stage = { clear: () => {}, settings: () => ({}), layout: () => 'full', unload: () => {} };
  const playback = createRecordedPlayback({
    ...{ clock, itemSource, secondSource: source, stage: stage as never, time: {} as never },
    ...{ content: { active: content }, incidents: { note: () => Promise.resolve() } },
    status: { get: () => ({ link: 'offline' }) as never, set: () => {} },
    ledgerPorts: { db: freshDb(), boot_id: 'b', newId: () => 'n' },
    openSecond: () => Promise.reject(new Error('there is one zone')),
    ...{ isLit: () => true, onPicture: () => {}, onHouse: () => Promise.resolve(), onSkipped: () => {} },
    wasDamaged: () => false,
  });
  playback.begin(identity as never);
  await clock.advance(121_000);
  return seconds;
}

it('PCFG-02 a screen with nothing to play asks again after as long as its configuration says', async () => {
  const seconds = await asksAt({ ...CONFIG, pacing: { ...DEFAULT_PACING, idle_s: 40 } });
  expect(seconds).toEqual([0, 40, 80, 120]);
  expect((await asksAt(CONFIG)).length).toBeGreaterThan(seconds.length);
});
