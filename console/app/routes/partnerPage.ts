import type { Resource, Row } from '../../kit/resource/defineResource.ts';
import { listPage } from '../resourcePages.ts';

type Name = 'partners' | 'deals' | 'mappings' | 'creatives' | 'slots' | 'multipliers' | 'placements';
/** A list of what partners are and may buy. */
export const partnerPage = (name: Name, namespaces: readonly string[]) =>
  listPage<Row>(
    () => import('./partnerPages.ts').then(all => ({ default: all[name] as unknown as Resource<Row> })),
    namespaces,
  );
