/** One decision among 1,000 lines beside a naive scan that only asks each of them for its right. */
import type * as Decide from '../../shared/playout/decide.ts';
import type * as Lines from '../../shared/playout/lines.ts';
import { idOf, picture } from '../player/items.ts';
import { lineOf, MONDAY } from '../shared/playout/lines.ts';
import { asBuilt } from './asBuilt.ts';
import { compare } from './measure.ts';

const { decide, NOTHING_PLAYED } = (await asBuilt('shared/playout/decide.ts')) as typeof Decide;
const { refusedNow } = (await asBuilt('shared/playout/lines.ts')) as typeof Lines;

const LINES = 1_000;
const DECISIONS = 50;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const lines = Array.from({ length: LINES }, (_, n) =>
  lineOf(n, {
    dayparts: [{ days: EVERY_DAY, start: '06:00', end: n % 2 === 0 ? '10:00' : '22:00' }],
    ...(n % 3 === 0 && { plays_per_h: 4 }),
    place: {
      fences: [{ shape: 'circle', lat: 38.72, lng: -9.14, radius_m: 500 + n }],
      ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' },
    },
  }),
);
const plan = { loop: { playlist_id: idOf(1), items: [picture(1), picture(2)] }, lines };
const momentOf = (n: number) => ({
  at: MONDAY + 9 * 3_600_000 + n * 10_000,
  tz: 'Europe/Lisbon',
  weather: null,
  place: { lat: 38.721, lng: -9.141, acc_m: 10, age_ms: 1_000 },
});

const times: number[] = [];
const work = (act: (n: number) => void) => () => {
  for (let n = 0; n < DECISIONS; n++) act(n);
  return Promise.resolve(DECISIONS);
};
await compare(
  'decisions',
  {
    name: `decide among ${LINES} lines`,
    round: work(n => {
      const started = performance.now();
      const [item] = decide(plan, NOTHING_PLAYED, momentOf(n), null).candidates;
      times.push(performance.now() - started);
      if (!item) throw new Error('nothing was decided');
    }),
  },
  {
    name: 'naive scan: the right of each line alone',
    round: work(n => {
      const moment = momentOf(n);
      for (const line of lines) refusedNow(line, moment, 10_000);
    }),
  },
  '>= 0.2, and a median of at most 2 ms',
);
times.sort((a, b) => a - b);
process.stdout.write(`  median ${times[times.length >> 1]!.toFixed(2)} ms a decision\n`);
