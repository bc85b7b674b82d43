import { payout, payouts, revealAccount } from '../../../shared/contract/sales/payout.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import AccountDialog from './AccountDialog.tsx';
import { PAYOUT_FACTS } from './columns.ts';
import { OwnerFilter } from './filters.tsx';
import { PAYOUT_BADGES } from './states.ts';

const ownerRelation = async () => (await import('../../../shared/contract/identity/user.ts')).users;

export default defineResource({
  name: 'payouts',
  entity: payouts,
  row: payout,
  pages: ['payouts'],
  opensIn: 'sheet',
  label: row => row.owner_name,
  stateBadges: { state: PAYOUT_BADGES },
  stripe: row => PAYOUT_BADGES[row.state].tone,
  columns: [
    { key: 'owner_name', as: 'text' },
    { key: 'created_at', as: 'time', from: 'md' },
    { key: 'method', as: 'text', from: 'lg' },
    { key: 'reference', as: 'text', from: 'lg' },
    { key: 'amount_minor', as: 'money', alignEnd: true },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'owner_user_id', 'currency'],
  filters: ['status', { keys: ['owner_user_id'], input: OwnerFilter }],
  facts: [{ key: 'owner_name', as: 'text' }, ...PAYOUT_FACTS],
  createForm: {
    schema: payouts.create.body!,
    fields: [
      {
        name: 'owner_user_id',
        input: { as: 'pick', of: ownerRelation, query: { role: 'device_owner' } },
        hint: true,
      },
    ],
  },
  actions: {
    account: { act: { summary: '', from: ['pending', 'processing'] }, call: revealAccount },
  },
  acts: {
    account: { dialog: AccountDialog },
    pay: { fields: [{ name: 'reference', input: { as: 'text' }, hint: true }] },
    fail: { fields: [{ name: 'reason', input: { as: 'area' } }], danger: true },
    cancel: { fields: [{ name: 'reason', input: { as: 'area' } }], danger: true },
  },
});
