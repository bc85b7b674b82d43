import { expect, test } from '@playwright/test';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

/** No second try: it holds each time, or does not hold. The service workers of screen and console take part. */
test.describe.configure({ retries: 0 });
test.use({ serviceWorkers: 'allow' });

/** `npm run test:long -- cuts` asks for twelve, `npm run test:long -- load` for fifty. */
const KILLS = Number(process.env['SERVER_KILLS'] ?? 2);
/** At once, each killed its share of times at length: a start takes one of two cores. */
const SERVERS = KILLS > 2 ? 2 : 1;
/** Hands that write at once. */
const WRITERS = 4;
/** A server that was just started may take this long for its first write. */
const FIRST_WITHIN_MS = 5_000;
const STEP_MS = 5;
/** Of writing on after the first, before the kill. */
const LONGEST_MS = 300;
const wait = (ms: number) => new Promise(done => setTimeout(done, ms));

interface Named {
  items: { id: string; name: string }[];
}
/** A write with its own key: sent again, word for word, until it is acknowledged. */
interface Write {
  key: string;
  name: string;
}

class Hand {
  readonly acknowledged = new Map<string, string>();
  private waiting: Write | null = null;
  private asked = 0;
  resent = 0;
  private readonly n: number;
  constructor(n: number) {
    this.n = n;
  }

  private next(): Write {
    if (this.waiting) this.resent++;
    return (this.waiting ??= { key: crypto.randomUUID(), name: `Hand ${this.n} loop ${this.asked++}` });
  }

  /** Until the server is gone, or this one write is acknowledged. */
  async write(origin: string, headers: Record<string, string>, once = false): Promise<void> {
    for (;;) {
      const { key, name } = this.next();
      let answer: Response;
      try {
        answer = await fetch(`${origin}/api/playlists`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ name }),
        });
        const made = (await answer.json()) as { id: string };
        if (answer.status !== 200) throw new Error(`the write of ${name} answered ${answer.status}`);
        this.acknowledged.set(name, made.id);
      } catch (error) {
        if (error instanceof TypeError || (error as Error).name === 'SyntaxError') return;
        throw error;
      }
      this.waiting = null;
      if (once) return;
    }
  }
}

async function tokenFor(origin: string, email: string): Promise<Record<string, string>> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: OWN_PASSWORD }),
  });
  const { tokens } = (await login.json()) as { tokens: { access_token: string } };
  const authorization = `Bearer ${tokens.access_token}`;
  const me = await fetch(`${origin}/api/auth/me`, { headers: { authorization } });
  const { tenants } = (await me.json()) as { tenants: { id: string; slug: string }[] };
  return { authorization, 'x-tenant-id': tenants.find(t => t.slug === 'default-tenant')?.id ?? '' };
}

interface Outcome {
  acknowledged: Map<string, string>;
  resent: number;
  kept: Named['items'];
  verdict: { ok: boolean; count: number };
}

/** One server on one data directory, killed so many times. */
async function killed(kills: number): Promise<Outcome> {
  const server = await Wayside.start('--demo', 'off');
  const admin = server.firstAdmin();
  const hands = Array.from({ length: WRITERS }, (_, n) => new Hand(n));
  const written = () => hands.reduce((sum, hand) => sum + hand.acknowledged.size, 0);
  try {
    await new Api(server.origin).enter(admin);
    const headers = await tokenFor(server.origin, admin.email);
    for (let kill = 0; kill < kills; kill++) {
      const before = written();
      const writing = Promise.all(hands.map(hand => hand.write(server.origin, headers)));
      for (let waited = 0; written() === before && waited < FIRST_WITHIN_MS; waited += STEP_MS)
        await wait(STEP_MS);
      await wait(Math.random() * LONGEST_MS);
      await server.kill();
      await writing;
      await server.up();
    }
    for (const hand of hands) await hand.write(server.origin, headers, true);

    const api = await new Api(server.origin).reenter(admin.email);
    const kept: Named['items'] = [];
    for (let offset = 0; ; offset += 100) {
      const { items } = await api.call<Named>('GET', `/api/playlists?limit=100&offset=${offset}&sort=name`);
      kept.push(...items);
      if (items.length === 0) break;
    }
    const verdict = await api.call<Outcome['verdict']>('POST', '/api/audit-events/verify', {});
    const resent = hands.reduce((sum, hand) => sum + hand.resent, 0);
    return { acknowledged: new Map(hands.flatMap(hand => [...hand.acknowledged])), resent, kept, verdict };
  } finally {
    await server.remove();
  }
}

test('S3 S4 SIGKILLs under a load of writes lose no acknowledged write, double none and leave no lock', async () => {
  test.setTimeout(120_000 + KILLS * 20_000);
  const outcomes = await Promise.all(Array.from({ length: SERVERS }, () => killed(KILLS / SERVERS)));
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + of(one), 0);
  const figures = {
    kills: KILLS,
    acknowledged: sum(one => one.acknowledged.size),
    sentAgain: sum(one => one.resent),
    rows: sum(one => one.kept.length),
  };
  console.log(`figures ${JSON.stringify(figures)}`);
  for (const { acknowledged, resent, kept, verdict } of outcomes) {
    const kills = KILLS / SERVERS;
    expect(acknowledged.size).toBeGreaterThan(kills);
    expect(resent).toBeGreaterThan(kills / 2);
    expect(kept.map(row => row.name).sort()).toEqual([...acknowledged.keys()].sort());
    for (const { id, name } of kept) expect([name, acknowledged.get(name)]).toEqual([name, id]);
    expect(verdict.ok).toBe(true);
    expect(verdict.count).toBeGreaterThanOrEqual(acknowledged.size);
  }
});
