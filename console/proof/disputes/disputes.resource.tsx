import * as z from 'zod/mini';
import {
  dispute,
  DISPUTE_KINDS,
  DISPUTE_SCOPES,
  disputeCreate,
  disputePatch,
  disputes,
  type Dispute,
} from '../../../shared/contract/sales/dispute.ts';
import { currency } from '../../../shared/contract/wire/wire.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { DueCell } from './cells.tsx';
import { PlayTabs } from './PlayTabs.tsx';
import { DISPUTE_BADGES } from './states.ts';

const Evidence = lazyPanel<{ row: Dispute }>(
  async () => ({ default: (await import('./EvidencePanel.tsx')).EvidencePanel }),
  ['plays'],
);
const DecideDialog = lazyPanel<DialogProps<Dispute>>(
  async () => ({ default: (await import('./dialogs.ts')).DecideDialog }),
  [],
);
const campaignRelation = async () => (await import('../../../shared/contract/sales/campaign.ts')).campaigns;
const invoiceRelation = async () =>
  (await import('../../../shared/contract/sales/billing/invoice.ts')).invoices;
const partnerRelation = async () =>
  (await import('../../../shared/contract/programmatic/partner.ts')).partners;

const { play_id: _play, line_id: _line, claimed_plays, ...asked } = disputeCreate.shape;
/** One of a few subjects is picked; a play and a line are disputed where they stand. */
const CREATE = z.strictObject({ ...asked, claimed_plays, scope: z.enum(DISPUTE_SCOPES) });
/** The amount is shown in its currency, which stays. */
const EDIT = z.extend(disputePatch, { currency: z.optional(currency) });
const CLAIM = { name: 'claim', input: { as: 'area' }, hint: true } as const;
const PLAYS = { name: 'claimed_plays', input: { as: 'number', nullable: true } } as const;
const AMOUNT = {
  name: 'claimed_minor',
  input: { as: 'money', currency: { field: 'currency' } },
} as const;
/** Left empty, what the plays cost is claimed. */
const AMOUNT_OR_PLAYS = { ...AMOUNT, input: { ...AMOUNT.input, nullable: true }, hint: true } as const;
const CONTACT = {
  name: 'contact_email',
  input: { as: 'text', type: 'email', nullable: true },
  hint: true,
} as const;
const DAYS = { field: 'scope', is: ['campaign', 'partner'] } as const;

export default defineResource({
  name: 'disputes',
  entity: disputes,
  row: dispute,
  pages: ['disputes'],
  opensIn: 'sheet',
  label: row => row.subject,
  stateBadges: { state: DISPUTE_BADGES },
  stripe: row => (row.is_overdue ? 'danger' : DISPUTE_BADGES[row.state].tone),
  summary: PlayTabs,
  columns: [
    { key: 'subject', as: 'text' },
    { key: 'kind', as: 'word', from: 'sm' },
    { key: 'claimed_minor', as: 'money', alignEnd: true, from: 'md' },
    { key: 'credited_minor', as: 'money', alignEnd: true, from: 'lg' },
    { key: 'due_at', cell: DueCell, exportValue: row => row.due_at, from: 'md' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'currency', 'campaign_id', 'invoice_id', 'partner_id', 'decision'],
  filters: ['status', 'kind', 'scope'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'kind', as: 'word' },
    { key: 'scope', as: 'word' },
    { key: 'claim', as: 'text' },
    { key: 'claimed_minor', as: 'money' },
    { key: 'claimed_plays', as: 'number' },
    { key: 'by_plays', as: 'flag' },
    { key: 'dealid', as: 'text' },
    { key: 'from', as: 'time' },
    { key: 'to', as: 'time' },
    { key: 'due_at', cell: DueCell },
    { key: 'contact_email', as: 'text' },
    { key: 'owner', as: 'text' },
    { key: 'decision', as: 'word' },
    { key: 'reason', as: 'text' },
    { key: 'credited_minor', as: 'money' },
  ],
  panels: [{ name: 'evidence', place: 'main', panel: Evidence }],
  form: {
    schema: EDIT,
    isEditable: row => row.state === 'open' || row.state === 'evidence_requested',
    from: row => ({
      ...{ claim: row.claim, claimed_plays: row.claimed_plays, claimed_minor: row.claimed_minor },
      ...{ contact_email: row.contact_email, currency: row.currency },
    }),
    fields: [CLAIM, PLAYS, AMOUNT, CONTACT],
  },
  createForm: {
    schema: CREATE,
    fields: [
      { name: 'scope', input: { as: 'select', options: DISPUTE_SCOPES } },
      {
        name: 'campaign_id',
        input: { as: 'pick', of: campaignRelation, nullable: true },
        when: { field: 'scope', is: ['campaign'] },
      },
      {
        name: 'invoice_id',
        input: { as: 'pick', of: invoiceRelation, nullable: true },
        when: { field: 'scope', is: ['invoice'] },
      },
      {
        name: 'partner_id',
        input: { as: 'pick', of: partnerRelation, nullable: true },
        when: { field: 'scope', is: ['partner'] },
      },
      {
        name: 'dealid',
        input: { as: 'text', nullable: true },
        hint: true,
        when: { field: 'scope', is: ['partner'] },
      },
      { name: 'first_day', input: { as: 'date', nullable: true }, when: DAYS },
      { name: 'last_day', input: { as: 'date', notBefore: 'first_day', nullable: true }, when: DAYS },
      { name: 'kind', input: { as: 'select', options: DISPUTE_KINDS } },
      CLAIM,
      PLAYS,
      { name: 'currency', input: { as: 'code', of: 'currency' } },
      AMOUNT_OR_PLAYS,
      CONTACT,
    ],
    initialValues: user => ({
      ...{ scope: 'campaign' as const, kind: DISPUTE_KINDS[0], currency: user.currency ?? undefined },
    }),
    body: ({ scope, campaign_id, invoice_id, partner_id, dealid, first_day, last_day, ...rest }) => ({
      ...rest,
      ...(scope === 'campaign' && { campaign_id, first_day, last_day }),
      ...(scope === 'invoice' && { invoice_id }),
      ...(scope === 'partner' && { partner_id, dealid, first_day, last_day }),
    }),
  },
  acts: {
    evidence: {
      fields: [{ name: 'text', input: { as: 'area' }, hint: true }],
      called: row => (row.state === 'open' ? 'ask' : 'evidence'),
    },
    decide: { dialog: DecideDialog },
  },
});
