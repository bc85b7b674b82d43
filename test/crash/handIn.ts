/** The way of what binds and of money: stored, called at once with the same key, and withdrawn once it is answered. */
import { sendDurably } from '../../console/app/offline/sendDurably.ts';
import { createClient } from '../../shared/net/client.ts';
import type { HandIn } from './schedule.ts';

const TOKENS = { access_token: 'a', refresh_token: 'r' };

export const handInDurably: HandIn = ({ store, kick, clock, fetch }, draft, { endpoint, params }, heard) => {
  const client = createClient({
    ...{ fetch, clock, lock: work => work(), tenant: () => 't1', onSignedOut: () => undefined },
    tokens: { read: () => Promise.resolve(TOKENS), write: () => Promise.resolve() },
  });
  const { id: key, data: body, metadata, maxAgeMs } = draft;
  const outbox = {
    async add() {
      const seq = await store.add(draft);
      heard.stored(seq);
      return seq;
    },
    withdraw: (seq: number) => store.withdraw(seq),
    run: kick,
  };
  const write = { endpoint, body, key, type: metadata.type, label: metadata.description };
  sendDurably({ ...client, clock }, outbox, {
    ...{ ...write, group: metadata.group ?? key },
    ...(params && { params }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  }).catch(heard.refused);
};
