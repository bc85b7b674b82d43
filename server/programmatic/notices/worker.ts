/** Calls the notices that are due, several partners at a time, as long as the process runs. */
import { every } from '../../../shared/clock.ts';
import { isNoticeHost } from '../../../shared/openrtb/auction/noticeHosts.ts';
import type { Server } from '../../context/server.ts';
import { PartnerCallError } from '../calls/callPartner.ts';
import { giveUpLate } from './late.ts';
import { claimNotices, isAnyDue, settleNotice, type Attempt, type ClaimedNotice } from './queue.ts';

const LOOK_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** The answer says nothing but its status. */
const MAX_BYTES = 65_536;
/** At once, and of one partner: whoever is slow does not keep the others waiting. */
const AT_ONCE = 20;
const OF_ONE = 5;
const OF_ONE_LOSSES = 2;
const LOSSES = 10;
const OF_TENANT = 10;
type Fault = (error: unknown) => void;

async function call(server: Server, notice: ClaimedNotice): Promise<Attempt> {
  const { partner_id, url, hosts } = notice;
  const isMock = notice.isMock && server.local.origin !== null && url.startsWith(`${server.local.origin}/`);
  const begun = server.clock.mono();
  const took = () => Math.round(server.clock.mono() - begun);
  /** The macros of an address may have made another host of it, and the partner may have moved since. */
  if (!isMock && !isNoticeHost(url, hosts)) return { http_status: null, fault: 'host', took_ms: 0 };
  try {
    const answer = await server.partnerCalls.call({
      ...{ partner_id, url, isMock, method: 'GET', timeout_ms: TIMEOUT_MS, maxBytes: MAX_BYTES },
    });
    return { http_status: answer.status, fault: null, took_ms: took() };
  } catch (error) {
    if (!(error instanceof PartnerCallError)) throw error;
    return { http_status: null, fault: error.fault, took_ms: took() };
  }
}

interface UnderWay {
  partner_id: string;
  kind: ClaimedNotice['kind'];
  done: Promise<void>;
}
export interface NoticeCalls {
  /** Begins what is due; resolves once all that it began is settled. How many that were. */
  round: () => Promise<number>;
  ended: () => Promise<unknown>;
}
export function noticeCalls(server: Server, onFault: Fault): NoticeCalls {
  const underWay = new Map<string, UnderWay>();
  const byPartner = () => {
    const counts = new Map<string, number>();
    for (const { partner_id } of underWay.values()) counts.set(partner_id, (counts.get(partner_id) ?? 0) + 1);
    return counts;
  };
  const settle = async (notice: ClaimedNotice) => {
    try {
      await settleNotice(server, notice, await call(server, notice));
    } catch (error) {
      onFault(error);
    } finally {
      underWay.delete(notice.id);
    }
  };
  const lossesUnderWay = () => [...underWay.values()].filter(({ kind }) => kind === 'lurl').length;
  const claim = async (kinds: readonly UnderWay['kind'][], limit: number, perPartner: number) =>
    limit <= 0
      ? []
      : claimNotices(server, { kinds, limit, perPartner, perTenant: OF_TENANT, underWay: byPartner() });
  return {
    async round() {
      if (!(await isAnyDue(server))) return 0;
      await giveUpLate(server);
      const begun = [
        /** What is paid goes first, and losses never take all places. */
        ...(await claim(['burl', 'nurl'], AT_ONCE - underWay.size, OF_ONE)),
        ...(await claim(
          ['lurl'],
          Math.min(AT_ONCE - underWay.size, LOSSES - lossesUnderWay()),
          OF_ONE_LOSSES,
        )),
      ].map(notice => {
        const done = settle(notice);
        underWay.set(notice.id, { partner_id: notice.partner_id, kind: notice.kind, done });
        return done;
      });
      await Promise.all(begun);
      return begun.length;
    },
    ended: () => Promise.all([...underWay.values()].map(({ done }) => done)),
  };
}

/**
 * Returns what ends it, once all calls under way are settled. A slow call does not keep the next look waiting. One of all
 * nodes calls: each counts for itself how much of a partner's time it takes.
 */
export function startNotices(server: Server, onFault: Fault): () => Promise<void> {
  const calls = noticeCalls(server, onFault);
  const look = async () => {
    if (await server.leads()) await calls.round();
  };
  const end = every(server.clock, LOOK_MS, () => {
    look().catch(onFault);
  });
  return async () => {
    end();
    await calls.ended();
  };
}
