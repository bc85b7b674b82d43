import { useQuery } from '@tanstack/react-query';
import { devices, PRESENCES } from '../../../shared/contract/fleet/device.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { PRESENCE_BADGES } from './states.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { Tiles, TileButton } from '../../kit/ui/display/Tiles.tsx';
import { LANES, ShapeMark } from '../../kit/ui/display/Mark.tsx';
import { useIsLive } from '../../kit/live.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const REFRESH_MS = 15_000;

/** Counts by presence; each filters the list below to exactly those it counts. */
export function PresenceTiles() {
  const text = useText('devices');
  const format = useFormat();
  const { client } = useAuth();
  const { state, change } = useListState(['status']);
  const { data, dataUpdatedAt } = useQuery({
    ...read(client, devices.list, { query: { limit: 1 } }),
    refetchInterval: REFRESH_MS,
  });
  const isLive = useIsLive(dataUpdatedAt, REFRESH_MS);
  const counts = data?.facets.presence ?? {};
  const selected = state.values.status;
  return (
    <Tiles>
      {PRESENCES.map(value => (
        <TileButton
          key={value}
          lane={LANES[PRESENCE_BADGES[value].tone]}
          figure={data && isLive ? format.number(counts[value] ?? 0) : '–'}
          label={
            <span className="inline-flex items-baseline gap-1.5">
              <ShapeMark shape={PRESENCE_BADGES[value].shape} />
              {text(`values.${value}`)}
            </span>
          }
          note={text(`presenceNotes.${value}`)}
          pressed={selected === value}
          onClick={() => change({ status: selected === value ? '' : value })}
        />
      ))}
    </Tiles>
  );
}
