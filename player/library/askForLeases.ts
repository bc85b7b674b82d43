/** Asks for leases where a line is short of plays, and gives back what is of no use; loaded with the first that needs one. */
import { pullLeases } from '../../shared/contract/playout/lease.ts';
import type { DocumentLine } from '../../shared/contract/playout/flights.ts';
import type { DeviceClient } from '../../shared/device/call.ts';
import type { Identity } from '../../shared/device/storage.ts';
import {
  afterAnswer,
  askedWith,
  closeUseless,
  hasToAsk,
  waitAfter,
} from '../../shared/playout/leases/held.ts';
import type { Player } from '../app/player.ts';
import { linesOf } from './content.ts';
import { ManifestRejected, signerOf } from './manifest.ts';

interface Ports {
  player: Pick<Player, 'content' | 'leases' | 'spent' | 'time'>;
  caller: DeviceClient;
  identity: Identity;
  /** What is handed in is free for others. */
  handIn: () => Promise<void>;
}

/** The server grants by its newest version, which waits here until its files have come. */
function linesHeldFor({ active, pending }: Ports['player']['content']): readonly DocumentLine[] {
  const all = [...linesOf(active()), ...linesOf(pending())];
  return [...new Map(all.map(line => [line.id, line])).values()];
}

export async function askForLeases({ player, caller, identity, handIn }: Ports): Promise<void> {
  const { device_id } = identity;
  const at = player.time.knownNow();
  if (at === null) return;
  const standing = () => ({ spent: player.spent(), lines: linesHeldFor(player.content), at });
  if (!hasToAsk(player.leases.heldBy(device_id), standing(), player.leases.wait())) return;
  await handIn();
  const held = player.leases.heldBy(device_id);
  const body = askedWith(held, player.spent());
  const closed = closeUseless(held, standing());
  if (closed !== held) await player.leases.keep(device_id, closed);
  const answer = await caller.call(pullLeases, { body });
  if (answer.device_id !== device_id || !(await signerOf(answer, answer.key_id, identity)))
    throw new ManifestRejected('The leases are not signed for this screen');
  const next = afterAnswer(closed, body, answer.leases);
  player.leases.setWait(waitAfter(answer, next, standing()));
  await player.leases.keep(device_id, next);
}
