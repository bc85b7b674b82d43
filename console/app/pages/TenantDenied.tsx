import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../session/auth.tsx';
import { Denial } from './Denied.tsx';

/** Comes with the tenant that was refused: hardly anybody meets it. */
export default function TenantDenied({ requestedTenantId }: { requestedTenantId: string }) {
  const { t } = useTranslation('navigation');
  const { homeTenantId, tenants } = useSignedIn();
  /** Names are not unique, so the id is shown as well. */
  const nameOf = (id: string) => {
    const tenant = tenants.find(tenant => tenant.id === id);
    return tenant ? `${tenant.name} (${id})` : id;
  };
  return (
    <Denial title={t('denied.tenant.title')}>
      <p>{t('denied.tenant.own', { tenant: nameOf(homeTenantId) })}</p>
      <p>{t('denied.tenant.wanted', { tenant: nameOf(requestedTenantId) })}</p>
    </Denial>
  );
}
