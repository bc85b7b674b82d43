/** A signature over links that break and pages that die: the server has it once, and nothing stays behind. */
import { describe, expect, it } from 'vitest';
import {
  isSignatureOf,
  sendSignature,
  type Signing,
} from '../../../console/sales/contracts/sendSignature.ts';
import { ownContracts } from '../../../shared/contract/sales/contract.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { createOutbox, type Outbox } from '../../../shared/queue/outbox.ts';
import { KEY_HEADER } from '../../../shared/queue/send.ts';
import { dice } from '../../crash/dice.ts';
import { manualClock } from '../../support/clock.ts';
import { emptyDisk, OWNER } from '../../shared/queue/entries.ts';

const newest = async ({ list }: Pick<Outbox, 'list'>) =>
  (await list()).filter(entry => isSignatureOf(entry, CONTRACT)).at(-1);
const CONTRACT = '00000000-0000-7000-8000-000000000001';
const SIGNING: Signing = {
  ...{
    endpoint: ownContracts.actionEndpoints.sign,
    id: CONTRACT,
    key: 'the-key-of-this-signature',
    label: 'C-1',
  },
  body: { body_sha256: 'ab'.repeat(32), name: 'Night desk', method: 'typed', image: null },
};
/** What becomes of a request: `lost` never arrives, `unheard` is done and its answer is lost, `dies` takes the page with it. */
type Fate = 'ok' | 'lost' | 'unheard' | 'busy' | 'refused' | 'dies';

function begin(fates: Fate[]) {
  const clock = manualClock();
  const db = emptyDisk();
  /** By key: a key that comes again is answered as before. */
  const signed = new Map<string, number>();
  const arrive = (key: string) => {
    const fate = fates.shift() ?? 'ok';
    if (fate !== 'lost' && fate !== 'busy' && fate !== 'refused') signed.set(key, 1);
    return fate;
  };
  const call = (async (_endpoint: unknown, { key }: { key: string }) => {
    const fate = arrive(key);
    if (fate === 'dies') return new Promise<never>(() => undefined);
    if (fate === 'refused') throw new ApiError('STATE', 'This is withdrawn.', { status: 409 });
    if (fate === 'busy') throw new ApiError('INTERNAL', 'Later', { status: 503 });
    if (fate !== 'ok') throw new ApiError('NETWORK', 'No answer from the server');
    return { id: CONTRACT };
  }) as Client['call'];
  const outbox = () =>
    createOutbox({
      ...{ db, clock, owner: OWNER, lock: (work: () => Promise<void>) => work(), isOnline: () => true },
      fetch: (_url, init) => {
        const key = new Headers(init?.headers).get(KEY_HEADER) ?? '';
        const fate = arrive(key);
        if (fate === 'dies') return new Promise<never>(() => undefined);
        if (fate === 'lost' || fate === 'unheard') return Promise.reject(new TypeError('Failed to fetch'));
        const [status, error] =
          fate === 'ok' ? [200, null] : fate === 'busy' ? [503, 'INTERNAL'] : [409, 'STATE'];
        const headers = { 'content-type': 'application/json', [KEY_HEADER]: key };
        return Promise.resolve(
          new Response(JSON.stringify(error ? { error, message: '' } : {}), { status, headers }),
        );
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
  return { clock, signed, call, outbox };
}
const rest = () => new Promise<void>(done => setTimeout(done, 4));

describe('a signature', () => {
  it('that is answered is not kept', async () => {
    const { clock, call, outbox, signed } = begin(['ok']);
    expect(await sendSignature({ call, clock }, outbox(), SIGNING)).toBe('sent');
    expect([signed.size, await newest(outbox())]).toEqual([1, undefined]);
  });

  it('that is refused is not kept, and says why', async () => {
    const { clock, call, outbox, signed } = begin(['refused']);
    await expect(sendSignature({ call, clock }, outbox(), SIGNING)).rejects.toThrow('This is withdrawn.');
    expect([signed.size, await newest(outbox())]).toEqual([0, undefined]);
  });

  it('without a link waits, also over a reload, and goes once when the link is back', async () => {
    const { clock, call, outbox, signed } = begin(['lost', 'lost']);
    expect(await sendSignature({ call, clock }, outbox(), SIGNING)).toBe('waiting');
    await rest();
    const later = outbox();
    expect((await newest(later))?.state).toBe('waiting');
    await clock.advance(60_000);
    await later.linkRestored();
    await rest();
    expect([[...signed.keys()], await later.list()]).toEqual([[SIGNING.key], []]);
  });

  it('that is refused later stays visible until it is discarded', async () => {
    const { clock, call, outbox } = begin(['lost', 'refused']);
    expect(await sendSignature({ call, clock }, outbox(), SIGNING)).toBe('waiting');
    await rest();
    const kept = await newest(outbox());
    expect(kept?.state).toBe('parked');
    await outbox().withdraw(kept?.seq ?? 0);
    expect(await newest(outbox())).toBeUndefined();
  });

  it('is taken once over a hundred links and pages that break', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const die = dice(seed);
      const fates = Array.from({ length: 1 + die.below(6) }, () =>
        die.pick<Fate>(['ok', 'lost', 'unheard', 'busy', 'dies']),
      );
      const { clock, call, outbox, signed } = begin([...fates]);
      const answer = await Promise.race([sendSignature({ call, clock }, outbox(), SIGNING), rest()]);
      for (let life = 0; life <= fates.length; life++) {
        await clock.advance(10 * 60_000);
        await Promise.race([outbox().resume(), rest()]);
      }
      await clock.advance(10 * 60_000);
      const last = outbox();
      await Promise.race([last.resume(), rest()]);
      expect([seed, fates, answer, [...signed.keys()]]).toEqual([seed, fates, answer, [SIGNING.key]]);
      expect([seed, fates, await last.list()]).toEqual([seed, fates, []]);
    }
  }, 60_000);
});
