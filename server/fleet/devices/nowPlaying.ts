import { isHeard, type Presence, type Reported } from '../../../shared/contract/fleet/device.ts';

interface Playing {
  presence: Presence;
  /** Of the creative on screen, where it is still there. */
  playing_name?: string | null;
  reported: Reported | null;
}
/** Null for a silent screen: what it last said is no news. */
export const nowPlayingOf = ({ presence: at, playing_name, reported }: Playing) =>
  isHeard(at) ? (playing_name ?? reported?.now_playing?.name ?? null) : null;
