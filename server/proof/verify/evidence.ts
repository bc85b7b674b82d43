/** What stands beside plays in a proof: certificates of screens' keys, checkpoints of their batches, the server's keys. */
import { and, eq, inArray } from 'drizzle-orm';
import type {
  DeviceCertificate,
  DeviceCheckpoint,
  SignedRoot,
} from '../../../shared/contract/proof/proof.ts';
import type { Server } from '../../context/server.ts';
import { deviceKeys, playRoots, receipts } from '../../db/schema.ts';
import { signDocument } from '../../identity/keys/serverKeys.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function certificatesOf(
  { server, tx, tenant_id }: TransactionContext,
  device_ids: readonly string[],
): Promise<DeviceCertificate[]> {
  const rows = await tx
    .select()
    .from(deviceKeys)
    .where(and(eq(deviceKeys.tenant_id, tenant_id), inArray(deviceKeys.device_id, [...device_ids])))
    .orderBy(deviceKeys.device_id, deviceKeys.key_id);
  return rows.map(({ device_id, key_id: device_key_id, jwk, created_at, revoked_at }) =>
    signed(server, {
      ...{ device_id, device_key_id, jwk },
      since: created_at.toISOString(),
      until: revoked_at?.toISOString() ?? null,
    }),
  );
}

/** With the server's signature and the id of its key. */
export function signed<T extends object>(
  { keys }: Pick<Server, 'keys'>,
  document: T,
): T & { key_id: string; sig: string } {
  const unsigned = { ...document, key_id: keys.manifest.key_id };
  return { ...unsigned, sig: signDocument(keys.manifest, unsigned) };
}

/** `batches`: batch ids with the key of the screen that signed each. */
export async function checkpointsOf(
  { tx, tenant_id }: TransactionContext,
  batches: ReadonlyMap<string, string>,
): Promise<DeviceCheckpoint[]> {
  const rows = await tx
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant_id, tenant_id), inArray(receipts.batch_id, [...batches.keys()])))
    .orderBy(receipts.received_at, receipts.batch_id);
  return rows.map(({ batch_id, device_id, receipt, checkpoint }) => {
    const { seq, hash, sig } = checkpoint as { seq: number; hash: string; sig: string };
    return {
      ...{ device_id, epoch: String(receipt['epoch']), seq, hash, sig },
      key_id: batches.get(batch_id) ?? '',
    };
  });
}

/** Of the same batch handed in twice there is one. */
export const distinct = (checkpoints: readonly DeviceCheckpoint[]): DeviceCheckpoint[] => [
  ...new Map(checkpoints.map(one => [`${one.device_id} ${one.epoch} ${one.seq}`, one])).values(),
];

export const rootsById = async ({ tx, tenant_id }: TransactionContext, ids: readonly string[]) =>
  new Map(
    (
      await tx
        .select({ id: playRoots.id, document: playRoots.document })
        .from(playRoots)
        .where(and(eq(playRoots.tenant_id, tenant_id), inArray(playRoots.id, [...ids])))
        .orderBy(playRoots.position)
    ).map((row): [string, SignedRoot] => [row.id, row.document]),
  );

export async function leavesOf({ tx, tenant_id }: TransactionContext, root_id: string): Promise<string> {
  const [row] = await tx
    .select({ leaves: playRoots.leaves })
    .from(playRoots)
    .where(and(eq(playRoots.tenant_id, tenant_id), eq(playRoots.id, root_id)));
  return row?.leaves ?? '';
}

/** The keys that signed these documents; certificates and heads are signed now, roots perhaps before a rotation. */
export function serverKeysOf({ keys }: Pick<Server, 'keys'>, roots: Iterable<SignedRoot>) {
  const ids = new Set([keys.manifest.key_id, ...[...roots].map(root => root.key_id)]);
  return keys.signers.filter(({ key_id }) => ids.has(key_id)).map(({ jwk }) => jwk);
}
