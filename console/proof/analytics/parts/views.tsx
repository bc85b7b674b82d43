/** The two halves of an advertiser's page: figures, and the plays behind them one by one. */
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx';
import { useFilters } from './filters.ts';

const GALLERY = 'gallery';
export const isGallery = (params: URLSearchParams): boolean => params.get('show') === GALLERY;

export function Views() {
  const { t } = useTranslation('analytics');
  const { params, change } = useFilters();
  return (
    <div className="mb-3 flex">
      <Segmented
        label={t('business.views')}
        value={isGallery(params) ? GALLERY : ''}
        options={[
          { value: '', label: t('business.figures') },
          { value: GALLERY, label: t('business.gallery') },
        ]}
        onChange={show => change({ show })}
      />
    </div>
  );
}
