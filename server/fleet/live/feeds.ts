/** Live feeds: subscribers of the same wall share one poll every few seconds and get only changes. */
import { every, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import {
  LIVE_KEEPALIVE_MS,
  LIVE_INTERVAL_MS,
  LIVE_MAX_MS,
  type Wall,
} from '../../../shared/contract/fleet/live.ts';

/** Limit per node. */
const MAX_WATCHERS = 500;
const KEEPALIVE = ': alive\n\n';

export const eventOf = (wall: Wall) => `data: ${JSON.stringify(wall)}\n\n`;
/** The wall without its time, to detect changes. */
const comparableOf = ({ at: _at, ...rest }: Wall) => JSON.stringify(rest);

export interface Watcher {
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
  first: Wall;
  read: () => Promise<Wall>;
}

export function openLiveFeeds(clock: Clock, onFault: (error: unknown) => void) {
  const feeds = new Map<string, LiveFeed>();
  let watching = 0;

  function openFeed({ key, first, read: look }: FeedSource): LiveFeed {
    const watchers = new Set<Watcher>();
    const feed: LiveFeed = { watchers, lastSent: comparableOf(first), stop: () => undefined };
    let lastSentAt = clock.mono();
    feed.stop = every(clock, LIVE_INTERVAL_MS, async () => {
      try {
        const wall = await look();
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
    /** Returns a function that unsubscribes. */
    join(source: FeedSource, watcher: Watcher): () => void {
      if (watching >= MAX_WATCHERS)
        throw new AppError('UNAVAILABLE', 'Too many people watch already.', { retry_after_s: 30 });
      const feed = feeds.get(source.key) ?? openFeed(source);
      feed.watchers.add(watcher);
      watching++;
      watcher.write(eventOf(source.first));
      let isJoined = true;
      const leave = () => {
        if (!isJoined) return;
        isJoined = false;
        watching--;
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
    watching: () => watching,
  };
}
export type LiveFeeds = ReturnType<typeof openLiveFeeds>;
