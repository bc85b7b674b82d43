/** Checks a proof or a bundle and names the first fault: the same code in the page, on the command line and on the server. */
import { checkpointText } from '../contract/proof/chain.ts';
import type { ProofFault, ProofReport } from '../contract/proof/proof.ts';
import { accountFault, accountOf } from './account.ts';
import { isContradicted } from './clock.ts';
import { checkPlays } from './plays.ts';
import { readProofLines, readProofText, type ProofParts, type Reading } from './read.ts';
import { rootsFault } from './roots.ts';
import { keyIdOf, KeyRing } from './signatures.ts';

const EMPTY: ProofReport = {
  ...{ ok: false, fault: null, plays: 0, quarantined: 0, time_doubts: 0, roots: 0, devices: 0, waiting: 0 },
  ...{ billed: 0, disputed: 0, credited: 0 },
  ...{ server_keys: [], from: null, to: null },
};

/** `trusted`: ids of the server's keys that whoever checks believes; null: he compares them himself. */
export const checkText = (text: string, trusted: readonly string[] | null) =>
  checkReading(readProofText(text), trusted);
export const checkLines = (lines: readonly unknown[], trusted: readonly string[] | null) =>
  checkReading(readProofLines(lines), trusted);

async function checkReading(reading: Reading, trusted: readonly string[] | null): Promise<ProofReport> {
  if ('fault' in reading) return { ...EMPTY, fault: reading.fault };
  const { parts } = reading;
  const server_keys = await Promise.all(parts.server_keys.map(keyIdOf));
  const fault = await firstFault(parts, server_keys, trusted);
  const starts = parts.plays.map(({ judged }) => judged.started_at).sort();
  return {
    ...EMPTY,
    ok: fault === null,
    fault,
    plays: parts.plays.length,
    quarantined: parts.plays.filter(({ judged }) => judged.reasons.length > 0).length,
    time_doubts: parts.plays.filter(({ record }) => isContradicted(record)).length,
    ...(fault === null && accountOf(parts)),
    roots: parts.roots.length,
    devices: new Set(parts.devices.map(device => device.device_id)).size,
    waiting: parts.head?.waiting ?? 0,
    server_keys,
    from: starts[0] ?? null,
    to: starts.at(-1) ?? null,
  };
}

async function firstFault(
  parts: ProofParts,
  server_keys: readonly string[],
  trusted: readonly string[] | null,
): Promise<ProofFault | null> {
  const ring = new KeyRing();
  for (const [n, key_id] of server_keys.entries()) {
    if (trusted !== null && !trusted.includes(key_id)) return { code: 'server_key', at: key_id };
    const jwk = parts.server_keys[n];
    if (jwk) await ring.add(key_id, jwk);
  }
  return (
    (await documentFault(parts, ring)) ??
    repeatedFault(parts) ??
    (await rootsFault(parts.roots)) ??
    (await checkpointFault(parts, await deviceRing(parts))) ??
    (await checkPlays(parts)) ??
    accountFault(parts) ??
    (await proofFault(parts, ring))
  );
}

/** What the server signed: the head of a bundle, roots and certificates. */
async function documentFault(
  { head, roots, devices }: ProofParts,
  ring: KeyRing,
): Promise<ProofFault | null> {
  if (head && !(await ring.signedDocument(head))) return { code: 'head', at: head.key_id };
  for (const root of roots)
    if (!(await ring.signedDocument(root))) return { code: 'root', at: `${root.day} ${root.number}` };
  for (const device of devices) {
    const signed = await ring.signedDocument(device);
    if (!signed || (await keyIdOf(device.jwk)) !== device.device_key_id)
      return { code: 'device', device_id: device.device_id };
  }
  return null;
}

/** Everything else of a proof is tied to the rest by itself; its checkpoint might be of any batch. */
async function proofFault({ proof }: ProofParts, ring: KeyRing): Promise<ProofFault | null> {
  if (!proof || (await ring.signedDocument(proof))) return null;
  const { device_id, epoch, seq } = proof.checkpoint;
  return { code: 'checkpoint', device_id, epoch, seq };
}

/** The same twice, or of another tenant than the rest, was put together by somebody else. */
function repeatedFault({ head, roots, devices, checkpoints }: ProofParts): ProofFault | null {
  const tenant_id = head?.tenant_id ?? roots[0]?.tenant_id;
  const seen = new Set<string>();
  const isRepeated = (name: string) => seen.has(name) || !seen.add(name);
  for (const { root, day, number, tenant_id: of } of roots)
    if (of !== tenant_id || isRepeated(root)) return { code: 'root', at: `${day} ${number}` };
  for (const { device_id, device_key_id } of devices)
    if (isRepeated(`${device_id} ${device_key_id}`)) return { code: 'device', device_id };
  for (const { device_id, epoch, seq } of checkpoints)
    if (isRepeated(`${device_id} ${epoch} ${seq}`)) return { code: 'checkpoint', device_id, epoch, seq };
  if (head && checkpoints.length !== head.checkpoints) return { code: 'checkpoint' };
  return null;
}

const ringName = (device_id: string, key_id: string) => `${device_id} ${key_id}`;
async function deviceRing({ devices }: ProofParts): Promise<KeyRing> {
  const ring = new KeyRing();
  for (const { device_id, device_key_id, jwk } of devices)
    await ring.add(ringName(device_id, device_key_id), jwk);
  return ring;
}

/**
 * What the screens signed: where their ledgers stood, and that these records led there. Where a screen signed another
 * hash, the server set the plays of that batch aside for it, and they stay as they are.
 */
async function checkpointFault(
  { checkpoints, plays }: ProofParts,
  ring: KeyRing,
): Promise<ProofFault | null> {
  const hashes = new Map<string, unknown>();
  const noted = new Set<string>();
  for (const { record, judged } of plays) {
    const ledger = `${String(record['device_id'])} ${String(record['epoch'])}`;
    hashes.set(`${ledger} ${String(record['seq'])}`, record['record_hash']);
    if (judged.reasons.includes('checkpoint')) noted.add(ledger);
  }
  const hold = await Promise.all(
    checkpoints.map(async ({ device_id, epoch, seq, hash, key_id, sig }) => {
      const ledger = `${device_id} ${epoch}`;
      const stored = hashes.get(`${ledger} ${seq}`);
      if (stored !== undefined && stored !== hash && !noted.has(ledger)) return false;
      const text = checkpointText(device_id, epoch, seq, hash);
      return ring.signedText(ringName(device_id, key_id), text, sig);
    }),
  );
  const bad = checkpoints[hold.indexOf(false)];
  if (!bad) return null;
  const { device_id, epoch, seq } = bad;
  return { code: 'checkpoint', device_id, epoch, seq };
}
