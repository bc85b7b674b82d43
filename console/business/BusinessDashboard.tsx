/** A landing, not a list: figures of two resources and the next step. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PATHS } from '../app/paths.ts';
import { ContentTiles } from '../content/creatives/ContentTiles.tsx';
import { lazyOptional } from '../kit/lazyPage.ts';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { useCanAccess } from '../kit/useSave.ts';

const Offer = lazyOptional(() => import('../app/onboarding/Offer.tsx'), ['onboarding']);

export default function BusinessDashboard() {
  const { t } = useTranslation('navigation');
  const canAccess = useCanAccess();
  return (
    <>
      <PageTitle className="mb-2">{t('businessDashboard')}</PageTitle>
      <p className="mb-5 max-w-[70ch] text-16 text-ink-2">{t('landing.business')}</p>
      <ContentTiles />
      {canAccess('audit', 'R') && (
        // The menu has the audit log of the admin area, which those who may read it see beside the portal.
        <p className="mt-6">
          <Link
            href={PATHS.businessAudit}
            className="inline-flex min-h-12 items-center text-primary underline"
          >
            {t('businessAudit')}
          </Link>
        </p>
      )}
      <Suspense>
        <Offer />
      </Suspense>
    </>
  );
}
