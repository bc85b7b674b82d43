import { user } from '../../../shared/contract/identity/auth.ts';
import { userCreate, userPatch, users } from '../../../shared/contract/identity/user.ts';
import { USER_BADGES } from './states.ts';
import { fullName, NameCell } from './cells.tsx';
import { canManageCredentials, canManageUser, ROLE_IN_CURRENT_TENANT } from './roles.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

const Invitations = lazyPage(
  async () => ({ default: (await import('./Invitations.tsx')).Invitations }),
  ['invitations'],
);

export default defineResource({
  name: 'users',
  entity: users,
  row: user,
  pages: ['users'],
  opensIn: 'sheet',
  label: row => row.email,
  stripe: row => USER_BADGES[row.status].tone,
  stateBadges: { status: USER_BADGES },
  columns: [
    { key: 'email', as: 'text' },
    { key: 'last_name', label: 'name', cell: NameCell, exportValue: fullName, from: 'md' },
    { key: 'role', as: 'word', from: 'sm' },
    { key: 'status', as: 'state' },
    { key: 'last_login_at', as: 'ago', alignEnd: true, from: 'lg' },
  ],
  filters: ['status', 'role'],
  facts: [
    { key: 'status', as: 'state' },
    { key: 'role', as: 'word' },
    { key: 'last_login_at', as: 'time' },
    { key: 'created_at', as: 'time' },
  ],
  form: {
    schema: userPatch,
    fields: [
      { name: 'first_name', input: { as: 'text', nullable: true } },
      { name: 'last_name', input: { as: 'text', nullable: true } },
      { name: 'role', input: ROLE_IN_CURRENT_TENANT, hint: true },
      { name: 'locale', input: { as: 'select', options: ['en', 'zh'] } },
      { name: 'tz', input: { as: 'code', of: 'zone' } },
      { name: 'is_signatory', input: { as: 'check' } },
    ],
  },
  createForm: {
    schema: userCreate,
    fields: [
      { name: 'email', input: { as: 'text', type: 'email' }, hint: true },
      { name: 'role', input: ROLE_IN_CURRENT_TENANT, hint: true },
    ],
    initialValues: { email: '', role: 'viewer' },
  },
  footer: Invitations,
  isEditable: canManageUser,
  acts: {
    'reset-password': { isVisible: (row, actor) => row.status === 'active' && canManageCredentials(actor) },
    'reset-second-factor': {
      isVisible: (row, actor) => row.status === 'active' && canManageCredentials(actor),
    },
    'sign-out': { isVisible: (row, actor) => row.status === 'active' && canManageCredentials(actor) },
    // Registrations are decided in their queue, where the tenant is chosen, too.
    approve: { isInPanel: true },
    reject: { isInPanel: true },
  },
});
