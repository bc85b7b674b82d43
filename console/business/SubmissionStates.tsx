import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { SUBMISSION_STATES } from '../../shared/contract/content/submissionState.ts';
import type { businessSummary } from '../../shared/contract/sales/businessSummary.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { PATHS } from '../app/paths.ts';
import { SUBMISSION_BADGES } from '../content/submissions/states.ts';
import { useFormat } from '../kit/text/useFormat.ts';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { Mark } from '../kit/ui/display/Mark.tsx';

/** What became of all that one has submitted, each state a link to what is in it. */
export function SubmissionStates({
  submissions: counts,
  quarantined,
}: Pick<Answer<typeof businessSummary>, 'submissions' | 'quarantined'>) {
  const { t } = useTranslation('businessDashboard');
  const format = useFormat();
  const states = SUBMISSION_STATES.filter(state => (counts[state] ?? 0) > 0);
  return (
    <section aria-labelledby="own-submissions">
      <h2 id="own-submissions" className="mb-3 text-16">
        {t('submissions.title')}
      </h2>
      {quarantined > 0 && (
        <div className="mb-3">
          <Notice tone="warn">
            {t('submissions.quarantined', { count: quarantined, shown: format.number(quarantined) })}
          </Notice>
        </div>
      )}
      {states.length === 0 && <p className="text-ink-2">{t('submissions.none')}</p>}
      <ul className="border-y border-line bg-surface empty:border-0">
        {states.map(state => (
          <li key={state} className="border-line not-last:border-b">
            <Link
              href={`${PATHS.ownSubmissions}?status=${state}`}
              className="flex min-h-12 items-center gap-4 px-5 py-2 hover:bg-neutral-tint focus-visible:-outline-offset-3"
            >
              <span className="flex-1">
                <Mark {...SUBMISSION_BADGES[state]} label={t(`submissions.states.${state}`)} />
              </span>
              <span className="font-mono">{format.number(counts[state] ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
