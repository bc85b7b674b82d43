/** Ingests a batch of play records exactly once and answers with a signed receipt. */
import { instant } from '../../shared/clock.ts';
import type { Answer, Body } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { checkpointText } from '../../shared/contract/proof/chain.ts';
import { isSettled, type PlayRecord, type sendPlays } from '../../shared/contract/proof/play.ts';
import { uuid7 } from '../../shared/random.ts';
import type { DevicePrincipal } from '../http/principal.ts';
import { signDocument } from '../identity/keys/serverKeys.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import type { Network } from '../fleet/link/network.ts';
import { isValidSignature } from '../fleet/link/signature.ts';
import { hasChangedPlace, issuedHeads, issuedToScreen, placedByVersion, type IssuedHead } from './issued.ts';
import { countReported, leaseFactsOf } from './leases.ts';
import { ledgerKeyOf } from './validate.ts';
import { adjacentKeys, lookedBack } from './timeline/adjacent.ts';
import { lockLedgers } from './timeline/opening.ts';
import { playsNearby, storedEpochsOf, stretchesOf } from './timeline/nearby.ts';
import {
  isWrongCheckpoint,
  judgeBatch,
  rulingOf,
  validateBatch,
  type BatchJudgement,
  type NewPlay,
  type Ruling,
  type ValidBatch,
} from './judge.ts';
import {
  correctReceipt,
  flagFork,
  hashesOf,
  insertPlays,
  issuedFor,
  keysByPlayId,
  lastOfZones,
  recordsAt,
  type LedgerKey,
} from './store.ts';

type Sent = Body<typeof sendPlays>;
/** Told of what was stored, in the transaction that stores it. */
export type OnStored = (ctx: TransactionContext, plays: readonly NewPlay[]) => Promise<void>;

export async function ingestPlays(
  server: Server,
  network: Network,
  { principal, sent, onStored }: { principal: DevicePrincipal; sent: Sent; onStored?: OnStored },
): Promise<Answer<typeof sendPlays>> {
  const key = await requireCheckpoint(network, principal, sent);
  return inTenant(server, { tenant_id: principal.tenant_id, user_id: null }, ctx =>
    ingestBatch(ctx, {
      ...{ principal, sent, ...key, reported: network.sightings.reportedVersion(principal.device_id) },
      ...(onStored && { onStored }),
    }),
  );
}

interface Batch {
  principal: DevicePrincipal;
  sent: Sent;
  onStored?: OnStored;
  /** The version of its documents that the screen reported last, since this server runs. */
  reported: number | null;
  /** ms */
  paired_at: number;
  /** ms; when the key that signs was made. */
  key_since: number;
  /** ms; null while the key that signs is in service. */
  revoked_at: number | null;
}
async function ingestBatch(
  ctx: TransactionContext,
  { principal, sent, onStored, reported, paired_at, key_since, revoked_at }: Batch,
): Promise<Answer<typeof sendPlays>> {
  const { server, now } = ctx;
  const batch = { batch_id: uuid7(now), device_id: principal.device_id };
  const campaign_ids = idsIn(sent.records, 'campaign_id');
  const valid = validateBatch(sent.records, { ...principal, revoked_at });
  const rule = await lockLedgers(ctx, principal.device_id);
  /** First of all, so that what is stored is read once no other batch under these leases is on its way. */
  const underLeases = await leaseFactsOf(ctx, principal.device_id, {
    lease_ids: idsIn(sent.records, 'lease_id'),
    campaign_ids,
    versions: versionsIn(sent.records.filter(raw => raw['lease_id'] === undefined)),
  });
  const campaigns = await issuedFor(ctx, campaign_ids);
  const isUnsure = [...campaigns.values()].some(hasChangedPlace);
  const known = new Map([
    ...(await recordsAt(ctx, principal.device_id, adjacentKeys(sent))),
    ...(await lastOfZones(ctx, principal.device_id, lookedBack(valid.records))),
  ]);
  const judged = judgeBatch(valid, {
    stored: known,
    now,
    rule,
    paired_at,
    key_since,
    storedEpochs: await storedEpochsOf(ctx, principal.device_id, valid.records, key_since),
    creatives: await hashesOf(ctx, idsIn(sent.records, 'creative_id')),
    campaigns,
    placed: await placedByVersion(ctx, principal.device_id, isUnsure ? versionsIn(sent.records) : []),
    issuedToScreen: await issuedToScreen(ctx, principal.device_id, campaign_ids),
    issuedVersions: { heads: await headsFor(ctx, principal.device_id, { ...valid, reported }), reported },
    underLeases,
    nearby: await playsNearby(ctx, principal.device_id, valid.records),
    stretches: await stretchesOf(ctx, principal.device_id, valid.records),
    isCheckpointWrong: isWrongCheckpoint({ epoch: sent.epoch, ...sent.checkpoint }, valid.written, known),
  });
  const expectedReceipt = signReceipt(server, { ...batch, now }, { sent, verdicts: judged.rulings });
  const documents = { receipt: expectedReceipt, checkpoint: { ...sent.checkpoint } };
  const taken = await insertPlays(ctx, batch, { plays: judged.plays, ...documents });
  const stored = judged.plays.filter(({ record }) => taken.has(ledgerKeyOf(record)));
  await countReported(ctx, stored);
  await onStored?.(ctx, stored);
  const verdicts = await resolveRaces(ctx, principal.device_id, { judged, taken });
  if (verdicts.some(ruling => ruling.reason === 'fork')) await flagFork(ctx, principal.device_id);
  if (verdicts === judged.rulings) return { verdicts, receipt: expectedReceipt };
  const receipt = signReceipt(server, { ...batch, now }, { sent, verdicts });
  await correctReceipt(ctx, batch.batch_id, receipt);
  return { verdicts, receipt };
}

