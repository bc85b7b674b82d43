/** Takes a batch of play records: each once, none lost, with a signed receipt. */
import { eq } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Answer, Body } from '../../../shared/contract/endpoint.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { checkpointText, isDone, type PlayRecord, type sendPlays } from '../../../shared/contract/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { deviceKeys, devices } from '../../db/schema.ts';
import type { DeviceCaller } from '../../http/caller.ts';
import { signDocument } from '../../identity/serverKeys.ts';
import type { Server } from '../../server.ts';
import { isSigned, publicKeyOf } from '../signature.ts';
import { placeOf } from './check.ts';
import { judge, rulingOf, type Judged, type Ruling } from './judge.ts';
import { flagFork, hashesOf, insertPlays, placesOf, storedAt, storeReceipt, type Place } from './store.ts';

type Sent = Body<typeof sendPlays>;

export async function takePlays(
  server: Server,
  caller: DeviceCaller,
  sent: Sent,
): Promise<Answer<typeof sendPlays>> {
  const { db } = server;
  const now = server.clock.now();
  const { paired_at } = await requireCheckpoint(db, caller, sent);
  const batch = { batch_id: uuid7(now), tenant_id: caller.tenant_id, device_id: caller.device_id, now };
  return db.transaction(async tx => {
    const stored = await storedAt(tx, caller.device_id, neighbourhood(sent.records));
    const judged = judge(sent.records, {
      owner: caller,
      stored,
      now,
      paired_at,
      creatives: await hashesOf(tx, caller.tenant_id, idsIn(sent.records, 'creative_id')),
      checkpoint: { epoch: sent.epoch, ...sent.checkpoint },
    });
    const taken = await insertPlays(tx, batch, judged.plays);
    const verdicts = await settle(tx, caller.device_id, judged, taken);
    if (verdicts.some(ruling => ruling.reason === 'fork')) await flagFork(tx, caller.device_id, now);
    const receipt = signReceipt(server, batch, { sent, verdicts });
    if (taken.size > 0) await storeReceipt(tx, batch, { receipt, checkpoint: { ...sent.checkpoint } });
    return { verdicts, receipt };
  });
}

async function requireCheckpoint(db: Db, caller: DeviceCaller, { epoch, checkpoint }: Sent) {
  const [key] = await db
    .select({ jwk: deviceKeys.jwk, paired: devices.created_at })
    .from(deviceKeys)
    .innerJoin(devices, eq(devices.id, deviceKeys.device_id))
    .where(eq(deviceKeys.key_id, caller.key_id));
  const text = checkpointText(caller.device_id, epoch, checkpoint.seq, checkpoint.hash);
  if (!key || !isSigned(publicKeyOf(key.jwk), text, checkpoint.sig))
    throw new AppError('RULE', "The checkpoint is not signed by this screen's key.", { checkpoint: ['sig'] });
  return { paired_at: key.paired.getTime() };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idsIn = (records: Sent['records'], field: string) => [
  ...new Set(
    records.map(raw => raw[field]).filter((id): id is string => typeof id === 'string' && UUID.test(id)),
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
  tx: Db,
  device_id: string,
  judged: Judged,
  taken: ReadonlySet<string>,
): Promise<Ruling[]> {
  const missed = judged.plays.map(play => play.record).filter(record => !taken.has(placeOf(record)));
  if (missed.length === 0) return judged.rulings;
  const rivals = await storedAt(tx, device_id, missed);
  const places = await placesOf(
    tx,
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
