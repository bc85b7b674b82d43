/** Takes a batch of play records: each once, none lost, with a signed receipt. */
import { instant } from '../../shared/clock.ts';
import type { Answer, Body } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { checkpointText } from '../../shared/contract/proof/chain.ts';
import { isDone, type PlayRecord, type sendPlays } from '../../shared/contract/proof/play.ts';
import { uuid7 } from '../../shared/random.ts';
import type { DeviceCaller } from '../http/caller.ts';
import { signDocument } from '../identity/keys/serverKeys.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type Work } from '../transaction/work.ts';
import type { Network } from '../fleet/link/network.ts';
import { isSigned } from '../fleet/link/signature.ts';
import { placeOf } from './check.ts';
import { judge, rulingOf, type Judged, type Ruling } from './judge.ts';
import { correctReceipt, flagFork, hashesOf, insertPlays, placesOf, storedAt, type Place } from './store.ts';

type Sent = Body<typeof sendPlays>;

export async function takePlays(
  server: Server,
  network: Network,
  { caller, sent }: { caller: DeviceCaller; sent: Sent },
): Promise<Answer<typeof sendPlays>> {
  const paired_at = await requireCheckpoint(network, caller, sent);
  return inTenant(server, { tenant_id: caller.tenant_id, by: null }, work =>
    take(work, { caller, sent, paired_at }),
  );
}

interface Batch {
  caller: DeviceCaller;
  sent: Sent;
  /** ms */
  paired_at: number;
}
async function take(work: Work, { caller, sent, paired_at }: Batch): Promise<Answer<typeof sendPlays>> {
  const { server, now } = work;
  const batch = { batch_id: uuid7(now), device_id: caller.device_id };
  const judged = judge(sent.records, {
    owner: caller,
    stored: await storedAt(work, caller.device_id, neighbourhood(sent.records)),
    now,
    paired_at,
    creatives: await hashesOf(work, creativesIn(sent.records)),
    checkpoint: { epoch: sent.epoch, ...sent.checkpoint },
  });
  const foreseen = signReceipt(server, { ...batch, now }, { sent, verdicts: judged.rulings });
  const papers = { receipt: foreseen, checkpoint: { ...sent.checkpoint } };
  const taken = await insertPlays(work, batch, { plays: judged.plays, ...papers });
  const verdicts = await settle(work, caller.device_id, { judged, taken });
  if (verdicts.some(ruling => ruling.reason === 'fork')) await flagFork(work, caller.device_id);
  if (verdicts === judged.rulings) return { verdicts, receipt: foreseen };
  const receipt = signReceipt(server, { ...batch, now }, { sent, verdicts });
  await correctReceipt(work, batch.batch_id, receipt);
  return { verdicts, receipt };
}

/** The answer: when the device was first paired. */
async function requireCheckpoint(network: Network, caller: DeviceCaller, { epoch, checkpoint }: Sent) {
  const device = await network.known(caller.device_id);
  const key = device?.keys.get(caller.key_id);
  const text = checkpointText(caller.device_id, epoch, checkpoint.seq, checkpoint.hash);
  if (!device || !key || !isSigned(key.publicKey, text, checkpoint.sig))
    throw new AppError('RULE', "The checkpoint is not signed by this screen's key.", { checkpoint: ['sig'] });
  return device.paired_at;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const creativesIn = (records: Sent['records']) => [
  ...new Set(
    records
      .map(raw => raw['creative_id'])
      .filter((id): id is string => typeof id === 'string' && UUID.test(id)),
  ),
];

/** The places of the batch and those next to them, read before anything of a record is believed. */
function neighbourhood(records: Sent['records']): Place[] {
  const places = new Map<string, Place>();
  for (const { epoch, seq } of records) {
    if (typeof epoch !== 'string' || !UUID.test(epoch) || !Number.isSafeInteger(seq)) continue;
    for (const near of [-1, 0, 1]) {
      const place = { epoch, seq: (seq as number) + near };
      if (Number.isSafeInteger(place.seq)) places.set(placeOf(place), place);
    }
  }
  return [...places.values()];
}

/** What was not stored met a row that came meanwhile, or a play that stands under another number. */
async function settle(
  work: Work,
  device_id: string,
  { judged, taken }: { judged: Judged; taken: ReadonlySet<string> },
): Promise<Ruling[]> {
  const missed = judged.plays.map(play => play.record).filter(record => !taken.has(placeOf(record)));
  if (missed.length === 0) return judged.rulings;
  const rivals = await storedAt(work, device_id, missed);
  const places = await placesOf(
    work,
    device_id,
    missed.map(record => record.play_id),
  );
  const again = new Map(missed.map(record => [placeOf(record), afterRace(record, rivals, places)]));
  return judged.rulings.map(ruling =>
    ruling.verdict === 'accepted' || ruling.verdict === 'quarantined'
      ? (again.get(placeOf(ruling)) ?? ruling)
      : ruling,
  );
}

function afterRace(
  record: PlayRecord,
  rivals: ReadonlyMap<string, { record_hash: string }>,
  places: ReadonlyMap<string, Place>,
): Ruling {
  const { epoch, seq, was } = record;
  const rival = rivals.get(placeOf(record));
  if (rival) return rulingOf(record, rival.record_hash);
  const place = places.get(record.play_id);
  /** The play stands where it was before its epoch was given up: it must not count twice. */
  if (was && place && placeOf(was) === placeOf(place)) return { epoch, seq, verdict: 'duplicate' };
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
  const seqs = verdicts.filter(r => r.epoch === sent.epoch && isDone(r.verdict)).map(r => r.seq);
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
