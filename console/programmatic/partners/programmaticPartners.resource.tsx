import {
  isPartnerEditable,
  partner,
  partnerCreate,
  partnerCredentials,
  partners,
  testPartner,
  type Partner,
} from '../../../shared/contract/programmatic/partner.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import {
  defineResource,
  FACTS_PANEL,
  FORM_PANEL,
  type DialogProps,
} from '../../kit/resource/defineResource.ts';
import { AuthCell, NameCell, TestCell } from './cells.tsx';
import { changeBody, changeFrom, changeSchema, CHANGE_FIELDS, CREATE_FIELDS } from './form.ts';
import { PartnersHead } from './PartnersHead.tsx';
import { PARTNER_BADGES } from './states.ts';

const CredentialsDialog = lazyPanel<DialogProps<Partner>>(() => import('./CredentialsDialog.tsx'), []);
const CapabilitiesPanel = lazyPanel<{ row: Partner }>(() => import('./CapabilitiesPanel.tsx'), []);
const LIVE = ['draft', 'testing', 'active', 'paused', 'suspended'] as const;

export default defineResource({
  name: 'programmaticPartners',
  entity: partners,
  row: partner,
  pages: ['partners'],
  opensIn: 'sheet',
  label: row => row.name,
  stateBadges: { state: PARTNER_BADGES },
  stripe: row => PARTNER_BADGES[row.state].tone,
  summary: PartnersHead,
  columns: [
    { key: 'name', cell: NameCell, exportValue: row => row.name },
    { key: 'kind', as: 'word', from: 'md' },
    { key: 'mapped', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'last_test', cell: TestCell, exportValue: row => row.last_test?.at ?? null, from: 'md' },
    { key: 'auth', cell: AuthCell, exportValue: row => row.auth.type, from: 'lg' },
    { key: 'qps_limit', as: 'number', alignEnd: true, from: 'xl' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'endpoint_url'],
  filters: ['status', 'kind'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'suspended_by', as: 'word' },
    { key: 'kind', as: 'word' },
    { key: 'endpoint_url', as: 'text' },
    { key: 'last_test', cell: TestCell },
    { key: 'auth', cell: AuthCell },
    { key: 'currencies', as: 'tags' },
    { key: 'late_policy', as: 'word' },
    { key: 'revenue_share_bps', as: 'basisPoints' },
    { key: 'maintainer_email', as: 'text' },
  ],
  panels: [{ name: 'capabilities', place: 'main', panel: CapabilitiesPanel }],
  tabs: [
    { name: 'overview', panels: ['capabilities', FACTS_PANEL] },
    { name: 'settings', panels: [FORM_PANEL] },
  ],
  form: {
    schema: changeSchema,
    isEditable: row => isPartnerEditable(row.state),
    from: changeFrom,
    body: changeBody,
    fields: CHANGE_FIELDS,
  },
  createForm: {
    schema: partnerCreate,
    fields: CREATE_FIELDS,
    initialValues: ({ currency }) => ({
      kind: 'openrtb_dsp' as const,
      currencies: currency === null ? [] : [currency],
      ...{ endpoint_url: '', test_mode: false, maintainer_email: null },
    }),
  },
  actions: {
    test: { act: { summary: testPartner.summary, from: LIVE }, call: testPartner },
    credentials: { act: { summary: partnerCredentials.summary, from: LIVE }, call: partnerCredentials },
  },
  acts: {
    credentials: { dialog: CredentialsDialog, isVisible: row => row.kind !== 'mock' },
    suspend: { danger: true },
    archive: { danger: true },
  },
});
