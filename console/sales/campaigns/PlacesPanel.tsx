import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { FenceTable } from '../../kit/map/FenceTable.tsx';
import { MapView } from '../../kit/map/MapView.tsx';
import { useText } from '../../kit/text/useText.ts';

/** Where it plays: the areas that were drawn. */
export function PlacesPanel({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const { fences } = row.targeting;
  return (
    <>
      <h2 className="mb-3 text-16">{text('places.title')}</h2>
      {fences.length === 0 ? (
        <p className="text-ink-2">{text('places.none')}</p>
      ) : (
        <>
          <MapView label={text('places.map')} fences={fences} />
          <FenceTable fences={fences} />
        </>
      )}
    </>
  );
}
