/** On the landing of whoever only supports: what he can do for customers, and where. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Area } from '../../../shared/contract/wire/access.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { PATHS } from '../paths.ts';

const PAGES = [
  { name: 'support', area: 'support' },
  { name: 'tenants', area: 'tenants' },
  { name: 'users', area: 'users' },
  { name: 'devices', area: 'devices' },
  { name: 'audit', area: 'audit' },
] as const satisfies readonly { name: keyof typeof PATHS; area: Area }[];

export default function SupportHome() {
  const { t } = useTranslation(['supportHome', 'navigation']);
  const canAccess = useCanAccess();
  return (
    <section aria-labelledby="support-home" className="mb-8 border-t-2 border-ink bg-surface px-5 py-5">
      <h2 id="support-home" className="text-20">
        {t('title')}
      </h2>
      <p className="max-w-[70ch] text-ink-2">{t('text')}</p>
      <ul className="mt-3">
        {PAGES.filter(({ area }) => canAccess(area, 'R')).map(({ name }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line">
            <Link
              href={PATHS[name]}
              className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
            >
              {t(`navigation:${name}`)}
            </Link>
            <span className="text-13 text-ink-2">{t(`pages.${name}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
