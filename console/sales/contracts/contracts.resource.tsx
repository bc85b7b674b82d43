import {
  contract,
  contractCreate,
  contractPatch,
  contracts,
  MAX_PARTIES,
  RENEWALS,
  signatories,
  type Contract,
} from '../../../shared/contract/sales/contract.ts';
import { MAX_VARIABLES } from '../../../shared/contract/sales/contractTemplate.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { CONTRACT_COLUMNS, TERM_FACTS } from './columns.ts';
import { CONTRACT_BADGES, contractLabel, waitsForTenant, stateOn } from './states.ts';

const TenantText = lazyPanel<{ row: Contract }>(
  async () => ({ default: (await import('./TextPanel.tsx')).TenantText }),
  ['contractText'],
);
const CountersignDialog = lazyPanel<DialogProps<Contract>>(
  async () => ({ default: (await import('./SignDialog.tsx')).CountersignDialog }),
  ['contractText'],
);
const templateRelation = async () =>
  (await import('../../../shared/contract/sales/contractTemplate.ts')).contractTemplates;

const TITLE = { name: 'title', input: { as: 'text' } } as const;
const PARTIES = {
  name: 'parties',
  input: {
    as: 'rows',
    of: 'party',
    max: MAX_PARTIES,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'user_id', input: { as: 'choice', of: signatories } },
    ],
  },
  hint: true,
} as const;
const TERMS = [
  { name: 'currency', input: { as: 'code', of: 'currency' } },
  { name: 'value_minor', input: { as: 'money', currency: { field: 'currency' }, nullable: true } },
  { name: 'starts', input: { as: 'date' } },
  { name: 'ends', input: { as: 'date', nullable: true, notBefore: 'starts' }, hint: true },
  { name: 'renew', input: { as: 'select', options: RENEWALS } },
  { name: 'notice_d', input: { as: 'number' }, hint: true },
] as const;

export default defineResource({
  name: 'contracts',
  entity: contracts,
  row: contract,
  pages: ['contracts'],
  opensIn: 'sheet',
  label: contractLabel,
  stateBadges: { state: CONTRACT_BADGES },
  stripe: row => CONTRACT_BADGES[row.state].tone,
  columns: CONTRACT_COLUMNS,
  exportKeys: ['id', 'currency', 'body_sha256'],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state', stateOn },
    { key: 'number', as: 'text' },
    { key: 'template_name', as: 'text' },
    ...TERM_FACTS,
  ],
  panels: [{ name: 'text', place: 'main', panel: TenantText }],
  form: {
    schema: contractPatch,
    isEditable: row => row.state === 'draft',
    from: ({ title, parties, variables, currency, value_minor, starts, ends, renew, notice_d }) => ({
      ...{ title, parties, variables, currency, value_minor, starts, ends, renew, notice_d },
    }),
    fields: [
      TITLE,
      PARTIES,
      {
        name: 'variables',
        input: {
          as: 'rows',
          of: 'variable',
          max: MAX_VARIABLES,
          fields: [
            { name: 'key', input: { as: 'text' } },
            { name: 'value', input: { as: 'text' } },
          ],
        },
        hint: true,
      },
      ...TERMS,
    ],
  },
  createForm: {
    schema: contractCreate,
    fields: [
      {
        name: 'template_id',
        input: { as: 'pick', of: templateRelation, query: { status: 'published' } },
        hint: true,
      },
      TITLE,
      PARTIES,
      ...TERMS,
    ],
    initialValues: ({ currency }) => ({
      currency: currency ?? undefined,
      renew: 'none' as const,
      notice_d: 30,
    }),
  },
  acts: {
    countersign: { dialog: CountersignDialog, isVisible: waitsForTenant },
    withdraw: { fields: [{ name: 'reason', input: { as: 'area' } }], danger: true },
    terminate: { fields: [{ name: 'reason', input: { as: 'area' } }], danger: true },
    delete: { isVisible: row => row.state === 'draft' },
  },
});