/** Only where a record names a loop, or documents that the screen does not say it has. */
async function headsFor(
  ctx: TransactionContext,
  device_id: string,
  { records, reported }: Pick<ValidBatch, 'records'> & { reported: number | null },
): Promise<IssuedHead[]> {
  const named = records.filter(({ playlist_id }) => playlist_id !== null);
  const isAhead = records.some(({ manifest_version }) => manifest_version > (reported ?? Infinity));
  return named.length > 0 || isAhead ? issuedHeads(ctx, device_id, named) : [];
}

/** Returns when the device was first paired, and from when to when this key of it was in service. */
async function requireCheckpoint(network: Network, principal: DevicePrincipal, { epoch, checkpoint }: Sent) {
  const device = await network.cachedDevice(principal.device_id);
  const key = device?.keys.get(principal.key_id);
  const text = checkpointText(principal.device_id, epoch, checkpoint.seq, checkpoint.hash);
  if (!device || !key || !isValidSignature(key.publicKey, text, checkpoint.sig))
    throw new AppError('RULE', "The checkpoint is not signed by this screen's key.", { checkpoint: ['sig'] });
  return { paired_at: device.paired_at, key_since: key.since, revoked_at: key.revoked_at };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idsIn = (records: Sent['records'], field: 'creative_id' | 'campaign_id' | 'lease_id') => [
  ...new Set(
    records.map(raw => raw[field]).filter((id): id is string => typeof id === 'string' && UUID.test(id)),
  ),
];

const MAX_INT4 = 2_147_483_647;
/** Of records that are not validated yet. */
const versionsIn = (records: Sent['records']) => [
  ...new Set(
    records
      .map(raw => raw['manifest_version'])
      .filter(
        (of): of is number => Number.isInteger(of) && (of as number) >= 0 && (of as number) <= MAX_INT4,
      ),
  ),
];

/** Corrects verdicts of records that were not inserted: another request stored them meanwhile, or the play has another ledger key. */
async function resolveRaces(
  ctx: TransactionContext,
  device_id: string,
  { judged, taken }: { judged: BatchJudgement; taken: ReadonlySet<string> },
): Promise<Ruling[]> {
  const notInserted = judged.plays.map(play => play.record).filter(record => !taken.has(ledgerKeyOf(record)));
  if (notInserted.length === 0) return judged.rulings;
  const rivals = await recordsAt(ctx, device_id, notInserted);
  const places = await keysByPlayId(
    ctx,
    device_id,
    notInserted.map(record => record.play_id),
  );
  const again = new Map(notInserted.map(record => [ledgerKeyOf(record), afterRace(record, rivals, places)]));
  return judged.rulings.map(ruling =>
    ruling.verdict === 'accepted' || ruling.verdict === 'quarantined'
      ? (again.get(ledgerKeyOf(ruling)) ?? ruling)
      : ruling,
  );
}

function afterRace(
  record: PlayRecord,
  rivals: ReadonlyMap<string, { record_hash: string }>,
  places: ReadonlyMap<string, LedgerKey>,
): Ruling {
  const { epoch, seq, previous_key } = record;
  const rival = rivals.get(ledgerKeyOf(record));
  if (rival) return rulingOf(record, rival.record_hash);
  const place = places.get(record.play_id);
  /** The play is stored under the ledger key of its abandoned epoch and must not count twice. */
  if (previous_key && place && ledgerKeyOf(previous_key) === ledgerKeyOf(place))
    return { epoch, seq, verdict: 'duplicate' };
  return { epoch, seq, verdict: 'rejected', reason: 'play_id' };
}

interface Outcome {
  sent: Sent;
  verdicts: readonly Ruling[];
}
function signReceipt(
  server: Server,
  batch: { batch_id: string; device_id: string; now: number },
  { sent, verdicts }: Outcome,
) {
  const seqs = verdicts.filter(r => r.epoch === sent.epoch && isSettled(r.verdict)).map(r => r.seq);
  const last_seq = Math.max(0, ...seqs);
  const last = sent.records.find(record => record['epoch'] === sent.epoch && record['seq'] === last_seq);
  const unsigned = {
    batch_id: batch.batch_id,
    device_id: batch.device_id,
    epoch: sent.epoch,
    first_seq: seqs.length > 0 ? Math.min(...seqs) : 0,
    last_seq,
    head_hash: typeof last?.['record_hash'] === 'string' ? last['record_hash'] : sent.checkpoint.hash,
    received_at: instant(batch.now),
    key_id: server.keys.manifest.key_id,
  };
  return { ...unsigned, sig: signDocument(server.keys.manifest, unsigned) };
}
