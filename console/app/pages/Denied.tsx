import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Permission, Role } from '../../../shared/contract/wire/roles.ts';
import { useSignedIn } from '../session/auth.tsx';
import { homePath, type Decision } from '../guards.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { DeniedRedirect } from './DeniedRedirect.tsx';

/** Explains the denial and links to a page the user may open. */
export function Denial({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('navigation');
  const currentUser = useCurrentUser();
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3 py-10 text-16 text-ink-2">
      <PageTitle className="text-ink">{title}</PageTitle>
      {children}
      <Link href={homePath(currentUser)} className={buttonClass()}>
        {t('denied.home')}
      </Link>
    </div>
  );
}

function Denied({ required }: { required: readonly Role[] }) {
  const { t } = useTranslation(['navigation', 'common']);
  const { user } = useSignedIn();
  const format = useFormat();
  const roles = format.list(required.map(role => t(`common:roles.${role}`)));
  return (
    <Denial title={t('denied.title')}>
      <p>{t('denied.role', { role: t(`common:roles.${user.role}`) })}</p>
      <p>{t('denied.required', { roles })}</p>
    </Denial>
  );
}

/** The tenant has the feature of this page switched off. */
function SwitchedOff() {
  const { t } = useTranslation('navigation');
  return (
    <Denial title={t('denied.off.title')}>
      <p>{t('denied.off.text')}</p>
    </Denial>
  );
}

function PermissionsMissing({ required }: { required: readonly Permission[] }) {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const permissions = format.list(required.map(permission => t(`denied.permissions.names.${permission}`)));
  return (
    <Denial title={t('denied.permissions.title')}>
      <p>{t('denied.permissions.required', { permissions })}</p>
    </Denial>
  );
}

/** Comes with the first page that is refused. */
export default function Refused({ decision }: { decision: Exclude<Decision, { at: 'open' }> }) {
  switch (decision.at) {
    case 'redirect':
      return <DeniedRedirect to={decision.to} />;
    case 'off':
      return <SwitchedOff />;
    case 'denied':
      return <Denied required={decision.required} />;
    case 'lacking':
      return <PermissionsMissing required={decision.required} />;
  }
}
