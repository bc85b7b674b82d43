import type { Resource, Row } from '../../kit/resource/defineResource.ts';
import { listPage } from '../resourcePages.ts';

/** The list of earnings, payouts or budgets. */
export const moneyPage = (name: 'earnings' | 'payouts' | 'budgets' | 'ownerEarnings') =>
  listPage<Row>(
    async () => ({ default: (await import('./moneyPages.ts'))[name] as unknown as Resource<Row> }),
    [name, 'earningParts'],
  );
