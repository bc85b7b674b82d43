import { describe, expect, it } from 'vitest';
import { createItemSource, type Progress } from '../../../player/library/itemSource.ts';
import type { Content } from '../../../player/library/content.ts';
import type { Item } from '../../../player/engine/state.ts';
import type { AssetRow } from '../../../shared/device/storage.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import { DEFAULT_PACING, MIX_SOURCES, type Weights } from '../../../shared/contract/playout/playerValues.ts';
import type { WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { HeldLease } from '../../../shared/playout/leases/held.ts';
import { createSimulation } from '../../../shared/playout/simulate.ts';
import { instant } from '../../../shared/clock.ts';
import { HOUR_MS, lineOf, MONDAY } from '../../shared/playout/lines.ts';
import { idOf, picture, playlistOf } from '../items.ts';

/** A screen whose files are all there; `held`: what it was given. */
function begin(
  held: {
    loop: DocumentItem[];
    lines: DocumentLine[];
    leases?: readonly HeldLease[];
    config?: Content['config'];
    /** Of the version that waits for its files. */
    next?: Content['config'];
    /** What the screen knows of the weather. */
    weather?: WeatherReading;
  },
  stored: Progress = { position: null, playout: null },
) {
  let playlist: Content['playlist'] = null;
  const content = (): Content => ({
    ...{ plan: { documents: [] } as never, playlist, config: held.config ?? null },
    flights: { kind: 'flights', lines: held.lines },
  });
  const row = { complete: true } as AssetRow;
  const source = createItemSource({
    content: {
      active: content,
      pending: () => (held.next ? { ...content(), config: held.next } : null),
    },
    library: {
      findAll: shas => Promise.resolve(shas.map(() => row)),
      blob: () => Promise.resolve(null),
    },
    bootCounter: { isSafe: false, countVideoStart: async () => {} },
    moments: { at: due => ({ at: due, tz: 'UTC', weather: held.weather ?? null, place: null }) },
    leases: { held: () => held.leases ?? [] },
    storedPosition: stored.position,
    storedPlayout: stored.playout,
    facts: {} as never,
  });
  let at = MONDAY;
  let progress = stored;
  return {
    mayBegin: source.mayBegin,
    /** After an alert that covered this item. */
    chooseAgain: (again: Item, from: number) => source.choose({}, from, from, again),
    spent: source.spent,
    /** What is written with each play. */
    stored: () => progress,
    /** Without a loop the code for campaigns is waited for, so that it is there from the first item on. */
    async start(from: number) {
      await source.choose({}, from, from);
      playlist = playlistOf(held.loop);
      at = from;
    },
    async playUntil(to: number): Promise<{ at: number; item: Item }[]> {
      const shows: { at: number; item: Item }[] = [];
      while (at < to) {
        const item = await source.choose({}, at, at);
        if (!item) throw new Error('a screen with a loop always has something to show');
        shows.push({ at, item });
        progress = source.after(item, at);
        source.moveTo(item, at);
        at += item.duration_ms;
      }
      return shows;
    },
  };
}

const CONFIG = {
  kind: 'config',
  name: 'Cab 7',
  orientation: 0,
  fit: 'contain',
  volume: 0,
  tz: 'UTC',
} as const;
const NO_WEIGHTS = Object.fromEntries(MIX_SOURCES.map(name => [name, 0])) as Weights;
const loop = [picture(1), picture(2), picture(3)];
const lines = [
  lineOf(1, { class: 'guaranteed', sov_s_per_h: 300 }),
  lineOf(2, { plays_per_h: 12, max_per_day: 40 }),
  lineOf(3, { items: [picture(0x300, { weight: 30 }), picture(0x301, { weight: 10, duration_ms: 7_000 })] }),
];

describe('what a screen chooses', () => {
  it('is item by item what the simulator shows of the same documents', async () => {
    const screen = begin({ loop, lines });
    await screen.start(MONDAY);
    const played = await screen.playUntil(MONDAY + 6 * HOUR_MS);
    const plan = { loop: playlistOf(loop), lines };
    const { shows } = createSimulation(
      plan,
      at => ({ at, tz: 'UTC', weather: null, place: null }),
      MONDAY,
    ).until(MONDAY + 6 * HOUR_MS);
    const named = ({ at, item }: { at: number; item: Item }) =>
      `${at - MONDAY} ${item.id} ${item.line?.id ?? ''}`;
    expect(played.map(named)).toEqual(shows.map(named));
    expect(new Set(played.map(({ item }) => item.line?.id)).size).toBe(4);
  });

  it('does not begin before the hour it was chosen for, where the cap of the hour that still runs is reached', async () => {
    const capped = lineOf(1, { max_per_hour: 1 });
    const screen = begin({ loop: [], lines: [capped] });
    await screen.start(MONDAY);
    const [first] = await screen.playUntil(MONDAY + 1);
    expect(first!.item.line?.id).toBe(capped.id);
    const again = { ...first!.item };
    expect(screen.mayBegin(again, MONDAY + HOUR_MS)).toBe(true);
    expect(screen.mayBegin(again, MONDAY + HOUR_MS - 8_000)).toBe(false);
  });

  it('PCFG-01 is divided by the weights of its configuration, as the simulator does', async () => {
    const news = picture(4, { content_kind: 'news' });
    const weights = { ...NO_WEIGHTS, house: 25, news: 75 };
    const screen = begin({ loop: [...loop, news], lines: [], config: { ...CONFIG, weights } });
    await screen.start(MONDAY);
    const shows = await screen.playUntil(MONDAY + 2 * HOUR_MS);
    const share = shows.filter(({ item }) => item.id === news.id).length / shows.length;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.02);
  });

  it('PCFG-02 keeps the pacing of its configuration, also where nothing else is set and nothing is sold', async () => {
    const pacing = { ...DEFAULT_PACING, min_item_s: 30 };
    const screen = begin({ loop, lines: [], config: { ...CONFIG, pacing } });
    await screen.start(MONDAY);
    const shows = await screen.playUntil(MONDAY + HOUR_MS);
    expect(new Set(shows.map(({ item }) => item.duration_ms))).toEqual(new Set([30_000]));
  });

  it('PCFG-04 keeps the weather rules of its configuration: what is not to play in rain plays in any other weather', async () => {
    const news = picture(4, { content_kind: 'news' });
    const weights = { ...NO_WEIGHTS, house: 50, news: 50 };
    const rule = {
      ...{ condition: { on: 'sky' as const, is: ['rain' as const] }, factor: 0, stale_min: 120 },
      ...{ sources: ['news'], campaign_ids: [] },
    };
    const newsIn = async (sky: WeatherReading['sky']) => {
      const weather = { sky, temperature_c: 12, wind_kmh: 5, at: instant(MONDAY), stale_min: 120 };
      const config = { ...CONFIG, weights, weather_rules: [rule] };
      const screen = begin({ loop: [...loop, news], lines: [], config, weather });
      await screen.start(MONDAY);
      const shows = await screen.playUntil(MONDAY + HOUR_MS);
      return shows.filter(({ item }) => item.id === news.id).length / shows.length;
    };
    expect(await newsIn('rain')).toBe(0);
    expect(Math.abs((await newsIn('clear')) - 0.5)).toBeLessThan(0.02);
  });

  it('begins nothing that was taken off the screens, though the version without it still waits for other files', async () => {
    const gone = loop[1]!.asset.sha256;
    const screen = begin({ loop, lines: [], next: { ...CONFIG, withdrawn: [gone] } });
    await screen.start(MONDAY);
    const shows = await screen.playUntil(MONDAY + 120_000);
    expect(new Set(shows.map(({ item }) => item.id))).toEqual(new Set([loop[0]!.id, loop[2]!.id]));
    expect(screen.mayBegin({ ...shows[0]!.item, ...loop[1]! }, MONDAY)).toBe(false);
  });

  it('after an alert is what the alert interrupted, as long as it is still there and has the right: cap, lease and place', async () => {
    const lease: HeldLease = {
      ...{ id: idOf(0x5001), campaign_id: lineOf(1).campaign_id, line_id: lineOf(1).id, max_plays: 1 },
      ...{ window_start: instant(MONDAY), window_end: instant(MONDAY) },
      play_deadline: instant(MONDAY + 2 * HOUR_MS),
    };
    const away = {
      ...{ version: 'v1', when_unknown: 'closed' as const, max_fix_age_s: 60, max_accuracy_m: 100 },
      fences: [{ shape: 'circle' as const, lat: 0, lng: 0, radius_m: 100 }],
    };
    const played = async (first: Partial<DocumentLine>, then: Partial<DocumentLine>, more = {}) => {
      const held = { loop, lines: [lineOf(1, first)], ...more };
      const screen = begin(held);
      await screen.start(MONDAY);
      const shows = await screen.playUntil(MONDAY + 60_000);
      const { item } = shows.find(show => show.item.line)!;
      held.lines = [lineOf(1, then)];
      return (await screen.chooseAgain(item, MONDAY + 90_000))?.line?.id === lineOf(1).id;
    };
    expect(await played({}, {})).toBe(true);
    expect(await played({ max_per_day: 1 }, { max_per_day: 1 })).toBe(false);
    expect(await played({ leased: true }, { leased: true }, { leases: [lease] })).toBe(false);
    expect(await played({}, { place: away })).toBe(false);

    const screen = begin({ loop, lines: [] });
    await screen.start(MONDAY);
    const [shown] = await screen.playUntil(MONDAY + 1);
    expect((await screen.chooseAgain(shown!.item, MONDAY + 4_000))?.id).toBe(shown!.item.id);
    const gone = await screen.chooseAgain({ ...shown!.item, id: idOf(0x999) }, MONDAY + 4_000);
    expect(gone?.id).toBe(loop[1]!.id);
  });

  it('keeps a cap of the day over a restart', async () => {
    const capped = [lineOf(1, { max_per_day: 5 })];
    const before = begin({ loop, lines: capped });
    await before.start(MONDAY);
    const first = await before.playUntil(MONDAY + 60_000);
    const plays = (shows: { item: Item }[]) => shows.filter(show => show.item.line).length;
    expect(plays(first)).toBeGreaterThan(0);
    expect(plays(first)).toBeLessThan(5);
    const after = begin({ loop, lines: capped }, before.stored());
    await after.start(MONDAY + 120_000);
    expect(plays(first) + plays(await after.playUntil(MONDAY + 3 * HOUR_MS))).toBe(5);
  });

  it('of a line under leases is no more than was granted, over a start anew, and says under which', async () => {
    const leased = lineOf(1, { leased: true });
    const lease: HeldLease = {
      ...{ id: idOf(0x5001), campaign_id: leased.campaign_id, line_id: leased.id, max_plays: 3 },
      ...{ window_start: instant(MONDAY), window_end: instant(MONDAY) },
      play_deadline: instant(MONDAY + 2 * HOUR_MS),
    };
    const none = begin({ loop, lines: [leased] });
    await none.start(MONDAY);
    expect((await none.playUntil(MONDAY + HOUR_MS)).filter(({ item }) => item.line)).toEqual([]);

    const held = { loop, lines: [leased], leases: [lease] };
    const before = begin(held);
    await before.start(MONDAY);
    const first = (await before.playUntil(MONDAY + 20_000)).filter(({ item }) => item.line);
    expect(first.length).toBeGreaterThan(0);
    expect(first.every(({ item }) => item.line?.lease_id === lease.id)).toBe(true);
    expect(before.mayBegin(first[0]!.item, MONDAY + 20_000)).toBe(first.length < 3);

    const after = begin(held, before.stored());
    await after.start(MONDAY + 20_000);
    const rest = (await after.playUntil(MONDAY + HOUR_MS)).filter(({ item }) => item.line);
    expect(first.length + rest.length).toBe(3);
    expect(after.spent()).toEqual({ [lease.id]: 3 });
    expect(after.mayBegin(first[0]!.item, MONDAY + HOUR_MS)).toBe(false);
  });
});
