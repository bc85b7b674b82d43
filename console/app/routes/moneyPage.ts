import type { Resource, Row } from '../../kit/resource/defineResource.ts';
import { listPage } from '../resourcePages.ts';

/** The list of earnings, payouts or budgets. */
export const moneyPage = (name: 'earnings' | 'payouts' | 'budgets' | 'ownerEarnings') =>
  listPage<Row>(
    () => import('./moneyPages.ts').then(all => ({ default: all[name] as unknown as Resource<Row> })),
    [name, 'earnings'],
  );
