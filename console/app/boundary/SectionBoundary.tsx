import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';
import { Boundary, type FallbackProps } from './Boundary.tsx';
import { kindOf } from './classify.ts';

/** After this many failed resets the page boundary takes over. */
export const MAX_RECOVERIES = 3;

/** Keeps a crash inside its section, names the kind of error and offers a retry. */
export const SectionBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary
    name="section"
    handles={(_error, recoveries) => recoveries < MAX_RECOVERIES}
    fallback={props => <SectionError {...props} />}
  >
    {children}
  </Boundary>
);

function SectionError({ error, recoveries, reset }: FallbackProps) {
  const { t } = useTranslation(['navigation', 'common']);
  const kind = kindOf(error);
  return (
    <div
      role="alert"
      className="lane flex flex-col items-start gap-3 border-y border-line bg-surface px-6 py-8 [--lane:var(--danger)]"
    >
      <PageTitle>{t('failure.title')}</PageTitle>
      <p className="max-w-[60ch] text-16 text-ink-2">{t(`failure.${kind}`)}</p>
      <RequestId error={error} />
      {recoveries > 0 && <p className="text-ink-3">{t('failure.tried', { count: recoveries })}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={reset}>{t('common:crash.retry')}</Button>
        {kind === 'permission' ? (
          <a href="/admin" className={buttonClass('outline')}>
            {t('common:crash.dashboard')}
          </a>
        ) : (
          <Button variant="outline" onClick={() => location.reload()}>
            {t('common:crash.reload')}
          </Button>
        )}
      </div>
    </div>
  );
}
