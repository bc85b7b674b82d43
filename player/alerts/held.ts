/** The alerts a screen holds and what it did with them, on its disk: one set, and what is not reported yet. */
import type { PlayerAlerts } from '../../shared/contract/alerts/playerAlerts.ts';
import type { AlertLog } from '../../shared/alerts/screen.ts';
import { readValue, writeValues, type Connection, type Identity } from '../../shared/device/storage.ts';
import { ManifestRejected, signerOf } from '../library/manifest.ts';

const EMPTY_LOG: AlertLog = { ran_ms: 0, seen_at: 0, progress: {}, acks: [] };

/** Throws where it is not signed for this screen, or older than the version this screen holds. */
export async function checkSet(
  set: PlayerAlerts,
  identity: Identity | null,
  heldVersion: number,
): Promise<void> {
  if (identity === null || set.kind !== 'alerts' || set.device_id !== identity.device_id)
    throw new ManifestRejected('The alerts name another device');
  if (set.version < heldVersion)
    throw new ManifestRejected(`Alerts ${set.version} are older than ${heldVersion}`);
  if (!(await signerOf(set, set.key_id, identity)))
    throw new ManifestRejected('The signature of the alerts does not fit');
}

/** A set that is not signed for this screen is none, and is pulled again; what was done with it is still reported. */
export async function readHeld(
  db: Connection,
  identity: Identity | null,
  onFault: (error: unknown) => void,
): Promise<{ set: PlayerAlerts | null; log: AlertLog }> {
  const [stored, log] = await Promise.all([readValue(db, 'alert_set'), readValue(db, 'alert_log')]);
  let set = stored;
  try {
    if (stored) await checkSet(stored, identity, 0);
  } catch (error) {
    onFault(error);
    set = null;
  }
  return { set, log: log ?? EMPTY_LOG };
}

/** The set and what follows from it are one write: a power cut leaves both or neither. */
export const writeHeld = (db: Connection, log: AlertLog, set?: PlayerAlerts) =>
  writeValues(db, { alert_log: log, ...(set && { alert_set: set }) });
