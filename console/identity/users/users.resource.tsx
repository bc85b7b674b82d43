import { user } from '../../../shared/contract/identity/auth.ts';
import { userCreate, userPatch, users } from '../../../shared/contract/identity/user.ts';
import { USER_SIGNS } from './states.ts';
import { fullName, NameCell } from './cells.tsx';
import { isAtHome, isBelow, ROLE_HERE } from './roles.ts';
import { defineResource } from '../../kit/resource/define.ts';

export default defineResource({
  name: 'users',
  entity: users,
  row: user,
  at: ['users'],
  opens: 'sheet',
  label: row => row.email,
  lane: row => USER_SIGNS[row.status].tone,
  signs: { status: USER_SIGNS },
  columns: [
    { key: 'email', as: 'text' },
    { key: 'last_name', label: 'name', cell: NameCell, plain: fullName, from: 'md' },
    { key: 'role', as: 'word', from: 'sm' },
    { key: 'status', as: 'state' },
    { key: 'last_login_at', as: 'ago', end: true, from: 'lg' },
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
      { name: 'first_name', input: { as: 'text', orNull: true } },
      { name: 'last_name', input: { as: 'text', orNull: true } },
      { name: 'role', input: ROLE_HERE, hint: true },
      { name: 'locale', input: { as: 'select', options: ['en', 'zh'] } },
      { name: 'tz', input: { as: 'zone' } },
      { name: 'is_signatory', input: { as: 'check' }, hint: true },
    ],
  },
  createForm: {
    schema: userCreate,
    fields: [
      { name: 'email', input: { as: 'text', type: 'email' }, hint: true },
      { name: 'role', input: ROLE_HERE, hint: true },
    ],
    start: { email: '', role: 'viewer' },
  },
  changeable: isBelow,
  acts: {
    'reset-password': { shown: (row, actor) => row.status === 'active' && isAtHome(actor) },
    'sign-out': { shown: (row, actor) => row.status === 'active' && isAtHome(actor) },
    // Registrations are decided in their queue, where the tenant is chosen, too.
    approve: { elsewhere: true },
    reject: { elsewhere: true },
  },
});
