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
  type ProofFault,
  type SignedRoot,
} from '../contract/proof/proof.ts';

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
  server_keys: PublicJwk[];
  devices: DeviceCertificate[];
  roots: SignedRoot[];
  checkpoints: DeviceCheckpoint[];
  plays: ProvenPlay[];
}
export type Reading = { parts: ProofParts } | { fault: ProofFault };

/** A file holds a bundle, a line each, or one proof however it is broken into lines. */
export function parseLines(text: string): unknown[] | null {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return parseEach(text.split('\n').filter(line => line.trim() !== ''));
  }
}
function parseEach(lines: readonly string[]): unknown[] | null {
  try {
    return lines.map(line => JSON.parse(line) as unknown);
  } catch {
    return null;
  }
}

const formatFault = (at: string): Reading => ({ fault: { code: 'format', at } });
const issueAt = (error: z.core.$ZodError, line: number) =>
  [`${line + 1}`, ...(error.issues[0]?.path.map(String) ?? [])].join('.');

/** Names line and field of the first thing that cannot be read. */
export function readProofLines(lines: readonly unknown[] | null): Reading {
  if (lines === null || lines.length === 0) return formatFault('1');
  if ((lines[0] as { kind?: unknown } | null)?.kind === 'proof') return readSingle(lines);
  const parts: ProofParts = {
    ...{ head: null, server_keys: [], devices: [], roots: [], checkpoints: [], plays: [] },
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
  const { root, device, checkpoint, server_keys, ...play } = parsed.data;
  return {
    parts: {
      ...{ head: null, server_keys, devices: [device], roots: [root], checkpoints: [checkpoint] },
      plays: [{ ...play, root: root.root }],
    },
  };
}
