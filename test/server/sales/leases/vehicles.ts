/** Simulated vehicles that decide by the player's own code and talk to the real server, on a moved clock. */
import type { FlightsDocument } from '../../../../shared/contract/playout/flights.ts';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { MAX_BATCH, type PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { afterPlay } from '../../../../shared/playout/afterPlay.ts';
import { decide, NOTHING_PLAYED, type Plan, type PlayItem } from '../../../../shared/playout/decide.ts';
import {
  afterAnswer,
  askedWith,
  closeUseless,
  hasToAsk,
  type HeldLease,
} from '../../../../shared/playout/leases/held.ts';
import { positionOf, type LoopPosition } from '../../../../shared/playout/order.ts';
import { originalOf } from '../../../../shared/playout/renditions.ts';
import { refusalOf } from '../../../../shared/playout/rights.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { Ledger, Screen, Verdicts } from '../../../support/device.ts';

const BOOT_MS = 8 * 3_600_000;
const IDLE_MS = 10_000;

export interface VehiclePorts {
  screen: Screen;
  now: () => number;
  random: () => number;
  app_version: string;
}

export function makeVehicle({ screen, now, app_version }: VehiclePorts) {
  const ledger: Ledger = screen.ledger();
  let plan: Plan = { loop: null, lines: [] };
  let version = 0;
  let state = NOTHING_PLAYED;
  let position: LoopPosition | null = null;
  let held: readonly HeldLease[] = [];
  let waiting: PlayRecord[] = [];
  let at = now();
  let boot = { id: uuid7(at), at };
  const verdicts = new Map<string, number>();
  const playsByCampaign = new Map<string, number>();

  const read = async <T>(method: 'GET' | 'POST', target: string, payload?: unknown): Promise<T> => {
    const answer = await screen.call(method, target, payload);
    if (answer.statusCode !== 200)
      throw new Error(`${target} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
    return answer.json<T>();
  };

  async function fetchPlan() {
    const answer = await screen.call('GET', '/api/player/manifest', undefined, {
      headers: { 'if-none-match': `"v${version}"` },
    });
    if (answer.statusCode === 304) return;
    const head = answer.json<{ version: number; documents: { kind: string; sha256: string }[] }>();
    const document = async <T>(kind: string): Promise<T | null> => {
      const named = head.documents.find(one => one.kind === kind);
      return named ? read<T>('GET', `/api/player/documents/${named.sha256}`) : null;
    };
    const playlist = await document<PlaylistDocument>('playlist');
    const flights = await document<FlightsDocument>('flights');
    plan = { loop: playlist, lines: flights?.lines ?? [] };
    version = head.version;
  }

  function next(): PlayItem | null {
    const moment = { at, tz: 'UTC', weather: null, place: null };
    const { candidates } = decide({ ...plan, leases: held }, state, moment, position);
    for (const item of candidates) if (refusalOf(item, moment, item.duration_ms) === null) return item;
    return null;
  }
  async function show(item: PlayItem) {
    const moment = { at, tz: 'UTC', weather: null, place: null };
    if (at - boot.at > BOOT_MS) boot = { id: uuid7(at), at };
    const mono = at - boot.at;
    const record = await ledger.play(
      { id: item.creative_id, sha256: originalOf(item.asset) },
      {
        ...{ play_id: uuid7(at), boot_id: boot.id, item_id: item.id, manifest_version: version },
        ...(item.line
          ? {
              campaign_id: item.line.campaign_id,
              ...(item.line.lease_id && { lease_id: item.line.lease_id }),
            }
          : { playlist_id: plan.loop!.playlist_id, playlist_version: 1 }),
        ...{ planned_at: new Date(at).toISOString(), started_wall_ms: at, started_mono_ms: mono },
        ...{ ended_mono_ms: mono + item.duration_ms, duration_ms: item.duration_ms },
        ...{ expected_ms: item.duration_ms, player_version: app_version },
      },
    );
    state = afterPlay({ ...plan, leases: held }, state, { item, moment });
    if (!item.line && plan.loop) position = positionOf(plan.loop, item, position);
    if (item.line)
      playsByCampaign.set(item.line.campaign_id, (playsByCampaign.get(item.line.campaign_id) ?? 0) + 1);
    waiting.push(record);
    at += item.duration_ms;
  }

  async function handIn() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      const answer = await screen.send(batch);
      if (answer.statusCode !== 200) throw new Error(`plays answered ${answer.statusCode}: ${answer.body}`);
      for (const { verdict, reason } of answer.json<Verdicts>().verdicts) {
        const name = reason ? `${verdict} ${reason}` : verdict;
        verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
      }
      waiting = waiting.slice(batch.length);
    }
  }
  async function pull() {
    const standing = { spent: state.spent, lines: plan.lines, at: now() };
    if (!hasToAsk(held, standing)) return;
    const body = askedWith(held, state.spent);
    held = closeUseless(held, standing);
    const { leases } = await read<PulledLeases>('POST', '/api/player/leases/pull', body);
    held = afterAnswer(held, body, leases);
  }

  return {
    /** By result of the server, and by campaign. */
    verdicts,
    shown: playsByCampaign,
    waiting: () => waiting.length,
    async playUntil(to: number) {
      while (at < to) {
        const item = next();
        if (item) await show(item);
        else at += IDLE_MS;
      }
    },
    /** It stood still meanwhile. */
    skipTo: (to: number) => void (at = Math.max(at, to)),
    /** It is short of plays, or has something to give back. */
    hasToAsk: () => hasToAsk(held, { spent: state.spent, lines: plan.lines, at: now() }),
    async synchronize() {
      await handIn();
      await pull();
    },
    /** Its answer says whether there is something new to play. */
    async heartbeat(body: unknown) {
      const { manifest_version } = await read<{ manifest_version: number }>(
        'POST',
        '/api/player/heartbeat',
        body,
      );
      if (manifest_version > version) await fetchPlan();
    },
  };
}
export type Vehicle = ReturnType<typeof makeVehicle>;
