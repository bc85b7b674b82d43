/** Joins what is on screen with the ledger: what a record says of its item, its clock and its loudness. */
import { instant, type Clock } from '../../shared/clock.ts';
import type { PlayPlace } from '../../shared/contract/playout/fence.ts';
import type { PlayZone } from '../../shared/contract/proof/play.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import { loopIn, type ZonePlace } from '../../shared/playout/zones.ts';
import { originalOf } from '../../shared/playout/renditions.ts';
import { loopWith, type ContentStore } from '../library/content.ts';
import type { Progress } from '../library/itemSource.ts';
import type { Ledger } from './ledger.ts';
import type { PlaybackPorts } from '../engine/playback.ts';
import type { Item } from '../engine/state.ts';
import { APP_VERSION } from '../app/version.ts';

interface Ports {
  clock: Clock;
  time: ServerTime;
  ledger: Ledger;
  content: Pick<ContentStore, 'active'>;
  /** Which loop is played, and what its zone is called. */
  place?: ZonePlace;
  zone?: () => PlayZone;
  volume: () => number;
  isOnline: () => boolean;
  /** Of a play that was sold by place. */
  playPlace?: (item: Item, at: number) => PlayPlace | undefined;
  /** Where playback stands once this item began, monotonic ms. */
  after: (item: Item, at: number) => Progress;
}

export function ledgerPlays({
  clock,
  time,
  ledger,
  content,
  place = 'main',
  zone = () => 'full',
  volume,
  isOnline,
  playPlace = () => undefined,
  after,
}: Ports): PlaybackPorts['plays'] {
  const wallAt = (mono: number) => Math.round(clock.now() + mono - clock.mono());
  function geoOf(item: Item, at: number) {
    const geo = playPlace(item, at);
    return geo && { geo };
  }
  return {
    open(item, due) {
      const active = content.active();
      const own = loopWith(active, item.id, place) ?? loopIn(active?.playlist, place);
      const loop = item.line ? null : own;
      return ledger.open({
        kind: item.line?.programmatic ? 'programmatic' : 'direct',
        creative_id: item.creative_id,
        creative_sha256: originalOf(item.asset),
        playlist_id: loop?.playlist_id ?? null,
        playlist_version: loop?.version ?? null,
        item_id: item.id,
        ...(item.line && { campaign_id: item.line.campaign_id }),
        ...geoOf(item, due),
        ...(item.line?.lease_id && { lease_id: item.line.lease_id }),
        zone: zone(),
        planned_at: instant(Math.round(time.now() + due - clock.mono())),
        started_wall_ms: wallAt(due),
        started_mono_ms: due,
        expected_ms: item.duration_ms,
        volume: volume(),
        network: isOnline() ? 'online' : 'offline',
        player_version: APP_VERSION,
        manifest_version: active?.plan.version ?? 0,
        clock: time.reading(),
      });
    },
    mark(play, item, at, seen) {
      const started = { started_mono_ms: at, started_wall_ms: wallAt(at), clock: time.reading() };
      const { position, playout } = after(item, at);
      const main = { ...(position && { position }), ...(playout && { playout }) };
      const second = position ? { second_position: position } : {};
      return ledger.mark(play, started, seen, place === 'main' ? main : second);
    },
    saveProgress: (play, seen) => ledger.saveProgress(play, seen),
    close: (play, end) => ledger.close(play, end),
  };
}
