/** A public page that later versions have: no sign-in, no shell, no resource. */
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { type PageName } from '../app/paths.ts';
import { PUBLIC_PATHS } from '../app/publicPaths.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';

const titleOf = (path: string) =>
  Object.entries(PUBLIC_PATHS).find(([, publicPath]) => publicPath === path.replace(/\/$/, ''))?.[0] as PageName;

export default function PublicComingSoon() {
  const { t } = useTranslation(['navigation', 'screens']);
  const [path] = useLocation();
  return (
    <PublicFrame>
      <div className="flex flex-col items-start gap-3">
        <PageTitle>{t(titleOf(path))}</PageTitle>
        <p className="text-16 text-ink-2">{t('screens:later.text')}</p>
        <Link href="/auth" className={buttonClass()}>
          {t('screens:later.signIn')}
        </Link>
      </div>
    </PublicFrame>
  );
}
