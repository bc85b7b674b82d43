/** A landing, not a list: figures of two resources and the next step. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ContentTiles } from '../content/creatives/ContentTiles.tsx';
import { lazyOptional } from '../kit/lazyPage.ts';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';

const Offer = lazyOptional(() => import('../app/onboarding/Offer.tsx'), ['onboarding']);

export default function BusinessDashboard() {
  const { t } = useTranslation('navigation');
  return (
    <>
      <PageTitle className="mb-2">{t('businessDashboard')}</PageTitle>
      <p className="mb-5 max-w-[70ch] text-16 text-ink-2">{t('landing.business')}</p>
      <ContentTiles />
      <Suspense>
        <Offer />
      </Suspense>
    </>
  );
}
