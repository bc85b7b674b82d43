/** A landing, not a list: what runs and what it costs, what waits for whom, and the next step. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { businessSummary } from '../../shared/contract/sales/businessSummary.ts';
import { read } from '../../shared/net/queries.ts';
import { PATHS } from '../app/paths.ts';
import { useAuth } from '../app/session/auth.tsx';
import { lazyOptional } from '../kit/lazyPage.ts';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../kit/useSave.ts';
import { Figures } from './Figures.tsx';
import { LiveCampaigns } from './LiveCampaigns.tsx';
import { SubmissionStates } from './SubmissionStates.tsx';

const Offer = lazyOptional(() => import('../app/onboarding/Offer.tsx'), ['onboarding']);
const REFRESH_MS = 60_000;

export default function BusinessDashboard() {
  const { t } = useTranslation(['navigation', 'businessDashboard']);
  const { client } = useAuth();
  const canAccess = useCanAccess();
  /** Whoever only looks after tenants has nothing of his own here. */
  const enabled = canAccess('business', 'S');
  const answer = useQuery({ ...read(client, businessSummary, {}), enabled, refetchInterval: REFRESH_MS });
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <PageTitle>{t('businessDashboard')}</PageTitle>
        <span className="flex flex-wrap gap-2">
          {canAccess('budget', 'S') && (
            <Link href={PATHS.budget} className={buttonClass('outline')}>
              {t('businessDashboard:actions.more')}
            </Link>
          )}
          {canAccess('submit', 'S') && (
            <Link href={PATHS.submit} className={buttonClass()}>
              {t('businessDashboard:actions.submit')}
            </Link>
          )}
        </span>
      </div>
      {answer.isLoadingError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isLoading && <Skeleton rows={3} />}
      {answer.data && (
        <>
          <Figures {...answer.data} />
          <div className="grid gap-8 lg:grid-cols-2">
            {answer.data.campaigns && <LiveCampaigns items={answer.data.campaigns.items} />}
            {canAccess('submit', 'S') && <SubmissionStates {...answer.data} />}
          </div>
        </>
      )}
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
