import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { FenceTable } from '../../kit/map/FenceTable.tsx';
import { MapView } from '../../kit/map/MapView.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { marginsOf } from '../compose/margins.ts';
import { useScreenPoints } from '../compose/useScreenPoints.ts';
import { useText } from '../../kit/text/useText.ts';

/** Whom it is for: areas on the map, codes, tags and screens by their names. */
export function AreasPanel({ row: { target } }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const { areas, geocodes, tags, device_ids, exclude_device_ids, buffer_m, mode } = target;
  return (
    <>
      <h2 className="mb-1 text-16">{text('places.title')}</h2>
      <p className="mb-3">{text(`values.${mode}`)}</p>
      {areas.length > 0 && (
        <>
          <AreasMap areas={areas} buffer_m={buffer_m} />
          <FenceTable fences={areas} />
        </>
      )}
      <dl className="flex flex-col gap-2 pt-3">
        {geocodes.length > 0 && (
          <Part name="geocodes" words={geocodes.map(({ name, value }) => `${name} ${value}`)} />
        )}
        {buffer_m > 0 && <Part name="buffer_m" words={[format.metres(buffer_m)]} />}
        {tags.length > 0 && <Part name="tags" words={tags} />}
        {device_ids.length > 0 && <Screens name="device_ids" ids={device_ids} />}
        {exclude_device_ids.length > 0 && <Screens name="exclude_device_ids" ids={exclude_device_ids} />}
      </dl>
    </>
  );
}
/** With the cabs, as where it was drawn; the margin is a second line round each circle. */
function AreasMap({ areas, buffer_m }: Pick<Alert['target'], 'areas' | 'buffer_m'>) {
  const text = useText('alerts');
  const points = useScreenPoints();
  const fences = useMemo(() => [...areas, ...marginsOf(areas, buffer_m)], [areas, buffer_m]);
  return <MapView label={text('places.map')} fences={fences} points={points} />;
}
function Part({ name, words }: { name: string; words: readonly string[] }) {
  const text = useText('alerts');
  const format = useFormat();
  return (
    <div>
      <dt className="text-13 text-ink-2">{text(`fields.${name}`)}</dt>
      <dd>{format.list(words)}</dd>
    </div>
  );
}
const NAMED = 100;
/** By their names as far as one page of the list has them; otherwise how many they are. */
function Screens({ name, ids }: { name: string; ids: readonly string[] }) {
  const text = useText('alerts');
  const { client } = useAuth();
  const answer = useQuery(read(client, devices.list, { query: { limit: NAMED } }));
  const names = ids.flatMap(id => answer.data?.items.find(device => device.id === id)?.name ?? []);
  return (
    <Part
      name={name}
      words={names.length === ids.length ? names : [text('reach.screensCount', { count: ids.length })]}
    />
  );
}
