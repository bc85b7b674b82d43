/** The real server for crash schedules of signatures and money: what each of them adds is found in its rows. */
import { createHash } from 'node:crypto';
import { and, count, eq, inArray } from 'drizzle-orm';
import {
  auditEvents,
  budgets,
  contracts,
  creditNotes,
  devices,
  earningAdjustments,
  earnings,
  invoices,
  payments,
  signatures,
} from '../../../../server/db/schema.ts';
import { pricedLine, sumsOf } from '../../../../server/sales/billing/lines.ts';
import {
  adjustmentOf,
  creditOf,
  durableOf,
  paymentOf,
  transferOf,
  type MoneyWrite,
} from '../../../../console/sales/money/moneyWrites.ts';
import { ownContracts } from '../../../../shared/contract/sales/contract.ts';
import { address } from '../../../../shared/contract/wire/endpoint.ts';
import { isoDate } from '../../../../shared/i18n/format.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { Server } from '../../../crash/net.ts';
import { injected } from './injected.ts';
import type { TestServer } from '../server.ts';

const CONTRACTS = 8;
const KINDS = ['payment', 'credit', 'adjustment', 'transfer', 'signature'] as const;
const BUDGET_MINOR = 500_000_000;
const LINE_MINOR = 1_000_000_000;
/** More than an invoice or a budget holds. */
const TOO_MUCH = 900_000_000_000;
const HEX = 16;
const hex = (n: number, digits: number) => n.toString(HEX).padStart(digits, '0');
/** Digits as letters: some ids look like the number of a card, which no payment may name. */
const LETTERS = 'ghijklmnop';
const inLetters = (op: string) => op.replaceAll(/\d/g, digit => LETTERS[Number(digit)]!);
const opOf = (reference: string) => reference.replaceAll(/[g-p]/g, letter => String(LETTERS.indexOf(letter)));
const TEXT = 'Spots are shown in Lisbon.';
const TEXT_SHA256 = createHash('sha256').update(TEXT).digest('hex');

export interface MoneyServer extends Server {
  /** What the sums of the rows say against what lies in them; empty: nothing. */
  disagreements: () => Promise<string[]>;
  requests: () => number;
}
interface Principal {
  id: string;
  headers: Record<string, string>;
}

/** A screen whose earnings are adjusted; one for all schedules. */
export async function addEarningScreen({ db, tenant_id }: TestServer, owner_user_id: string) {
  const id = uuid7(Date.now());
  await db.insert(devices).values({ id, tenant_id, name: 'Cab 21', state: 'active', owner_user_id });
  return { device_id: id, owner_user_id };
}
type EarningScreen = Awaited<ReturnType<typeof addEarningScreen>>;

let months = 0;
/** A screen earns once a month: each schedule adjusts another. */
function nextMonth(): string {
  const at = new Date(Date.UTC(1950, months++));
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}

/** Rows of one schedule that its writes add to. */
async function addRows({ db, tenant_id }: TestServer, by: Principal, seed: number, screen: EarningScreen) {
  const now = Date.now();
  const at = new Date(now);
  const [invoice, earning] = [uuid7(now), uuid7(now)];
  const hand = { id: uuid7(now), kind: 'other' as const, text: 'Spots', qty: 10, unit_minor: LINE_MINOR };
  const lines = [pricedLine({ ...hand, price_micros: null, tax_pct: 19, evidence: null }, 'EUR')];
  const sums = sumsOf(lines);
  await db.insert(invoices).values({
    ...{ id: invoice, tenant_id, state: 'open', customer_name: 'Harbour Books', currency: 'EUR', lines },
    ...{
      ...sums,
      left_minor: sums.total_minor,
      number: `X-${seed}-${invoice.slice(-6)}`,
      sent_at: at,
      due_at: at,
    },
    ...{ period_from: '2019-03-01', period_to: '2019-03-31' },
    seller: {
      name: 'Taxi fleet',
      country: 'PT',
      tax_id: 'PT123456789',
      contact_email: null,
      bank_account: null,
      tz: 'UTC',
    },
  });
  await db.insert(earnings).values({
    ...{ id: earning, tenant_id, ...screen, period: nextMonth(), state: 'calculated' },
    ...{ currency: 'EUR', fee_pct: 30 },
  });
  const [source = '', target = ''] = ['From', 'To'].map(() => uuid7(now));
  await db.insert(budgets).values(
    [source, target].map(id => ({
      ...{ id, tenant_id, name: id, scope: 'tenant' as const, period: 'month' as const, currency: 'EUR' },
      ...{ amount_minor: BUDGET_MINOR, hard_cap: false },
    })),
  );
  const toSign = Array.from({ length: CONTRACTS }, () => uuid7(now));
  await db.insert(contracts).values(
    toSign.map(id => ({
      ...{ id, tenant_id, number: `X-${id}`, template_id: id, template_name: 'Terms', template_edition: 1 },
      ...{ language: 'en' as const, title: 'Spots', parties: [{ name: 'Harbour', user_id: by.id }] },
      ...{ currency: 'EUR', starts: '2026-01-01', body: TEXT, body_sha256: TEXT_SHA256 },
      ...{ state: 'sent' as const, sent_at: at },
    })),
  );
  return { invoice, earning, source, target, toSign };
}

