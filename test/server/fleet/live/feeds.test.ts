import { describe, expect, it } from 'vitest';
import { LIVE_INTERVAL_MS, LIVE_KEEPALIVE_MS, type Wall } from '../../../../shared/contract/fleet/live.ts';
import { instant } from '../../../../shared/clock.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { LIVE_STREAMS } from '../../../../shared/contract/wire/limits.ts';
import { openLiveFeeds } from '../../../../server/fleet/live/feeds.ts';
import { manualClock } from '../../../support/clock.ts';

const FEEDS = 20;
const READ_MS = 150;
const STEP_MS = 10;

/** Feeds whose reads last a while and are counted, and what stands in their way. */
function world() {
  const clock = manualClock();
  const faults: unknown[] = [];
  const feeds = openLiveFeeds(clock, error => faults.push(error));
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const reads: string[] = [];
  const wall = (total: number): Wall => ({
    ...{ at: instant(clock.now()), total, tiles: [], versions: [], incidents: 0 },
    presence: { online: total, stale: 0, offline: 0, never: 0 },
  });
  async function read(tenant_id: string, key: string): Promise<Wall> {
    const now = (running.get(tenant_id) ?? 0) + 1;
    running.set(tenant_id, now);
    most.set(tenant_id, Math.max(most.get(tenant_id) ?? 0, now));
    await new Promise<void>(done => clock.after(READ_MS, done));
    running.set(tenant_id, (running.get(tenant_id) ?? 0) - 1);
    reads.push(key);
    return wall(reads.length);
  }
  function join(tenant_id: string, query: string) {
    const events: string[] = [];
    const key = `${tenant_id} ${query}`;
    const leave = feeds.join(
      {
        ...{ key, tenant_id, first: wall(0), read: () => read(tenant_id, key) },
        stillOpen: ids => Promise.resolve(new Set(ids)),
      },
      { session_id: key, user_id: key, tenant_id, write: text => events.push(text), end: () => undefined },
    );
    return { key, events, leave };
  }
  /** In small steps, because a turn ends only once others were served. */
  async function pass(ms: number): Promise<void> {
    for (let n = 0; n < ms; n += STEP_MS) await clock.advance(STEP_MS);
  }
  return { pass, faults, feeds, most, reads, join };
}

it('many different walls of one tenant are read one after another, and those of another beside them', async () => {
  const { pass, faults, feeds, most, reads, join } = world();
  const many = Array.from({ length: FEEDS }, (_, n) => join('large', `offset ${n}`));
  const other = join('small', 'all');
  await pass(LIVE_INTERVAL_MS + READ_MS);
  expect(reads).toContain(other.key);
  await pass(FEEDS * 2 * READ_MS);
  expect(Object.fromEntries(most)).toEqual({ large: 1, small: 1 });
  for (const { key, events } of many) {
    expect(reads).toContain(key);
    expect(events.length).toBeGreaterThan(1);
  }
  expect(faults).toEqual([]);
  feeds.close();
});

it('watchers of the same wall share its reads', async () => {
  const { pass, feeds, reads, join } = world();
  const both = [join('one', 'all'), join('one', 'all')];
  await pass(LIVE_INTERVAL_MS + READ_MS);
  expect(reads).toHaveLength(1);
  expect(both.map(({ events }) => events.length)).toEqual([2, 2]);
  feeds.close();
});

it('a wall that everybody left while it waited for its turn is not read', async () => {
  const { pass, feeds, reads, join } = world();
  join('one', 'stays');
  const gone = join('one', 'gone');
  await pass(LIVE_INTERVAL_MS);
  gone.leave();
  await pass(LIVE_KEEPALIVE_MS);
  expect(reads).not.toContain(gone.key);
  expect(reads.length).toBeGreaterThan(2);
  feeds.close();
});

describe('the number of streams', () => {
  /** The code of the refusal, null where there is room. */
  function refusalOf({ feeds }: ReturnType<typeof world>, tenant_id: string): string | null {
    try {
      feeds.requireRoom({ user_id: 'another', tenant_id });
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.details).toEqual({ retry_after_s: 30 });
      return error.code;
    }
  }
  const fill = ({ join }: ReturnType<typeof world>, tenant_id: string, streams: number) =>
    Array.from({ length: streams }, (_, n) => join(tenant_id, `of ${n}`));

  it('of a tenant has a bound, others have room, and who leaves makes room', () => {
    const live = world();
    const walls = fill(live, 'large', LIVE_STREAMS.tenant - 1);
    expect(refusalOf(live, 'large')).toBeNull();
    walls.push(live.join('large', 'last'));
    expect([refusalOf(live, 'large'), refusalOf(live, 'small')]).toEqual(['RATE_LIMITED', null]);
    walls[0]!.leave();
    expect(refusalOf(live, 'large')).toBeNull();
    live.feeds.close();
  });

  it('of the server has a bound, whoever asks, and who leaves makes room', () => {
    const live = world();
    const tenants = Math.floor(LIVE_STREAMS.all / LIVE_STREAMS.tenant);
    const walls = Array.from({ length: tenants }, (_, n) => fill(live, `tenant ${n}`, LIVE_STREAMS.tenant));
    const rest = LIVE_STREAMS.all - tenants * LIVE_STREAMS.tenant;
    walls.push(fill(live, 'rest', rest - 1));
    expect(refusalOf(live, 'newcomer')).toBeNull();
    live.join('rest', 'last');
    expect(refusalOf(live, 'newcomer')).toBe('UNAVAILABLE');
    walls[0]![0]!.leave();
    expect(refusalOf(live, 'newcomer')).toBeNull();
    live.feeds.close();
  });
});
