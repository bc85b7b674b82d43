/** Where nothing of a screen lies on the disk, its key is made and named while the disk makes the database. */
import { systemClock } from '../shared/clock.ts';
import type { Answer } from '../shared/contract/endpoint.ts';
import { startPairing } from '../shared/contract/pairing.ts';
import { createCaller } from '../shared/device/call.ts';
import { makeKey } from '../shared/device/keys.ts';
import type { DeviceKey } from '../shared/device/storage.ts';
import { createServerTime } from '../shared/device/time.ts';
import { facts } from './pairing.ts';

export interface Introduced {
  key: DeviceKey;
  /** The first answer, or why none came. */
  answer: Promise<Answer<typeof startPairing>>;
}

export async function introduce(): Promise<Introduced> {
  const key = await makeKey();
  const caller = createCaller({
    clock: systemClock,
    time: createServerTime(systemClock),
    origin: location.origin,
    signer: () => ({ device: `pairing.${key.key_id}`, key: key.pair.privateKey }),
    fetch: (input, init) => fetch(input, init),
  });
  const answer = caller.call(startPairing, { body: { jwk: key.jwk, facts: facts() } });
  /** Whoever pairs hears of a failure, and he may come later. */
  answer.catch(() => undefined);
  return { key, answer };
}
