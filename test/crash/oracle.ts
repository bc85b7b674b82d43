/** The server as the contract has it: what it did is what counts. */
import { json, no, type Server } from './net.ts';

interface Sent {
  op: string;
  /** What the write is refused for, each time. */
  poison?: true;
}
interface Stored {
  op: string;
  answer: Response;
}

export function createOracle(): Server {
  const known = new Map<string, Stored>();
  const effects: string[] = [];

  /** S4: the same key is done once. */
  function take(key: string | null, { op, poison }: Sent): Response {
    const before = key === null ? undefined : known.get(key);
    if (before) return before.op === op ? before.answer.clone() : no(422, 'IDEMPOTENCY_MISMATCH');
    if (poison) return no(422, 'RULE');
    effects.push(op);
    const answer = json(200, { op }, key === null ? {} : { 'idempotency-key': key });
    if (key !== null) known.set(key, { op, answer: answer.clone() });
    return answer;
  }

  return {
    own: {},
    write({ seed, n, group, poison }) {
      const op = `${seed}.${n}`;
      return {
        id: op,
        method: group === null ? 'POST' : 'PATCH',
        url: group === null ? '/api/devices' : `/api/devices/${group}`,
        data: { op, ...(poison ? { poison } : {}) },
        headers: {},
        metadata: { type: 'device', description: op },
      };
    },
    serve: (_url, init) =>
      take(new Headers(init.headers).get('idempotency-key'), JSON.parse(init.body as string) as Sent),
    effects: () => effects,
  };
}
