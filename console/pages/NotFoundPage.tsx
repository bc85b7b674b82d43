import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSessionState } from '../auth.tsx';
import { PATHS } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

export function NotFoundPage() {
  const { t } = useTranslation(['screens', 'common']);
  const [path] = useLocation();
  const state = useSessionState();
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3 py-10">
      <PageTitle>{t('notFound.title')}</PageTitle>
      <p className="text-16 text-ink-2">{t('notFound.text')}</p>
      <p className="max-w-full overflow-x-auto font-mono text-ink-3">{path}</p>
      <Link href={state.at === 'authenticated' ? PATHS.overview : '/auth'} className={buttonClass()}>
        {state.at === 'authenticated' ? t('notFound.home') : t('notFound.signIn')}
      </Link>
    </div>
  );
}
