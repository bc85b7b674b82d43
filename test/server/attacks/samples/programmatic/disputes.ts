/** Writes of disputes and reconciliations that are taken; each on rows of its own. */
import { addAuctions } from '../../../../support/server/rows/programmatic/auctionRows.ts';
import { addDisputes, type DisputeRows } from '../../../../support/server/rows/programmatic/disputeRows.ts';
import { addBilling } from '../../../../support/server/rows/sales/billingRows.ts';
import { MARCH_CSV, MARCH_FILE } from '../../../reports/bodies.ts';
import type { Make } from '../../making.ts';
import type { World } from '../../world.ts';

const CLAIM = {
  ...{ claim: 'Half of the plays were shown in the depot.', claimed_plays: 5, claimed_minor: 100 },
  contact_email: 'books@harbour.example',
};
const openInvoice = async ({ test }: World) => (await addBilling(test, test.tenant_id)).invoices.open;
const partnerIn = async ({ test, ours }: World) =>
  (await addAuctions(test, { tenant_id: test.tenant_id, device_id: ours.screen.id })).partner;
const on =
  (which: keyof DisputeRows, body: Record<string, unknown> = {}): Make =>
  async world => {
    const rows = await addDisputes(world.test, {
      ...{ tenant_id: world.test.tenant_id, invoice_id: await openInvoice(world) },
      partner_id: await partnerIn(world),
    });
    return { params: { id: rows[which] }, body, version: 1 };
  };
const NOTE = { note: 'They bill two deals under one number.' };

export const DISPUTE_SAMPLES: Record<string, Make> = {
  'POST /api/programmatic/disputes': async world => ({
    body: {
      ...{ ...CLAIM, invoice_id: await openInvoice(world), kind: 'wrong_place', currency: 'EUR' },
      ...{ play_id: null, campaign_id: null, line_id: null, partner_id: null, dealid: null },
      ...{ first_day: null, last_day: null },
    },
  }),
  'PATCH /api/programmatic/disputes/:id': on('open', CLAIM),
  'POST /api/programmatic/disputes/:id/evidence': on('open', { text: 'Please send the trips.' }),
  /** By somebody who has just said his password: a run takes longer than that counts. */
  'POST /api/programmatic/disputes/:id/decide': async world => ({
    ...(await on('under_review', {
      ...{ decision: 'partly', reason: 'The fixes show the depot.', credit_minor: 50 },
    })(world)),
    ...{ headers: (await world.test.signIn('admin')).headers, role: 'admin' },
  }),
  'POST /api/programmatic/disputes/:id/close': on('credited'),
  'POST /api/reports/reconciliations': async world => ({
    body: { ...MARCH_FILE, partner_id: await partnerIn(world) },
  }),
  'DELETE /api/reports/reconciliations/:id': on('compared'),
  'POST /api/reports/reconciliations/:id/restore': on('uncompared'),
  'POST /api/reports/reconciliations/:id/import': on('compared', { file_name: 'march.csv', csv: MARCH_CSV }),
  'POST /api/reports/reconciliations/:id/explain': on('compared', NOTE),
  'POST /api/reports/reconciliations/:id/dispute': on('compared', NOTE),
};
