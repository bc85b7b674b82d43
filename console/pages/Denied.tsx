import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Role } from '../../shared/contract/roles.ts';
import { home } from '../guards.ts';
import { buttonClass } from '../ui/Button.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { useFormat } from '../useFormat.ts';

export function Denied({ role, required }: { role: Role; required: readonly Role[] }) {
  const { t } = useTranslation(['screens', 'common']);
  const format = useFormat();
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3 py-10">
      <PageTitle>{t('denied.title')}</PageTitle>
      <p className="text-16 text-ink-2">{t('denied.role', { role: t(`common:roles.${role}`) })}</p>
      <p className="text-16 text-ink-2">
        {t('denied.required', { roles: format.list(required.map(r => t(`common:roles.${r}`))) })}
      </p>
      <Link href={home(role)} className={buttonClass()}>
        {t('denied.home')}
      </Link>
    </div>
  );
}
