import { presence, type Device } from '../../../shared/contract/fleet/device.ts';
import { PRESENCE_BADGES } from './states.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { useIsLiveRow } from '../../kit/live.tsx';
import { useNow } from '../../kit/text/useFormat.ts';
import { serverTime } from '../../kit/text/serverClock.ts';
import { useText } from '../../kit/text/useText.ts';

/** Computed here by the contract's own function, so that a list left open does not go on saying "online", and withheld where the list is too old to say. */
export function PresenceCell({ row }: { row: Pick<Device, 'last_seen_at'> }) {
  const text = useText('devices');
  const now = presence(row.last_seen_at, serverTime(useNow()));
  const value = useIsLiveRow() ? now : 'unknown';
  return <Mark {...PRESENCE_BADGES[value]} label={text(`values.${value}`)} />;
}
