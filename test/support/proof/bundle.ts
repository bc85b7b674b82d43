/** A bundle as the server writes one, made without a server, over as many plays of two screens, all in one root. */
import { createPublicKey } from 'node:crypto';
import { keyId, newPair, type ServerKey } from '../../../server/identity/keys/serverKeys.ts';
import { signed } from '../../../server/proof/verify/evidence.ts';
import { leafOf, openTree, packLeaves, rootOfLeaves } from '../../../server/proof/verify/leaves.ts';
import { checkpointText, FIRST_PREV_HASH } from '../../../shared/contract/proof/chain.ts';
import type { BundleLine, PlayProof, SignedRoot } from '../../../shared/contract/proof/proof.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeKey, makeLedger, signText, type PlayFields } from '../device.ts';

const START = Date.UTC(2026, 10, 2, 0, 0, 5);
const BATCH = 10;
const MAX_MS = 86_000_000;
const ITEM_MS = 10_000;

export function makeServerKey(): ServerKey {
  const { privateKey, jwk } = newPair();
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return { key_id: keyId(jwk), jwk, privateKey, publicKey };
}

async function makeScreenPlays(plays: number, fieldsOf: (seq: number) => PlayFields) {
  const key = makeKey();
  const device_id = uuid7(START);
  const ledger = makeLedger({ device_id, key_id: key.key_id, start: START });
  const creative = { id: uuid7(START), sha256: 'a'.repeat(64) };
  const records: PlayRecord[] = [];
  /** Each day's length is a boot of its own, so that any number fits into one day. */
  const boots: string[] = [];
  for (let n = 0; n < plays; n++) {
    const at = (n * ITEM_MS) % MAX_MS;
    const boot_id = (boots[Math.floor((n * ITEM_MS) / MAX_MS)] ??= uuid7(START));
    records.push(
      await ledger.play(creative, {
        ...{ boot_id, started_wall_ms: START + at, started_mono_ms: at, ended_mono_ms: at + ITEM_MS },
        ...fieldsOf(n + 1),
      }),
    );
  }
  return { key, device_id, epoch: ledger.epoch, records };
}

/** `plays`: of each of the two screens; those with one of these numbers are set aside for their checkpoint. */
export async function makeBundle(
  plays: number,
  serverKey = makeServerKey(),
  setAside: readonly number[] = [],
  fieldsOf: (seq: number) => PlayFields = () => ({}),
) {
  const keys = { manifest: serverKey } as Parameters<typeof signed>[0]['keys'];
  const screens = [await makeScreenPlays(plays, fieldsOf), await makeScreenPlays(plays, fieldsOf)];
  screens.sort((a, b) => (a.device_id < b.device_id ? -1 : 1));
  const tenant_id = uuid7(START);
  const rows = screens.flatMap(({ records }) =>
    records.map(record => ({
      record,
      record_hash: record.record_hash,
      ...{ reasons: setAside.includes(record.seq) ? ['checkpoint'] : [], clock_grade: 'A' as const },
      ...{ started_at: new Date(record.started_wall_ms), uncertainty_ms: 20 },
      received_at: new Date(record.started_wall_ms + 60_000),
    })),
  );
  const leaves = rows.map(leafOf);
  const root: SignedRoot = signed(
    { keys },
    {
      ...{ tenant_id, position: 1, previous: FIRST_PREV_HASH, day: '2026-11-02', number: 1 },
      ...{ from: '2026-11-02T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z', plays: leaves.length },
      ...{ root: rootOfLeaves(leaves), made_at: '2026-11-03T01:00:00.000Z' },
    },
  );
  const devices = screens.map(({ device_id, key }) =>
    signed(
      { keys },
      {
        ...{ device_id, device_key_id: key.key_id, jwk: key.jwk },
        ...{ since: '2026-11-01T00:00:00.000Z', until: null },
      },
    ),
  );
  const checkpoints = screens.flatMap(({ records, key, epoch, device_id }) =>
    records
      .filter(({ seq }) => seq % BATCH === 0 || seq === records.length)
      .map(({ seq, record_hash: hash }) => ({
        ...{ device_id, epoch, seq, hash, key_id: key.key_id },
        sig: signText(key.privateKey, checkpointText(device_id, epoch, seq, hash)),
      })),
  );
  const tree = openTree(packLeaves(leaves));
  const proven = rows.map(({ record, ...row }) => ({
    record,
    judged: {
      ...{ reasons: row.reasons, uncertainty_ms: row.uncertainty_ms, clock_grade: row.clock_grade },
      ...{ started_at: row.started_at.toISOString(), received_at: row.received_at.toISOString() },
    },
    ...tree.placeOf(row)!,
  }));
  const head = signed(
    { keys },
    {
      ...{ kind: 'bundle' as const, tenant_id, made_at: '2026-11-04T08:00:00.000Z' },
      ledgers: screens.map(({ device_id, epoch }) => ({
        ...{ device_id, epoch, ranges: [[1, plays]] as [number, number][] },
      })),
      ...{ checkpoints: checkpoints.length, waiting: 0 },
    },
  );
  const lines: BundleLine[] = [
    head,
    { kind: 'server_key', jwk: serverKey.jwk },
    ...devices.map(certificate => ({ kind: 'device' as const, certificate })),
    { kind: 'root', root },
    ...checkpoints.map(checkpoint => ({ kind: 'checkpoint' as const, checkpoint })),
    ...proven.map(play => ({ kind: 'play' as const, ...play, root: root.root })),
  ];
  const [first] = proven;
  const proof: PlayProof = signed(
    { keys },
    {
      ...{ kind: 'proof' as const, ...first!, root, device: devices[0]!, checkpoint: checkpoints[0]! },
      server_keys: [serverKey.jwk],
    },
  );
  return { lines, proof, screens, serverKey };
}
