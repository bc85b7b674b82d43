/** What proves a play to somebody who trusts nobody here: the record, its way to a signed root, and the keys of both sides. */
import * as z from 'zod/mini';
import { publicJwk } from '../fleet/jwk.ts';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT, sha256 } from '../wire/wire.ts';
import { ACCOUNT_STATES, playSpanFilter } from './play.ts';

const signature = { key_id: z.string(), sig: z.string() };
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** Plays of one bundle: as many as a page checks within some seconds. */
export const MAX_BUNDLE = 10_000;

/** All plays of a tenant that began on one day and had come by a night, as one hash that the server's key signs. */
export const signedRoot = z.strictObject({
  tenant_id: id,
  /** From 1 in the order of their making; each names the hash of the one before. */
  position: int(1, MAX_INT),
  previous: sha256,
  /** Of the tenant's time zone; what came later stands in the day's next number. */
  day,
  number: int(1, MAX_INT),
  from: instant,
  /** Exclusive. */
  to: instant,
  plays: int(1, MAX_INT),
  root: sha256,
  made_at: instant,
  ...signature,
});
export type SignedRoot = z.infer<typeof signedRoot>;

/** The server's word that a key was made by this screen, and from when to when it was in service. */
export const deviceCertificate = z.strictObject({
  device_id: id,
  device_key_id: z.string(),
  jwk: publicJwk,
  since: instant,
  until: z.nullable(instant),
  ...signature,
});
export type DeviceCertificate = z.infer<typeof deviceCertificate>;

/** What a screen signed when it handed plays in: where its ledger stood. */
export const deviceCheckpoint = z.strictObject({
  device_id: id,
  epoch: id,
  seq: int(1, MAX_INT),
  hash: sha256,
  ...signature,
});
export type DeviceCheckpoint = z.infer<typeof deviceCheckpoint>;

/** What the server found when the play came in; none of it changes later. */
export const judgement = z.strictObject({
  /** Empty: accepted. */
  reasons: z.array(z.string()),
  started_at: instant,
  uncertainty_ms: z.number(),
  clock_grade: z.enum(['A', 'B', 'C', 'D']),
  received_at: instant,
});
export type Judgement = z.infer<typeof judgement>;

const provenPlay = {
  /** Exactly as the screen wrote it: whatever its version wrote is hashed. */
  record: z.record(z.string(), z.unknown()),
  judged: judgement,
  /** Among the plays of its root. */
  index: int(0, MAX_INT),
  siblings: z.array(sha256),
};
export const playProof = z.strictObject({
  kind: z.literal('proof'),
  ...provenPlay,
  root: signedRoot,
  device: deviceCertificate,
  /** Of the batch the play came with; nothing else ties the two, so the server signs them together. */
  checkpoint: deviceCheckpoint,
  server_keys: z.array(publicJwk),
  /** Where it stood when the proof was made; left out while no invoice that was sent holds it. */
  account: z.optional(
    z.strictObject({
      state: z.enum(ACCOUNT_STATES),
      invoice: z.nullable(z.string()),
      credit_note: z.nullable(z.string()),
    }),
  ),
  ...signature,
});
export type PlayProof = z.infer<typeof playProof>;

const ranges = z.array(z.tuple([int(1, MAX_INT), int(1, MAX_INT)]));
export const ledgerRanges = z.strictObject({
  device_id: id,
  epoch: id,
  /** First and last sequence number of each run, in order. */
  ranges,
  /** Which of them were billed, disputed or credited when the file was made; left out where none was. */
  account: z.optional(z.partialRecord(z.enum(ACCOUNT_STATES), ranges)),
});
export type LedgerRanges = z.infer<typeof ledgerRanges>;
/** The first line of a bundle names every play in it, so that none can be taken out. */
export const bundleHead = z.strictObject({
  kind: z.literal('bundle'),
  tenant_id: id,
  made_at: instant,
  ledgers: z.array(ledgerRanges),
  checkpoints: int(0, MAX_INT),
  /** Plays of the same filter that no root holds yet. */
  waiting: int(0, MAX_INT),
  ...signature,
});
export type BundleHead = z.infer<typeof bundleHead>;
/** Lines of a bundle, in this order. */
export const bundleLine = z.discriminatedUnion('kind', [
  bundleHead,
  z.strictObject({ kind: z.literal('server_key'), jwk: publicJwk }),
  z.strictObject({ kind: z.literal('device'), certificate: deviceCertificate }),
  z.strictObject({ kind: z.literal('root'), root: signedRoot }),
  z.strictObject({ kind: z.literal('checkpoint'), checkpoint: deviceCheckpoint }),
  z.strictObject({ kind: z.literal('play'), ...provenPlay, root: sha256 }),
]);
export type BundleLine = z.infer<typeof bundleLine>;

/** What can be wrong with a proof; each has a text. The first that is found is named. */
export const PROOF_FAULTS = [
  'format',
  'server_key',
  'head',
  'root',
  'device',
  'checkpoint',
  'record',
  'duplicate',
  'fork',
  'missing',
  'extra',
  'tree',
  'day',
  'key',
  'chain',
  'clock',
  'gps',
  'account',
] as const;
export const proofReport = z.object({
  ok: z.boolean(),
  fault: z.nullable(
    z.object({
      code: z.enum(PROOF_FAULTS),
      /** Where: a ledger key, a range of one, a field or an id. */
      device_id: z.optional(z.string()),
      epoch: z.optional(z.string()),
      seq: z.optional(z.number()),
      last_seq: z.optional(z.number()),
      at: z.optional(z.string()),
    }),
  ),
  plays: z.int(),
  /** Kept with reasons that speak against them. */
  quarantined: z.int(),
  /** Whose time satellites contradict; the server says of none of them that it is sure. */
  time_doubts: z.int(),
  /** As the operator signed it when he made the file. */
  billed: z.int(),
  disputed: z.int(),
  credited: z.int(),
  roots: z.int(),
  devices: z.int(),
  waiting: z.int(),
  /** Who signed: to be compared with what the operator publishes. */
  server_keys: z.array(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type ProofReport = z.infer<typeof proofReport>;
export type ProofFault = NonNullable<ProofReport['fault']>;

const access = { who: 'user', area: 'prog_logs', level: 'R' } as const;
export const readProof = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/:id/proof',
  access,
  summary: 'The proof of one play, once a root holds it',
  params: byId,
  answer: playProof,
});
export const exportProofs = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/proofs',
  access: { ...access, transactions: 'own' },
  summary: `Proofs of all plays a filter names, at most ${MAX_BUNDLE}, as JSON lines for verify.html`,
  limit: 'export',
  query: z.object(playSpanFilter),
  answer: 'text',
});
export const verifyPlays = endpoint({
  method: 'POST',
  path: '/api/public/plays/verify',
  access: { who: 'anyone' },
  summary: 'Checks a proof or the lines of a bundle; names the first fault',
  limit: 'proof_checks',
  changesNothing: true,
  bodyLimit: 1_048_576,
  body: z.strictObject({ lines: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1)) }),
  answer: proofReport,
});
const MAX_ROOTS = 100;
export const listRoots = endpoint({
  method: 'GET',
  path: '/api/public/plays/roots',
  access: { who: 'anyone' },
  summary: 'Signed roots of a tenant in the order of their making, and the keys that signed them',
  limit: 'public_reads',
  query: z.object({
    tenant_id: id,
    /** Position of the last one read. */
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_INT)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ROOTS)), MAX_ROOTS),
  }),
  answer: z.object({ items: z.array(signedRoot), server_keys: z.array(publicJwk) }),
});
