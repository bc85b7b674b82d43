/** Q3: the queue gives up its ten oldest when it is full, so nothing may lie in it that must not be lost. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { isQueueable } from '../../../shared/queue/eligible.ts';
import { endpoints } from '../../support/contract.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writes = endpoints.filter(({ method }) => method !== 'GET');
const queued = writes.filter(one => isQueueable(one, '{}'));

/** Written down by hand: what reports a play, confirms an alert, binds, or moves money. */
const MUST_ARRIVE = [
  /^POST \/api\/player\/(plays|alert-acks|leases\/pull|decisions.*)$/,
  /^\w+ \/api\/(own-)?contracts(\/|$)/,
  /^\w+ \/api\/(invoices|payments|payouts|budgets|plans|earnings)(\/|$)/,
  /^\w+ \/api\/owner\/(earnings|payout-account|payouts)(\/|$)/,
  /^\w+ \/api\/programmatic\/(deals|partners)(\/|$)/,
  /^\w+ \/api\/alerts(\/|$)/,
];
/** Prices asked or printed and plans drawn up: they bind nobody until they are approved, which is not queued. */
const DRAWN_UP = ['campaigns', 'listings', 'content-items'].flatMap(name => [
  `POST /api/${name}`,
  `PATCH /api/${name}/:id`,
]);

const MONEY = /(_minor|_micros|^amount|^fee_pct)$/;
function namesMoney(schema: unknown): boolean {
  if (schema instanceof z.ZodMiniObject)
    return Object.entries(schema.shape).some(([name, field]) => MONEY.test(name) || namesMoney(field));
  const inner = (schema as { def?: { innerType?: unknown; element?: unknown; options?: unknown[] } })?.def;
  return [inner?.innerType, inner?.element, ...(inner?.options ?? [])].some(
    one => one !== undefined && namesMoney(one),
  );
}

describe('the queue that may give up its oldest', () => {
  it('Q3 takes no proof of play, no acknowledged alert, no signature and no money', () => {
    for (const pattern of MUST_ARRIVE) {
      expect([pattern, writes.some(one => pattern.test(nameOf(one)))]).toEqual([pattern, true]);
      expect(queued.map(nameOf).filter(name => pattern.test(name))).toEqual([]);
    }
  });

  it('Q3 takes no other call that names an amount, but for what is drawn up and binds nobody yet', () => {
    const named = writes.filter(({ body }) => namesMoney(body)).map(nameOf);
    expect(named).toEqual(expect.arrayContaining(['POST /api/budgets', 'POST /api/payments', ...DRAWN_UP]));
    const taken = queued.filter(({ body }) => namesMoney(body)).map(nameOf);
    expect(taken.filter(name => !DRAWN_UP.includes(name))).toEqual([]);
  });

  it('Q3 is no part of a screen, whose plays and acknowledgements have a ledger of their own', () => {
    const files = readdirSync('player', { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(50);
    const users = files.filter(name => /shared\/queue\//.test(readFileSync(join('player', name), 'utf8')));
    expect(users).toEqual([]);
  });
});
