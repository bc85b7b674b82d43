/** Who watches the same wall shares one look at it: read every few seconds, told only where it changed. */
import { every, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import {
  LIVE_ALIVE_MS,
  LIVE_EVERY_MS,
  LIVE_LIFE_MS,
  type Wall,
} from '../../../shared/contract/fleet/live.ts';

/** Of this node. */
const MAX_WATCHERS = 500;
const ALIVE = ': alive\n\n';

export const eventOf = (wall: Wall) => `data: ${JSON.stringify(wall)}\n\n`;
/** The time of a look is no news. */
const newsOf = ({ at: _at, ...rest }: Wall) => JSON.stringify(rest);

export interface Watcher {
  write: (text: string) => void;
  end: () => void;
}
interface Room {
  watchers: Set<Watcher>;
  /** What was told last. */
  news: string;
  stop: () => void;
}

interface Look {
  /** Names whose wall it is and what of it is asked. */
  key: string;
  first: Wall;
  look: () => Promise<Wall>;
}

export function openRooms(clock: Clock, onFault: (error: unknown) => void) {
  const rooms = new Map<string, Room>();
  let watching = 0;

  function build({ key, first, look }: Look): Room {
    const watchers = new Set<Watcher>();
    const room: Room = { watchers, news: newsOf(first), stop: () => undefined };
    let told = clock.mono();
    room.stop = every(clock, LIVE_EVERY_MS, async () => {
      try {
        const wall = await look();
        const news = newsOf(wall);
        const isNews = news !== room.news;
        if (!isNews && clock.mono() - told < LIVE_ALIVE_MS) return;
        room.news = news;
        told = clock.mono();
        for (const watcher of watchers) watcher.write(isNews ? eventOf(wall) : ALIVE);
      } catch (error) {
        onFault(error);
      }
    });
    rooms.set(key, room);
    return room;
  }

  return {
    /** The answer ends it. */
    join(asked: Look, watcher: Watcher): () => void {
      if (watching >= MAX_WATCHERS)
        throw new AppError('UNAVAILABLE', 'Too many people watch already.', { retry_after_s: 30 });
      const room = rooms.get(asked.key) ?? build(asked);
      room.watchers.add(watcher);
      watching++;
      watcher.write(eventOf(asked.first));
      let isIn = true;
      const leave = () => {
        if (!isIn) return;
        isIn = false;
        watching--;
        cancel();
        room.watchers.delete(watcher);
        if (room.watchers.size > 0) return;
        room.stop();
        rooms.delete(asked.key);
      };
      const cancel = clock.after(LIVE_LIFE_MS, () => {
        leave();
        watcher.end();
      });
      return leave;
    },
    /** The server ends: nobody is to wait for it. */
    close(): void {
      for (const room of [...rooms.values()]) {
        room.stop();
        for (const watcher of room.watchers) watcher.end();
      }
      rooms.clear();
    },
    watching: () => watching,
  };
}
export type Rooms = ReturnType<typeof openRooms>;
