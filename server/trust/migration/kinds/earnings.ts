import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { earning, period } from '../../../../shared/contract/sales/earning.ts';
import { email, text } from '../../../../shared/contract/wire/wire.ts';
import { periodOf } from '../../../../shared/sales/earnings.ts';
import { devices, earnings, tenants, users } from '../../../db/schema.ts';
import type { Importer, Problem, Values } from './importer.ts';
import { AMBIGUOUS, nameIn, referencesTo } from './references.ts';

const { currency, gross_minor, fee_pct, fee_minor, adjustment_minor, net_minor, plays, online_ms } =
  earning.shape;
const entry = sql`${earnings.owner_user_id} || ' ' || ${earnings.device_id} || ' ' || ${earnings.period}`;
const problem = (field: string, why: string): Problem => ({ field, text: why });
const NOT_IMPORTED = problem('_', 'What was counted here is changed by no import.');

/**
 * What another system has counted and paid, as a record of the owner. It can never be paid here: a line is `paid` from the
 * start, and payouts take what is `approved`. Only months before the one in which the screen was set up are taken, and
 * a play of such a month that comes all the same is not counted: the month was paid whole.
 */
export const earningImporter: Importer = {
  kind: 'earnings',
  table: earnings,
  schema: z.strictObject({
    ...{ period, owner: email, screen: text(1, 120), currency, gross_minor, fee_minor, net_minor },
    ...{ fee_pct: z.optional(fee_pct), adjustment_minor: z.optional(adjustment_minor) },
    ...{ plays: z.optional(plays), online_ms: z.optional(online_ms) },
  }),
  keys: { entry },
  async prepare(ctx, lines) {
    const [tenant] = await ctx.tx
      .select({ tz: tenants.tz, earlier_zones: tenants.earlier_zones, currency: tenants.currency })
      .from(tenants)
      .where(eq(tenants.id, ctx.tenant_id));
    const owners = await referencesTo(
      ctx,
      { table: users, by: { email: users.email } },
      lines.map(({ values }) => values['owner']),
    );
    const screens = await referencesTo(
      ctx,
      { table: devices, by: { serial: devices.serial, name: devices.name } },
      lines.map(({ values }) => values['screen']),
    );
    for (const line of lines) {
      const { id: _id, owner, screen, ...figures } = line.values;
      const person = owners.find(String(owner));
      const device = screens.find(String(screen));
      if (person === null || person === 'ambiguous' || person['role'] !== 'device_owner')
        line.problems.push(problem('owner', 'There is no device owner with this address.'));
      if (device === null) line.problems.push(problem('screen', 'There is no such screen.'));
      if (device === 'ambiguous') line.problems.push(problem('screen', AMBIGUOUS));
      if (figures['currency'] !== tenant?.currency)
        line.problems.push(problem('currency', 'Not the currency of this tenant.'));
      if (!addsUp(figures)) line.problems.push(problem('net_minor', 'Gross, fee and net do not add up.'));
      if (line.problems.length > 0 || person === null || person === 'ambiguous') continue;
      if (device === null || device === 'ambiguous') continue;
      line.columns = { ...figures, owner_user_id: person.id, device_id: device.id };
      line.values['entry'] = `${person.id} ${device.id} ${String(figures['period'])}`;
      line.values['since'] = periodOf(
        (device['created_at'] as Date).getTime(),
        tenant?.tz ?? 'UTC',
        tenant?.earlier_zones,
      );
    }
  },
  attach(_ctx, rows) {
    for (const row of rows as readonly Values[])
      row['entry'] = [row['owner_user_id'], row['device_id'], row['period']].join(' ');
  },
  defaults: () => ({ state: 'paid', imported: true, has_plays: false, fee_pct: 0 }),
  mayMake: ({ values, columns }) => {
    columns['fee_pct'] ??= feePct(columns);
    return String(values['period']) < String(values['since'])
      ? null
      : problem('period', 'The screen was here in that month already.');
  },
  mayChange: ({ imported }) => (imported === true ? null : NOT_IMPORTED),
  /** Whose, of which screen and of which month it is makes it this line. */
  stays: ['owner_user_id', 'device_id', 'period', 'currency'],
  async fieldsOf(ctx, rows) {
    const all = (field: string) => rows.map(row => row[field]);
    const owners = await referencesTo(ctx, { table: users, by: {} }, all('owner_user_id'));
    return rows.map(row => ({
      ...row,
      owner: nameIn(owners, row['owner_user_id'], 'email'),
      screen: row['device_id'],
    }));
  },
  mayRemove: () => and(eq(earnings.imported, true), sql`${earnings.payout_id} is null`)!,
  /** Its month can be brought again: there is one line of each owner, screen and month. */
  removed: () => null,
};

const addsUp = (line: Values) =>
  Number(line['gross_minor']) - Number(line['fee_minor']) + Number(line['adjustment_minor'] ?? 0) ===
  Number(line['net_minor']);
const WHOLE_PCT = 100;
const feePct = ({ gross_minor: gross, fee_minor: fee }: Values) =>
  Number(gross) === 0
    ? 0
    : Math.min(WHOLE_PCT, Math.max(0, Math.round((Number(fee) * WHOLE_PCT) / Number(gross))));
