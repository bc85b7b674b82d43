import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { tenants } from '../../../shared/contract/identity/tenant.ts';
import { pendingUser, pendingUsers, users } from '../../../shared/contract/identity/user.ts';
import { fullName, NameCell } from './cells.tsx';
import { ROLE_ANYWHERE } from './roles.ts';
import { defineResource } from '../../kit/resource/define.ts';

export default defineResource({
  name: 'pendingUsers',
  entity: pendingUsers,
  row: pendingUser,
  at: ['pendingUsers'],
  opens: 'nothing',
  label: row => row.email,
  lane: () => 'info',
  columns: [
    { key: 'email', as: 'text' },
    { key: 'last_name', label: 'name', cell: NameCell, plain: fullName, from: 'md' },
    { key: 'tenant_name', as: 'text', from: 'sm' },
    { key: 'created_at', as: 'ago', end: true },
  ],
  actions: {
    approve: { act: users.actions.approve, call: users.actionEndpoints.approve },
    reject: { act: users.actions.reject, call: users.actionEndpoints.reject },
  },
  acts: {
    approve: {
      fields: [
        { name: 'role', input: ROLE_ANYWHERE, hint: true },
        {
          name: 'tenant_id',
          input: { as: 'pick', from: tenants.list, read: tenants.read },
          // Others approve into the tenant they act in: the one the registration waits in.
          shown: actor => isStaff(actor.role),
        },
      ],
      from: ({ role, tenant_id }) => ({ role, tenant_id }),
    },
    reject: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true },
  },
});
