/**
 * Live feeds: subscribers of the same wall share one poll every few seconds and get only changes. The walls of a tenant are
 * polled one after another, so that many different ones crowd out nobody.
 */
import { every, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { LIVE_STREAMS } from '../../../shared/contract/wire/limits.ts';
import {
  LIVE_KEEPALIVE_MS,
  LIVE_INTERVAL_MS,
  LIVE_MAX_MS,
  type Wall,
} from '../../../shared/contract/fleet/live.ts';
import { crowded, openTurns } from '../../transaction/turns.ts';

const RETRY_AFTER_S = 30;
const KEEPALIVE = ': alive\n\n';

export const eventOf = (wall: Wall) => `data: ${JSON.stringify(wall)}\n\n`;
/** The wall without its time, to detect changes. */
const comparableOf = ({ at: _at, ...rest }: Wall) => JSON.stringify(rest);

export interface Watcher {
  session_id: string;
  user_id: string;
  tenant_id: string;
  write: (text: string) => void;
  end: () => void;
}
interface LiveFeed {
  watchers: Set<Watcher>;
  /** The content that was sent last. */
  lastSent: string;
  stop: () => void;
}

interface FeedSource {
  /** Tenant and query: subscribers with the same key share a feed. */
  key: string;
  tenant_id: string;
  first: Wall;
  read: () => Promise<Wall>;
  /** Those of these sessions that may still watch. */
  stillOpen: (session_ids: string[]) => Promise<ReadonlySet<string>>;
}

export function openLiveFeeds(clock: Clock, onFault: (error: unknown) => void) {
  const feeds = new Map<string, LiveFeed>();
  const turns = openTurns(
    { atOnce: 1, waiting: LIVE_STREAMS.all, patience: 0 },
    crowded('Too many walls are read at once.', 'UNAVAILABLE'),
    clock,
  );

  /** The stream of a session that has ended meanwhile ends, too. */
  async function endStrangers(watchers: Set<Watcher>, stillOpen: FeedSource['stillOpen']): Promise<void> {
    const open = await stillOpen([...new Set([...watchers].map(({ session_id }) => session_id))]);
    for (const watcher of watchers) if (!open.has(watcher.session_id)) watcher.end();
  }

  /** null: everybody has left while it waited for its turn. */
  const readInTurn = ({ tenant_id, read }: FeedSource, watchers: Set<Watcher>): Promise<Wall | null> =>
    turns.run(tenant_id, () => (watchers.size > 0 ? read() : Promise.resolve(null)));

  function openFeed(source: FeedSource): LiveFeed {
    const { key, first, stillOpen } = source;
    const watchers = new Set<Watcher>();
    const feed: LiveFeed = { watchers, lastSent: comparableOf(first), stop: () => undefined };
    let lastSentAt = clock.mono();
    feed.stop = every(clock, LIVE_INTERVAL_MS, async () => {
      try {
        await endStrangers(watchers, stillOpen);
        const wall = await readInTurn(source, watchers);
        if (!wall) return;
        const news = comparableOf(wall);
        const isChanged = news !== feed.lastSent;
        if (!isChanged && clock.mono() - lastSentAt < LIVE_KEEPALIVE_MS) return;
        feed.lastSent = news;
        lastSentAt = clock.mono();
        for (const watcher of watchers) watcher.write(isChanged ? eventOf(wall) : KEEPALIVE);
      } catch (error) {
        onFault(error);
      }
    });
    feeds.set(key, feed);
    return feed;
  }

  return {
    /** Throws where the user, his tenant or this node has as many streams as it may have. */
    requireRoom({ user_id, tenant_id }: Pick<Watcher, 'user_id' | 'tenant_id'>): void {
      const all = [...feeds.values()].flatMap(({ watchers }) => [...watchers]);
      const refusal = (code: 'RATE_LIMITED' | 'UNAVAILABLE') =>
        new AppError(code, 'Too many streams are open already.', { retry_after_s: RETRY_AFTER_S });
      if (
        all.filter(one => one.user_id === user_id).length >= LIVE_STREAMS.user ||
        all.filter(one => one.tenant_id === tenant_id).length >= LIVE_STREAMS.tenant
      )
        throw refusal('RATE_LIMITED');
      if (all.length >= LIVE_STREAMS.all) throw refusal('UNAVAILABLE');
    },
    /** Returns a function that unsubscribes. Call `requireRoom` before. */
    join(source: FeedSource, watcher: Watcher): () => void {
      const feed = feeds.get(source.key) ?? openFeed(source);
      feed.watchers.add(watcher);
      watcher.write(eventOf(source.first));
      let isJoined = true;
      const leave = () => {
        if (!isJoined) return;
        isJoined = false;
        cancel();
        feed.watchers.delete(watcher);
        if (feed.watchers.size > 0) return;
        feed.stop();
        feeds.delete(source.key);
      };
      const cancel = clock.after(LIVE_MAX_MS, () => {
        leave();
        watcher.end();
      });
      return leave;
    },
    /** Ends all streams when the server stops. */
    close(): void {
      for (const feed of [...feeds.values()]) {
        feed.stop();
        for (const watcher of feed.watchers) watcher.end();
      }
      feeds.clear();
    },
  };
}
export type LiveFeeds = ReturnType<typeof openLiveFeeds>;
