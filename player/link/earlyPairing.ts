/** A new screen names its key to the server before it has a place to keep it: the answer comes as soon as the place. */
import { systemClock } from '../../shared/clock.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { startPairing } from '../../shared/contract/fleet/pairing.ts';
import { createDeviceClient } from '../../shared/device/call.ts';
import type { DeviceKey } from '../../shared/device/storage.ts';
import { createServerTime } from '../../shared/device/time.ts';
import type { NewDevice } from './newDevice.ts';

export interface EarlyPairing {
  key: DeviceKey;
  /** The first answer, or why none came. */
  answer: Promise<Answer<typeof startPairing>>;
}

export function startEarlyPairing({ key, facts }: NewDevice): EarlyPairing {
  const caller = createDeviceClient({
    clock: systemClock,
    time: createServerTime(systemClock),
    origin: location.origin,
    signer: () => ({ device: `pairing.${key.key_id}`, key: key.pair.privateKey }),
    fetch: (input, init) => fetch(input, init),
  });
  const answer = caller.call(startPairing, { body: { jwk: key.jwk, facts } });
  /** Whoever pairs hears of a failure, and he may come later. */
  answer.catch(() => undefined);
  return { key, answer };
}
