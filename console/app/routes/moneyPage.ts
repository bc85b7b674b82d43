import type { Resource, Row } from '../../kit/resource/defineResource.ts';
import { listPage } from '../resourcePages.ts';

/** The list of earnings or payouts. */
export const moneyPage = (name: 'earnings' | 'payouts' | 'ownerEarnings') =>
  listPage<Row>(
    () => import('./moneyPages.ts').then(all => ({ default: all[name] as unknown as Resource<Row> })),
    [name, 'earnings'],
  );
