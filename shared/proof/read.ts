/** Reads a proof or a bundle into what is to be checked. */
import * as z from 'zod/mini';
import type { PublicJwk } from '../contract/fleet/jwk.ts';
import {
  bundleLine,
  MAX_BUNDLE,
  playProof,
  type BundleHead,
  type DeviceCertificate,
  type DeviceCheckpoint,
  type Judgement,
  type PlayProof,
  type ProofFault,
  type SignedRoot,
} from '../contract/proof/proof.ts';
import { isPlain, parseStrictly, type StrictValue } from './strictJson.ts';

export interface ProvenPlay {
  record: Record<string, unknown>;
  judged: Judgement;
  index: number;
  siblings: readonly string[];
  /** Hash of its root. */
  root: string;
}
export interface ProofParts {
  /** null: one play alone. */
  head: BundleHead | null;
  /** The proof as it was handed out, where it is of one play. */
  proof: PlayProof | null;
  server_keys: PublicJwk[];
  devices: DeviceCertificate[];
  roots: SignedRoot[];
  checkpoints: DeviceCheckpoint[];
  plays: ProvenPlay[];
}
export type Reading = { parts: ProofParts } | { fault: ProofFault };

const BYTE_ORDER_MARK = '\uFEFF';
/** A file holds a bundle, a line each, or one proof however it is broken into lines. */
export function readProofText(text: string): Reading {
  const whole = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  const one = parseStrictly(whole);
  if (one) return readParsed([one]);
  const lines = whole.split('\n').filter(line => line.trim() !== '');
  return readParsed(lines.map(parseStrictly));
}
function readParsed(parsed: readonly (StrictValue | null)[]): Reading {
  const lines: unknown[] = [];
  for (const [n, line] of parsed.entries()) {
    if (line === null) return formatFault(`${n + 1}`);
    if ('unfit' in line) return formatFault(`${n + 1}.${line.unfit}`);
    lines.push(line.value);
  }
  return readProofLines(lines);
}

const formatFault = (at: string): Reading => ({ fault: { code: 'format', at } });
const issueAt = (error: z.core.$ZodError, line: number) =>
  [`${line + 1}`, ...(error.issues[0]?.path.map(String) ?? [])].join('.');

/** Names line and field of the first thing that cannot be read. */
export function readProofLines(lines: readonly unknown[]): Reading {
  if (lines.length === 0) return formatFault('1');
  const unfit = lines.findIndex(line => !isPlain(line));
  if (unfit >= 0) return formatFault(`${unfit + 1}`);
  if ((lines[0] as { kind?: unknown } | null)?.kind === 'proof') return readSingle(lines);
  const parts: ProofParts = {
    ...{ head: null, proof: null, server_keys: [], devices: [], roots: [], checkpoints: [], plays: [] },
  };
  for (const [n, raw] of lines.entries()) {
    const parsed = z.safeParse(bundleLine, raw);
    if (!parsed.success) return formatFault(issueAt(parsed.error, n));
    const line = parsed.data;
    if ((line.kind === 'bundle') !== (n === 0)) return formatFault(`${n + 1}.kind`);
    switch (line.kind) {
      case 'bundle':
        parts.head = line;
        break;
      case 'server_key':
        parts.server_keys.push(line.jwk);
        break;
      case 'device':
        parts.devices.push(line.certificate);
        break;
      case 'root':
        parts.roots.push(line.root);
        break;
      case 'checkpoint':
        parts.checkpoints.push(line.checkpoint);
        break;
      case 'play':
        parts.plays.push(line);
    }
  }
  return parts.plays.length > MAX_BUNDLE ? formatFault(`${MAX_BUNDLE + 1}`) : { parts };
}

function readSingle(lines: readonly unknown[]): Reading {
  if (lines.length > 1) return formatFault('2');
  const parsed = z.safeParse(playProof, lines[0]);
  if (!parsed.success) return formatFault(issueAt(parsed.error, 0));
  const proof = parsed.data;
  const { root, device, checkpoint, server_keys, account: _account, ...play } = proof;
  return {
    parts: {
      ...{ head: null, proof, server_keys, devices: [device], roots: [root], checkpoints: [checkpoint] },
      plays: [{ ...play, root: root.root }],
    },
  };
}
