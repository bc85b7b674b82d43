import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFilters } from './parts/filters.ts';
import { isGallery } from './parts/views.tsx';

const SKELETON_ROWS = 8;
/** Map and charts come with the figures alone. */
const BusinessFigures = lazyPage(() => import('./BusinessFigures.tsx'), []);
const ProofGallery = lazyPage(() => import('./gallery/ProofGallery.tsx'), ['proofGallery']);

/** For advertisers: figures of their own plays, or those plays one by one with their pictures. */
export default function BusinessAnalytics() {
  const { params } = useFilters();
  return (
    <LazyPart fallback={<Skeleton rows={SKELETON_ROWS} />}>
      {isGallery(params) ? <ProofGallery /> : <BusinessFigures />}
    </LazyPart>
  );
}
