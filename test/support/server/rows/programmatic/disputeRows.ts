/** Disputes of an invoice in each state that an act begins from, and comparisons with a partner's file. */
import {
  disputes,
  disputeCredits,
  disputeEvidence,
  reconciliations,
} from '../../../../../server/db/schema.ts';
import type { DisputeState } from '../../../../../shared/contract/sales/dispute.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';
import { addBilling } from '../sales/billingRows.ts';
import { addPartners } from './partnerRows.ts';

const DAY_MS = 86_400_000;
const STATES = ['open', 'under_review', 'credited'] as const satisfies readonly DisputeState[];
export type DisputeRows = Record<(typeof STATES)[number] | 'compared' | 'uncompared', string>;
interface Of {
  tenant_id: string;
  /** That is sent and not paid. */
  invoice_id: string;
  partner_id: string;
}

export async function addDisputes(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, invoice_id, partner_id }: Of,
): Promise<DisputeRows> {
  const now = server.clock.now();
  const rows = STATES.map(state => ({
    ...{ id: uuid7(now), tenant_id, state, kind: 'wrong_place' as const, scope: 'invoice' as const },
    ...{ subject: 'I-2019-0001 Harbour Books', invoice_id, currency: 'EUR', claimed_minor: 100 },
    ...{ claim: 'Half of the plays were shown in the depot.', due_at: new Date(now + DAY_MS) },
  }));
  await db.insert(disputes).values(rows);
  await db.insert(disputeEvidence).values(
    rows.map(({ id }) => ({
      ...{ id: uuid7(now), tenant_id, dispute_id: id, at: new Date(now), position: 0, plays: [] },
      ...{ by: 'desk@test.example', text: '' },
    })),
  );
  const [open = '', under_review = '', credited = ''] = rows.map(({ id }) => id);
  await db.insert(disputeCredits).values({
    ...{ id: uuid7(now), tenant_id, dispute_id: credited, invoice_id, amount_minor: 100 },
    ...{ currency: 'EUR', at: new Date(now) },
  });
  const comparison = (deleted_at: Date | null) => ({
    ...{
      id: uuid7(now),
      tenant_id,
      partner_id,
      partner_name: 'Harbour DSP',
      deleted_at,
      state: 'open' as const,
    },
    ...{ first_day: '2019-03-01', last_day: '2019-03-31', tz: 'UTC', keyed_by: 'deal' as const },
    ...{ counted_in: 'plays' as const, tolerance_pct: 1, day_column: 'Date', key_column: 'Deal' },
    ...{ count_column: 'Plays', revenue_column: 'Spend', file_currency: 'EUR', file_name: 'march.csv' },
    ...{ lines: 0, matched: 0, explained: 0, ours_e4: 0, theirs_e4: 0, as_of: new Date(now), compared: [] },
  });
  const [compared, uncompared] = [comparison(null), comparison(new Date(now))];
  await db.insert(reconciliations).values([compared, uncompared]);
  return { open, under_review, credited, compared: compared.id, uncompared: uncompared.id };
}

/** With the invoices and the partners that they are about. */
export async function addDisputed(
  test: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, ...of }: Parameters<typeof addPartners>[1],
) {
  const billing = await addBilling(test, tenant_id);
  const partners = await addPartners(test, { tenant_id, ...of });
  const [invoice_id, partner_id] = [billing.invoices.open, partners.partner.active];
  return { billing, partners, disputes: await addDisputes(test, { tenant_id, invoice_id, partner_id }) };
}
