/** Our own code made wrong in ways others got it wrong: a harness that notices none of these proves nothing. */
import { unwrap } from 'idb';
import type { Entry } from '../../shared/queue/entry.ts';
import { KEY_HEADER } from '../../shared/queue/send.ts';
import type { Mutant } from './schedule.ts';

const keyless: Mutant = {
  fetch:
    fetch =>
    async (url, init = {}) => {
      const headers = new Headers(init.headers);
      const id = headers.get(KEY_HEADER) ?? '';
      headers.delete(KEY_HEADER);
      const answer = await fetch(url, { ...init, headers });
      if (!answer.ok || answer.headers.get('content-type') !== 'application/json') return answer;
      return new Response(await answer.text(), {
        headers: { ...Object.fromEntries(answer.headers), [KEY_HEADER]: id },
      });
    },
};
const anyAnswerCounts: Mutant = {
  fetch:
    fetch =>
    async (url, init = {}) => {
      const answer = await fetch(url, init);
      const id = new Headers(init.headers).get(KEY_HEADER) ?? '';
      return answer.ok ? new Response('{}', { headers: { [KEY_HEADER]: id } }) : answer;
    },
};
const deletedBeforeSent: Mutant = {
  send: (send, store) => async entry => {
    await store.settle({ seq: (entry as Entry).seq, to: 'done' });
    return send(entry);
  },
};
/** The way of the web's default: committed to the system's cache, and to the disk some time later. */
const relaxed: Mutant = {
  db: open => async () => {
    const db = await open();
    const raw = unwrap(db);
    const begin = raw.transaction.bind(raw);
    raw.transaction = (names, mode) => begin(names, mode, { durability: 'relaxed' });
    return db;
  },
};

/** Each tab and the worker send whenever they like. */
const lockless: Mutant = { lock: () => work => work() };

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'deleted before it is sent': deletedBeforeSent,
  'no key': keyless,
  'any 200 is an acknowledgement': anyAnswerCounts,
  'relaxed durability': relaxed,
  'no lock': lockless,
};
