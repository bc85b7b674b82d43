/** Makes this screen known: a key of its own, a code on the screen, and the wait until somebody claims it. */
import { sleep, systemClock } from '../../shared/clock.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { pairingState, startPairing, type PairingState } from '../../shared/contract/fleet/pairing.ts';
import { CallFailure, createDeviceClient, type DeviceClient } from '../../shared/device/call.ts';
import type { DeviceKey, Identity } from '../../shared/device/storage.ts';
import { createServerTime } from '../../shared/device/time.ts';
import { facts, type NewDevice } from './newDevice.ts';
import type { Player } from '../app/player.ts';
import type { DeviceIdentity } from './identity.ts';

const POLL_MS = 2_000;
const RETRY_MS = { first: 1_000, longest: 15_000 } as const;

type ClaimedPairing = Extract<PairingState, { state: 'claimed' }>;
/** What a screen hears with its name. */
export type FirstPlan = NonNullable<ClaimedPairing['plan']>;
interface UnpairedDevice extends Pick<DeviceIdentity, 'key' | 'kept' | 'renewKey'> {
  /** To a call that was made already. */
  answer: Promise<Answer<typeof startPairing>> | null;
}

/** A new screen names its key to the server before it has a place to keep it: the answer comes as soon as the place. */
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

/** One code from its issue to its end; null when it ended unclaimed. */
async function runPairingCode(
  { clock, status }: Pick<Player, 'clock' | 'status'>,
  caller: DeviceClient,
  self: UnpairedDevice,
): Promise<ClaimedPairing | null> {
  const known = self.answer;
  self.answer = null;
  const issued = await (known ??
    caller.call(startPairing, { body: { jwk: self.key().jwk, facts: facts() } }));
  let { now } = issued;
  for (;;) {
    status.set({ retryAt: null });
    if (now.state === 'claimed') return now;
    if (now.state === 'expired') return null;
    await self.kept();
    status.set({ code: { text: now.code, expiresAt: Date.parse(now.expires_at) } });
    await sleep(clock, POLL_MS);
    now = await caller.call(pairingState, { params: { id: issued.id } });
  }
}

/** Ends when this screen belongs to somebody; until then every failure is only a pause. */
export async function pair(
  player: Pick<Player, 'clock' | 'status'>,
  caller: DeviceClient,
  self: UnpairedDevice,
): Promise<{ identity: Identity; plan: FirstPlan | null }> {
  const { clock, status } = player;
  let pause: number = RETRY_MS.first;
  for (;;) {
    try {
      const claimed = await runPairingCode(player, caller, self);
      pause = RETRY_MS.first;
      if (!claimed) continue;
      const { device_id, key_id, tenant, server_key, plan = null } = claimed;
      return { identity: { device_id, key_id, tenant: tenant.name, server_key }, plan };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // Asked with this key it would be refused for ever (contract of the pairing call).
      if (error.code === 'DEVICE_REVOKED') await self.renewKey();
      const wait = error.retryAfter ?? pause;
      const isGone = error.kind === 'refused' && error.status === 404;
      status.set({ retryAt: clock.mono() + wait, ...(isGone ? { code: null } : {}) });
      await sleep(clock, wait);
      pause = Math.min(pause * 2, RETRY_MS.longest);
    }
  }
}
