/** A placeholder for pages of later versions; there is no resource behind it yet. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { homePath } from '../guards.ts';
import type { PageName } from '../paths.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { useCurrentUser } from '../session/useCurrentUser.ts';

/** Says that the page does not exist yet and links to one that does. */
export function ComingSoon({ title }: { title: PageName }) {
  const { t } = useTranslation(['navigation', 'screens']);
  const currentUser = useCurrentUser();
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3 py-10">
      <PageTitle>{t(title)}</PageTitle>
      <p className="text-16 text-ink-2">{t('screens:later.text')}</p>
      <Link href={homePath(currentUser)} className={buttonClass()}>
        {t('screens:later.home')}
      </Link>
    </div>
  );
}
