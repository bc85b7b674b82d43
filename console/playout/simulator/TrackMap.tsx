import { useMemo } from 'react';
import type { Coordinates, Fence } from '../../../shared/contract/playout/fence.ts';
import { MapView } from '../../kit/map/MapView.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** The line of a street is drawn as a corridor of this width. */
const LINE_M = 20;
const isPlaced = ({ lat, lng }: Partial<Coordinates>): boolean =>
  Number.isFinite(lat) && Number.isFinite(lng);

interface TrackMapProps {
  points: readonly Partial<Coordinates>[];
  /** Where campaigns of this screen play, so that one draws through them. */
  places: readonly Fence[];
  add: (place: Coordinates) => void;
}
/** Each press adds a point; the same points stand as numbers in the form. */
export function TrackMap({ points, places, add }: TrackMapProps) {
  const text = useText('simulator');
  const format = useFormat();
  const path = useMemo(() => points.filter((one): one is Coordinates => isPlaced(one)), [points]);
  const markers = useMemo(
    () =>
      path.map((place, n) => ({
        ...{ id: String(n), lat: place.lat, lng: place.lng, tone: 'info' as const },
        label: format.number(n + 1),
      })),
    [path, format],
  );
  const fences = useMemo(
    () => (path.length < 2 ? places : [...places, { shape: 'corridor' as const, path, width_m: LINE_M }]),
    [path, places],
  );
  return (
    <div className="mb-5 max-w-[640px]">
      <MapView
        label={text('track', { count: path.length })}
        points={markers}
        fences={fences}
        onPlace={add}
        holdsView
      />
      <p className="mt-1 text-13 text-ink-3">{text('press')}</p>
    </div>
  );
}
