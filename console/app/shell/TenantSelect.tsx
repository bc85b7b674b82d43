import { useTranslation } from 'react-i18next';
import { useAuth, useSignedIn } from '../session/auth.tsx';

/** A select only for users with several tenants; the choice lasts as long as the tab. */
export function TenantSelect() {
  const { t } = useTranslation('navigation');
  const session = useAuth();
  const { user, tenants } = useSignedIn();
  const current = tenants.find(tenant => tenant.id === user.tenant_id);
  if (tenants.length < 2)
    return <span className="hidden truncate px-2 font-semibold lg:block">{current?.name}</span>;
  return (
    <label className="min-w-0">
      <span className="sr-only">{t('tenant')}</span>
      <select
        value={user.tenant_id}
        onChange={e => session.switchTenant(e.target.value)}
        className="min-h-12 max-w-[44vw] truncate rounded-sm border border-transparent bg-surface px-2 font-semibold hover:border-control sm:max-w-72"
      >
        {tenants.map(tenant => (
          <option key={tenant.id} value={tenant.id}>
            {tenant.name}
          </option>
        ))}
      </select>
    </label>
  );
}
