import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { tenants } from '../../../shared/contract/identity/tenant.ts';
import { pendingUser, pendingUsers, users } from '../../../shared/contract/identity/user.ts';
import { fullName, NameCell } from './cells.tsx';
import { ROLE_IN_ANY_TENANT } from './roles.ts';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

const byStaff = ({ role }: CurrentUser) => isStaff(role);
const byOthers = (actor: CurrentUser) => !byStaff(actor);
/** The tenant acted in and its sub-tenants, as far as somebody can come in there. */
const below = ({ tenant_id }: CurrentUser) => ({ within_id: tenant_id, status: 'active' });

export default defineResource({
  name: 'pendingUsers',
  entity: pendingUsers,
  row: pendingUser,
  pages: ['pendingUsers'],
  opensIn: 'sheet',
  label: row => row.email,
  stripe: () => 'info',
  columns: [
    { key: 'email', as: 'text' },
    { key: 'last_name', label: 'name', cell: NameCell, exportValue: fullName, from: 'md' },
    { key: 'company', as: 'text', from: 'sm' },
    { key: 'tenant_name', as: 'text', from: 'lg' },
    { key: 'created_at', as: 'ago', alignEnd: true },
  ],
  facts: [
    { key: 'company', as: 'text' },
    { key: 'country', as: 'text' },
    { key: 'website', as: 'text' },
    { key: 'tax_id', as: 'text' },
    { key: 'plan', as: 'text' },
    { key: 'phone', as: 'text' },
    { key: 'tenant_name', as: 'text' },
    { key: 'created_at', as: 'time' },
  ],
  actions: {
    approve: { act: users.actions.approve, call: users.actionEndpoints.approve },
    reject: { act: users.actions.reject, call: users.actionEndpoints.reject },
  },
  acts: {
    approve: {
      fields: [
        { name: 'role', input: ROLE_IN_ANY_TENANT, hint: true },
        {
          name: 'tenant_id',
          input: { as: 'pick', of: tenants, nullable: true },
          hint: true,
          isVisible: byStaff,
        },
        { name: 'tenant_id', input: { as: 'pick', of: tenants, query: below }, isVisible: byOthers },
        { name: 'new_tenant', input: { as: 'text', nullable: true }, hint: true, isVisible: byStaff },
        { name: 'portal_business', input: { as: 'check' }, hint: true, isVisible: byStaff },
      ],
      // A company begins with a tenant of its own, which staff alone make.
      from: ({ role, tenant_id, company }, actor) =>
        typeof company === 'string' && byStaff(actor)
          ? { role: 'owner', tenant_id: null, new_tenant: company, portal_business: false }
          : { role, tenant_id },
    },
    reject: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true },
  },
});
