/** What adds to a sum, over links that break and weeks that pass: the server has it once, or a person decides. */
import { describe, expect, it } from 'vitest';
import { sendDurably } from '../../../console/app/offline/sendDurably.ts';
import {
  adjustmentOf,
  creditOf,
  durableOf,
  isMoneyOf,
  isStuck,
  paymentOf,
  transferOf,
} from '../../../console/sales/money/moneyWrites.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { isQueueable } from '../../../shared/queue/eligible.ts';
import { createOutbox } from '../../../shared/queue/outbox.ts';
import { KEY_HEADER } from '../../../shared/queue/send.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../../../server/transaction/idempotency.ts';
import { manualClock } from '../../support/clock.ts';
import { emptyDisk, OWNER } from '../../shared/queue/entries.ts';

const DAY_MS = 86_400_000;
const INVOICE = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const PAID = {
  invoice_id: INVOICE,
  method: 'bank' as const,
  amount_minor: 100,
  reference: '',
  paid_on: '2026-04-01',
};
const WRITES = [
  paymentOf(PAID),
  creditOf(INVOICE, { reason: 'Agreed', lines: [{ text: 'Discount', net_minor: 1, tax_pct: 19 }] }),
  adjustmentOf(OTHER, { amount_minor: -5, reason: 'Agreed' }),
  transferOf(OTHER, { to_id: INVOICE, amount_minor: 5 }),
];
const about = (key: string) => ({ key, label: key });

function begin(answer: (key: string) => Response | Error, isOnline = () => true) {
  const clock = manualClock();
  const sent: string[] = [];
  const outbox = createOutbox({
    ...{ db: emptyDisk(), clock, owner: OWNER, lock: (work: () => Promise<void>) => work(), isOnline },
    fetch: (_url, init) => {
      const key = new Headers(init?.headers).get(KEY_HEADER) ?? '';
      sent.push(key);
      const response = answer(key);
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
    session: {
      credentials: () => Promise.resolve({ token: '', headers: {} }),
      renew: () => Promise.resolve('refused'),
    },
    waitsForRetries: false,
    onFault: fault => {
      throw fault;
    },
  });
  return { clock, outbox, sent };
}
const done = (key: string) =>
  new Response('{}', { headers: { 'content-type': 'application/json', [KEY_HEADER]: key } });
const noLink = () => new TypeError('Failed to fetch');
const failing = (error: ApiError) => ({ call: (() => Promise.reject(error)) as Client['call'] });
const gone = failing(new ApiError('NETWORK', 'No answer from the server'));

describe('what adds to a sum', () => {
  it.each(WRITES)(
    'a $kind lies in the outbox and never in the queue that gives up its oldest',
    async write => {
      const { clock, outbox } = begin(noLink);
      expect(isQueueable(write.endpoint, '{}')).toBe(false);
      expect(await sendDurably({ ...gone, clock }, outbox, durableOf(write, about('k1')))).toBe('waiting');
      const [entry] = await outbox.list();
      expect(entry).toMatchObject({ id: 'k1', state: 'waiting', data: write.body });
      expect(isMoneyOf(entry!, { of: write.of, kind: write.kind })).toBe(true);
      expect(isMoneyOf(entry!)).toBe(true);
      expect(isMoneyOf(entry!, { of: write.of === INVOICE ? OTHER : INVOICE })).toBe(false);
      expect(isMoneyOf(entry!, { kind: write.kind === 'credit' ? 'payment' : 'credit' })).toBe(false);
    },
  );

  it('waits for none of the same row: one that was refused holds no other back', async () => {
    const { clock, outbox, sent } = begin(key =>
      key === 'k1'
        ? Response.json({ error: 'VALIDATION', message: '', details: {} }, { status: 400 })
        : done(key),
    );
    for (const key of ['k1', 'k2'])
      await sendDurably({ ...gone, clock }, outbox, durableOf(paymentOf(PAID), about(key)));
    await clock.advance(60_000);
    await outbox.run();
    expect(new Set(sent)).toEqual(new Set(['k1', 'k2']));
    const left = await outbox.list();
    expect(left.map(({ id }) => id)).toEqual(['k1']);
    expect(isStuck(left[0]!)).toBe(true);
  });

  it('is not stuck while it waits for its owner to sign in', () => {
    expect(isStuck({ state: 'parked', reason: 'signed_out' })).toBe(false);
    expect(isStuck({ state: 'waiting' })).toBe(false);
  });

  it('is not sent once the server may have forgotten its key, and stays for a person to decide', async () => {
    let isOnline = false;
    const { clock, outbox, sent } = begin(done, () => isOnline);
    await sendDurably({ ...gone, clock }, outbox, durableOf(paymentOf(PAID), about('k1')));
    const [entry] = await outbox.list();
    expect(entry!.maxAgeMs).toBeLessThan(IDEMPOTENCY_RETENTION_MS);
    clock.jump(28 * DAY_MS + 1);
    isOnline = true;
    await outbox.linkRestored();
    expect(sent).toEqual([]);
    expect(await outbox.list()).toMatchObject([{ id: 'k1', state: 'parked', reason: 'too_old' }]);
  });

  it('is sent after four weeks less a moment', async () => {
    let isOnline = false;
    const { clock, outbox, sent } = begin(done, () => isOnline);
    await sendDurably({ ...gone, clock }, outbox, durableOf(paymentOf(PAID), about('k1')));
    clock.jump(28 * DAY_MS);
    isOnline = true;
    await outbox.linkRestored();
    await outbox.run();
    expect([sent, await outbox.list()]).toEqual([['k1'], []]);
  });

  it('a 200 of another server with JSON of its own is no answer', async () => {
    const { clock, outbox } = begin(noLink);
    const portal = { call: (() => Promise.resolve({ welcome: true })) as Client['call'] };
    expect(await sendDurably({ ...portal, clock }, outbox, durableOf(paymentOf(PAID), about('k1')))).toBe(
      'waiting',
    );
    expect(await outbox.list()).toHaveLength(1);
  });

  it('that is refused at once is thrown with its fields, and nothing stays', async () => {
    const { clock, outbox } = begin(noLink);
    const details = { paid_on: ['Not after today, 2026-04-01'] };
    const refused = failing(new ApiError('VALIDATION', 'Not after today', { status: 400, details }));
    const sending = sendDurably({ ...refused, clock }, outbox, durableOf(paymentOf(PAID), about('k1')));
    await expect(sending).rejects.toMatchObject({ fieldTexts: details });
    expect(await outbox.list()).toEqual([]);
  });
});
