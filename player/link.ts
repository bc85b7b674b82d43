/** Whether the server answers, learnt from the calls that are made anyway. */
import type { Clock } from '../shared/clock.ts';
import type { Status, StatusStore } from './status.ts';

/** Every answer of ours carries its time; a portal's does not. */
const isOurs = (response: Response) => response.headers.has('X-Server-Time');

export function watchLink(status: StatusStore, clock: Clock): typeof fetch {
  const note = (link: Status['link']) => {
    if (status.get().link !== link) status.set({ link, linkSince: clock.mono() });
  };
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      note(isOurs(response) ? 'online' : 'offline');
      return response;
    } catch (error) {
      note('offline');
      throw error;
    }
  };
}
