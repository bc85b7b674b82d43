import type * as z from 'zod/mini';
import {
  changeListings,
  LISTING_REFUSALS,
  listingChange,
  MAX_NAMED_LISTINGS,
  type ListingChange,
} from '../../../shared/contract/sales/listing.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { BulkChange, type BulkKind } from '../../kit/screens/bulk/BulkChange.tsx';
import { useSave } from '../../kit/useSave.ts';
import { FLOOR_FIELDS } from './fields.ts';

type Kind = 'publish' | 'pause' | 'floor';
type Floor = NonNullable<ListingChange['floor']>;
const floorSchema: z.ZodMiniType<Floor, Floor> = listingChange.def.shape.floor.def.innerType;
const confirmed = (kind: Kind, state: ListingChange['state']): BulkKind<Kind> => ({
  kind,
  form: { schema: listingChange, fields: [] },
  initial: { state },
});

export default function ListingBulk(props: BulkProps) {
  const save = useSave();
  const { currency } = useCurrentUser();
  const { filter, ids } = props.selection;
  const kinds: readonly BulkKind<Kind>[] = [
    confirmed('publish', 'published'),
    confirmed('pause', 'paused'),
    {
      kind: 'floor',
      form: { schema: floorSchema, fields: FLOOR_FIELDS },
      initial: { currency: currency ?? '', floor_micros: undefined },
    },
  ];
  return (
    <BulkChange
      {...props}
      resource="listings"
      kinds={kinds}
      most={MAX_NAMED_LISTINGS}
      errors={LISTING_REFUSALS}
      send={(kind, values) => {
        const named = filter ? { filter } : { listing_ids: [...ids] };
        const change: ListingChange = kind === 'floor' ? { floor: values as Floor } : values;
        return save(client => client.call(changeListings, { body: { ...named, change } }));
      }}
    />
  );
}
