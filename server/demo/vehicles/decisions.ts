/**
 * What a simulated screen plays: decided by the code of the player, under leases that it holds in memory, and counted as
 * the player counts. Its files are all there.
 */
import type { PlayPlace } from '../../../shared/contract/playout/fence.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { PulledLeases, pullLeases } from '../../../shared/contract/playout/lease.ts';
import type { PlayZone } from '../../../shared/contract/proof/play.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { NOTHING_PLAYED, type PlayItem } from '../../../shared/playout/decide.ts';
import {
  afterAnswer,
  askedWith,
  closeUseless,
  hasToAsk,
  NO_WAIT,
  waitAfter,
  type HeldLease,
} from '../../../shared/playout/leases/held.ts';
import { playPlace } from '../../../shared/playout/place/playPlace.ts';
import { plansOf, zoneOfDocuments } from '../../../shared/playout/plans.ts';
import { createDecisionCounts } from '../../../shared/playout/recording/counts.ts';
import { byCampaign, reasonsOf, unreadyLines } from '../../../shared/playout/recording/reason.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import type { Moment } from '../../../shared/playout/rights.ts';
import { createStepper } from '../../../shared/playout/simulate.ts';
import { layoutOf, zoneName } from '../../../shared/playout/zones.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Content } from './content.ts';

export interface Show {
  item: PlayItem;
  /** The playlist it stands in; null: a campaign's. */
  loop: { playlist_id: string; version: number } | null;
  zone: PlayZone;
  manifest_version: number;
  /** Of a campaign that is sold by place. */
  geo?: PlayPlace | undefined;
}
/** What only the screen knows of a moment. */
export type Seen = Pick<Moment, 'place' | 'ride' | 'ride_id'> & { at: number };
type Request = BodyInput<typeof pullLeases>;

interface Options {
  /** Where in its loop it begins. */
  begin?: number;
  now: () => number;
  /** It plays by its rate what others play under leases: of times in which nobody could be asked for one. */
  isUnleased?: boolean;
}
const NONE: ReadonlySet<string> = new Set();

export function createDecisions({ begin = 0, now, isUnleased = false }: Options) {
  const position = { item_id: '', index: begin };
  const stepper = createStepper({ state: NOTHING_PLAYED, position, lastLoop: null });
  const counts = createDecisionCounts(now, () => uuid7(now()));
  let content: Content | null = null;
  let held: readonly HeldLease[] = [];
  let wait = NO_WAIT;
  const lines = (): readonly DocumentLine[] => content?.documents.flights?.lines ?? [];
  const leaseState = (at: number) => ({ spent: stepper.state().spent, lines: lines(), at });

  return {
    counts,
    content: () => content,
    take: (next: Content) => void (content = next),
    /** What begins at this moment; null: nothing may. */
    next(seen: Seen): Show | null {
      if (!content) return null;
      const { documents, version } = content;
      const { config, playlist, scheduled = [] } = documents;
      const moment = { ...seen, tz: zoneOfDocuments(documents), weather: config?.weather ?? null };
      const planAt = plansOf(documents, isUnleased ? undefined : held)(seen.at);
      const isWithdrawn = ({ asset }: Pick<PlayItem, 'asset'>) =>
        config?.withdrawn?.includes(originalOf(asset)) === true;
      const { item, loop, refused } = stepper.next(planAt, moment, one => !isWithdrawn(one));
      const chosen = item?.line?.id ?? null;
      const unready = unreadyLines(lines(), one => (isWithdrawn(one) ? 'withdrawn' : null));
      const choice = { lines: lines(), refused, chosen, missing: NONE, unready };
      counts.count(choice, byCampaign(reasonsOf(choice)));
      if (!item) return null;
      const playing = [playlist, ...scheduled].find(one => one?.playlist_id === loop?.playlist_id);
      const place = lines().find(({ id }) => id === chosen)?.place;
      return {
        ...{ item, manifest_version: version, zone: zoneName(layoutOf(playing), 'main') },
        loop: (!item.line && playing) || null,
        geo: place?.version === undefined ? undefined : playPlace(place.version, seen.place),
      };
    },
    /** It is short of plays, or has something to give back. */
    hasToAsk: (at: number) => hasToAsk(held, leaseState(at), wait),
    async askForLeases(at: number, pull: (body: Request) => Promise<PulledLeases>): Promise<void> {
      const body = askedWith(held, stepper.state().spent);
      held = closeUseless(held, leaseState(at));
      const answer = await pull(body);
      held = afterAnswer(held, body, answer.leases);
      wait = waitAfter(answer, held, leaseState(at));
    },
    /** Nothing plays any more: the next call gives all of them back. */
    closeLeases: () => void (held = held.map(one => ({ ...one, closed: true }))),
  };
}
export type Decisions = ReturnType<typeof createDecisions>;
