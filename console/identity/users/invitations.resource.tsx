import { invitation, invitationCreate, invitations } from '../../../shared/contract/identity/invitation.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { canManageCredentials, ROLE_IN_CURRENT_TENANT } from './roles.ts';
import { INVITATION_BADGES } from './states.ts';

export default defineResource({
  name: 'invitations',
  entity: invitations,
  row: invitation,
  pages: ['users'],
  opensIn: 'nothing',
  label: row => row.email,
  stateBadges: { state: INVITATION_BADGES },
  columns: [
    { key: 'email', as: 'text' },
    { key: 'role', as: 'word', from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'expires_at', as: 'time', from: 'md' },
  ],
  createForm: {
    schema: invitationCreate,
    fields: [
      { name: 'email', input: { as: 'text', type: 'email' }, hint: true },
      { name: 'role', input: ROLE_IN_CURRENT_TENANT, hint: true },
      { name: 'locale', input: { as: 'select', options: ['en', 'zh'] } },
    ],
    initialValues: { email: '', role: 'viewer', locale: 'en' },
  },
  afterCreate: (_id, base) => base,
  acts: { revoke: { danger: true, isVisible: (_row, actor) => canManageCredentials(actor) } },
});
