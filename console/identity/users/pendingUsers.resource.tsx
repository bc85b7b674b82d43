import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { tenants } from '../../../shared/contract/identity/tenant.ts';
import { pendingUser, pendingUsers, users } from '../../../shared/contract/identity/user.ts';
import { fullName, NameCell } from './cells.tsx';
import { ROLE_IN_ANY_TENANT } from './roles.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

export default defineResource({
  name: 'pendingUsers',
  entity: pendingUsers,
  row: pendingUser,
  pages: ['pendingUsers'],
  opensIn: 'nothing',
  label: row => row.email,
  stripe: () => 'info',
  columns: [
    { key: 'email', as: 'text' },
    { key: 'last_name', label: 'name', cell: NameCell, exportValue: fullName, from: 'md' },
    { key: 'tenant_name', as: 'text', from: 'sm' },
    { key: 'created_at', as: 'ago', alignEnd: true },
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
          input: { as: 'pick', of: tenants },
          // Others approve into the tenant they act in: the one the registration waits in.
          isVisible: actor => isStaff(actor.role),
        },
      ],
      from: ({ role, tenant_id }) => ({ role, tenant_id }),
    },
    reject: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true },
  },
});
