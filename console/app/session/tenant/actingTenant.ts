/** The tenant this tab acts in. It is kept with the session it was chosen in, because a tab may miss a sign-out. */
import type { Tokens } from '../../../../shared/contract/identity/auth.ts';
import { claimOf } from '../../../../shared/net/subject.ts';
import type { SessionState, Tenant } from '../session.ts';

const TENANT_KEY = 'acting_tenant';
const SESSION_KEY = 'acting_session';

export const keepTenant = (tab: Storage, id: string) => tab.setItem(TENANT_KEY, id);
export const forgetTenant = (tab: Storage) => tab.removeItem(TENANT_KEY);

const sessionOf = (tokens: Tokens | null) => (tokens && claimOf(tokens.access_token, 'sid')) ?? '';
export const tieTenant = (tab: Storage, tokens: Tokens) => tab.setItem(SESSION_KEY, sessionOf(tokens));
/** Off the console, as on the player's page, the tab has not heard that its session was followed by another. */
export function forgetOtherSession(tab: Storage, tokens: Tokens | null) {
  const session = tab.getItem(SESSION_KEY);
  if (session !== null && session !== sessionOf(tokens)) forgetTenant(tab);
  if (tokens) tieTenant(tab, tokens);
}

/**
 * The tenant chosen before, else the user's own, else the one that is there longest (for staff, whose own tenant is
 * empty): a new customer moves nobody. Ids grow with time.
 */
export function actingTenant(tab: Storage, tenants: readonly Tenant[], home: string): string {
  const chosen = tab.getItem(TENANT_KEY);
  return (
    [chosen, home].find(id => id !== null && tenants.some(tenant => tenant.id === id)) ??
    tenants.map(({ id }) => id).sort()[0] ??
    chosen ??
    home
  );
}

/**
 * The tenant acted in, where it is none of the user's. Without a list nobody knows, as after a sign-in whose look-up was
 * not answered.
 */
export const foreignTenantOf = ({
  user: { tenant_id },
  homeTenantId,
  tenants,
}: Extract<SessionState, { at: 'authenticated' }>) =>
  tenants.length === 0 || tenant_id === homeTenantId || tenants.some(({ id }) => id === tenant_id)
    ? null
    : tenant_id;