/** For one schedule. */
export async function crashMoney(
  test: TestServer,
  by: Principal,
  { seed, screen }: { seed: number; screen: EarningScreen },
): Promise<MoneyServer> {
  const { db } = test;
  const rows = await addRows(test, by, seed, screen);
  const free = [...rows.toSign];
  const signed = new Map<string, string>();
  /** Each moves a power of two, so that the amount that is gone names them. */
  const transfers: string[] = [];
  const server = injected(test.app);

  function moneyOf(kind: (typeof KINDS)[number], op: string, poison: boolean): MoneyWrite {
    switch (kind) {
      case 'credit': {
        const lines = [{ text: 'Discount', net_minor: 100, tax_pct: poison ? 3 : 19 }];
        return creditOf(rows.invoice, { reason: op, lines });
      }
      case 'adjustment':
        return adjustmentOf(rows.earning, { amount_minor: poison ? TOO_MUCH : 7, reason: op });
      case 'transfer': {
        if (!poison) transfers.push(op);
        const amount_minor = poison ? TOO_MUCH : 2 ** (transfers.length - 1);
        return transferOf(rows.source, { to_id: rows.target, amount_minor });
      }
      case 'payment':
      case 'signature': {
        const paid_on = isoDate(Date.now(), 'UTC');
        const amount_minor = poison ? TOO_MUCH : 11;
        const reference = inLetters(op);
        return paymentOf({ invoice_id: rows.invoice, method: 'bank', amount_minor, reference, paid_on });
      }
    }
  }
  const transferred = async () => {
    const [source] = await db.select().from(budgets).where(eq(budgets.id, rows.source));
    return BUDGET_MINOR - (source?.amount_minor ?? 0);
  };
  const contractsSigned = () =>
    db.select().from(signatures).where(inArray(signatures.contract_id, rows.toSign));
  const paidRows = () => db.select().from(payments).where(eq(payments.invoice_id, rows.invoice));
  const notes = () => db.select().from(creditNotes).where(eq(creditNotes.invoice_id, rows.invoice));
  const adjusted = () =>
    db.select().from(earningAdjustments).where(eq(earningAdjustments.earning_id, rows.earning));

  return {
    own: by.headers,
    ...server,
    write({ n, poison }) {
      const id = `${hex(seed, 8)}-0000-4000-8000-${hex(n, 12)}`;
      const kind = KINDS[n % KINDS.length]!;
      const headers = { 'content-type': 'application/json' };
      const contract = kind === 'signature' ? free.shift() : undefined;
      if (contract !== undefined) {
        const endpoint = ownContracts.actionEndpoints.sign;
        if (!poison) signed.set(contract, id);
        const body_sha256 = poison ? '0'.repeat(64) : TEXT_SHA256;
        const params = { id: contract };
        return {
          ...{ id, method: 'POST', url: address(endpoint.path, params), headers, call: { endpoint, params } },
          data: { body_sha256, name: 'Night desk', method: 'typed', image: null },
          metadata: { type: 'contract.sign', description: id, group: `contract ${contract}` },
        };
      }
      const { endpoint, params, body, type, label, group, maxAgeMs } = durableOf(moneyOf(kind, id, poison), {
        ...{ key: id, label: id },
      });
      return {
        ...{ id, method: 'POST', url: address(endpoint.path, params), data: body, headers },
        metadata: { type, description: label, group },
        ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
        call: { endpoint, ...(params && { params }) },
      };
    },
    async effects() {
      const sum = await transferred();
      const moved = transfers.filter((_, nth) => Math.floor(sum / 2 ** nth) % 2 === 1);
      return [
        ...(await paidRows()).map(({ reference }) => opOf(reference)),
        ...(await notes()).map(({ reason }) => reason),
        ...(await adjusted()).map(({ reason }) => reason ?? ''),
        ...(await contractsSigned()).map(({ contract_id }) => signed.get(contract_id) ?? contract_id),
        ...moved,
      ];
    },
    async disagreements() {
      const [invoice] = await db.select().from(invoices).where(eq(invoices.id, rows.invoice));
      const [earning] = await db.select().from(earnings).where(eq(earnings.id, rows.earning));
      const [target] = await db.select().from(budgets).where(eq(budgets.id, rows.target));
      const moved = await transferred();
      const [audited] = await db
        .select({ n: count() })
        .from(auditEvents)
        .where(and(eq(auditEvents.tenant_id, test.tenant_id), eq(auditEvents.target_id, rows.source)));
      const ones = transfers.filter((_, nth) => Math.floor(moved / 2 ** nth) % 2 === 1).length;
      const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
      const sums: [what: string, stored: number | undefined, counted: number][] = [
        ['paid', invoice?.paid_minor, total((await paidRows()).map(one => one.amount_minor))],
        ['credited', invoice?.credited_minor, total((await notes()).map(one => one.total_minor))],
        ['adjusted', earning?.adjustment_minor, total((await adjusted()).map(one => one.amount_minor))],
        ['transferred', (target?.amount_minor ?? 0) - BUDGET_MINOR, moved],
        ['transfers in the audit log', audited?.n, ones],
        ['amount beyond all transfers', Math.floor(moved / 2 ** transfers.length), 0],
      ];
      return sums.flatMap(([what, stored, counted]) =>
        stored === counted ? [] : [`${what}: ${stored} stored, ${counted} in the rows`],
      );
    },
  };
}
