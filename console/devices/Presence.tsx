import { presence, type Device } from '../../shared/contract/device.ts';
import { PRESENCE_SIGNS } from '../fields/states.ts';
import { Mark } from '../ui/Mark.tsx';
import { useNow } from '../useFormat.ts';
import { useText } from '../useText.ts';

/** Computed here by the contract's own function, so that a list left open does not go on saying "online". */
export function PresenceCell({ row }: { row: Pick<Device, 'last_seen_at'> }) {
  const text = useText('devices');
  const value = presence(row.last_seen_at, useNow());
  return <Mark {...PRESENCE_SIGNS[value]} word={text(`values.${value}`)} />;
}
