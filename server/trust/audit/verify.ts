/** Verifies a whole audit chain and reports the first broken event. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Verdict } from '../../../shared/contract/trust/audit.ts';
import type { Db } from '../../db/database.ts';
import { auditDetails, auditEvents } from '../../db/schema.ts';
import type { Anchor } from '../../transaction/auditHeads.ts';
import { chainFaultOf, FIRST_AUDIT_HASH, type ChainLink } from '../../transaction/chain.ts';

const PAGE = 1_000;
/** After so many events whatever else waits in this process is done first. */
const BETWEEN = 100;
const othersTurn = () => new Promise<void>(done => setImmediate(done));

/** Runs `fn` in a transaction of the tenant; one page per transaction, so that writers are not blocked. */
type Reader = <T>(fn: (tx: Db) => Promise<T>) => Promise<T>;

async function pageAfter(tx: Db, tenant_id: string, seq: number): Promise<ChainLink[]> {
  const rows = await tx
    .select({ event: auditEvents, salt: auditDetails.salt, detail: auditDetails.detail })
    .from(auditEvents)
    .leftJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(and(eq(auditEvents.tenant_id, tenant_id), gt(auditEvents.seq, seq)))
    .orderBy(asc(auditEvents.seq))
    .limit(PAGE);
  return rows.map(({ event, salt, detail }) => ({
    ...event,
    at: instant(event.at.getTime()),
    detail: salt === null || detail === null ? null : { salt, detail },
  }));
}

/** `anchors`: heads stored outside the database; a chain that does not reach them was truncated. */
export async function verifyChain(
  read: Reader,
  { key, tenant_id, anchors }: { key: Buffer; tenant_id: string; anchors: readonly Anchor[] },
): Promise<Verdict> {
  /** Of two notes of one event the earlier: the later may be of what was written in its place. */
  const auditNote = new Map([...anchors].reverse().map(anchor => [anchor.seq, anchor.hash]));
  let end = { seq: 0, hash: FIRST_AUDIT_HASH };
  for (;;) {
    const links = await read(tx => pageAfter(tx, tenant_id, end.seq));
    for (const [nth, link] of links.entries()) {
      if (nth % BETWEEN === 0) await othersTurn();
      const anchored = auditNote.get(link.seq);
      const reason =
        chainFaultOf(key, link, end) ??
        (anchored !== undefined && anchored !== link.hash
          ? 'it is not the event whose hash was noted'
          : null);
      if (reason !== null)
        return { ok: false, count: end.seq, head: end.hash, first_bad: { seq: link.seq, reason } };
      end = { seq: link.seq, hash: link.hash };
    }
    if (links.length < PAGE) break;
  }
  const last = Math.max(0, ...auditNote.keys());
  const head = end.seq === 0 ? null : end.hash;
  if (last > end.seq)
    return {
      ok: false,
      count: end.seq,
      head,
      first_bad: {
        seq: end.seq + 1,
        reason: `events up to ${last} were noted, the chain ends at ${end.seq}`,
      },
    };
  return { ok: true, count: end.seq, head, first_bad: null };
}
