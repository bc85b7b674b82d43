import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { campaignCreate, campaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { fieldTexts } from '../../../../shared/contract/wire/messages.ts';
import { currency, instant, text } from '../../../../shared/contract/wire/wire.ts';
import { derived } from '../../../../shared/sales/campaignColumns.ts';
import { campaigns, creatives, deviceGroups, devices, locations, tenants } from '../../../db/schema.ts';
import { withEditor } from '../../../resource/editors.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { NOT_A_DRAFT } from './creatives.ts';
import type { Candidate, Found, Importer, Problem, Values } from './importer.ts';
import { namedList } from './namedList.ts';
import { AMBIGUOUS, living, nameIn, referencesTo, type References } from './references.ts';

const MONEY = ['budget_minor', 'daily_minor', 'bid_micros'];
const LONG = 100_000;
const listText = z.union([text(0, LONG), z.array(z.record(z.string(), z.unknown()))]);
const { name, advertiser, note, tz, goal, goal_amount, class: rank, pacing } = campaignPatch.shape;
const { budget_minor, daily_minor, bid_micros, targeting } = campaignPatch.shape;
const { max_per_hour, max_per_day, max_per_ride } = campaignPatch.shape;
const lineSchema = z.strictObject({
  ...{ name: z.nonoptional(name), advertiser: z.nonoptional(advertiser), note, tz, goal, goal_amount },
  ...{ class: rank, pacing, budget_minor, daily_minor, bid_micros, targeting },
  ...{ max_per_hour, max_per_day, max_per_ride },
  currency: z.optional(currency),
  starts_at: z.optional(instant),
  ends_at: z.optional(instant),
  flights: campaignPatch.shape.flights,
  creatives: z.optional(listText),
});

interface Known {
  tenant: { tz: string; currency: string };
  creatives: References;
  targets: Record<'device_ids' | 'group_ids' | 'location_ids', References>;
}
const shownOf = (line: Candidate) =>
  namedList(line.values['creatives'], (creative, weight) => ({ creative, weight: Number(weight ?? 1) }));

/** Drafts in the currency of the tenant: no file books a screen or spends money. */
export const campaignImporter: Importer = {
  kind: 'campaigns',
  table: campaigns,
  schema: lineSchema,
  keys: { name: campaigns.name },
  async prepare(ctx, lines) {
    const known = await knownTo(ctx, lines);
    for (const line of lines) {
      readLine(line, known);
      line.values['now'] = ctx.now;
    }
  },
  defaults: ctx => ({ state: 'draft', edited_by: withEditor(ctx) }),
  mayMake(line) {
    const { tz: own, ...given } = line.columns;
    const whole = campaignCreate.safeParse({ tz: own ?? line.values['tenant_tz'], ...given });
    if (!whole.success) return firstProblem(whole.error);
    line.columns = { ...whole.data, ...derived(whole.data, Number(line.values['now'])) };
    return null;
  },
  merge(line, row) {
    const columns = line.columns;
    const [budget, daily] = ['budget_minor', 'daily_minor'].map(
      field => columns[field] ?? row[field] ?? null,
    );
    if (typeof budget === 'number' && typeof daily === 'number' && daily > budget)
      return { field: 'daily_minor', text: 'At most the whole budget' };
    line.columns = { ...columns, ...derived(columns, Number(line.values['now'])) };
    return null;
  },
  /** Which flight is which is ours to say. */
  compared: values => ({
    ...values,
    ...(Array.isArray(values['flights']) && {
      flights: (values['flights'] as Values[]).map(({ id: _id, ...flight }) => flight),
    }),
  }),
  mayChange: ({ state }) => (state === 'draft' ? null : NOT_A_DRAFT),
  fieldsOf: writtenFields,
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};

function firstProblem(error: z.core.$ZodError): Problem {
  const [[field, [why = '']] = ['_', ['']]] = Object.entries(fieldTexts(error));
  return { field: field.split('.')[0]!, text: why };
}

async function knownTo(ctx: TransactionContext, lines: readonly Candidate[]): Promise<Known> {
  const [tenant] = await ctx.tx
    .select({ tz: tenants.tz, currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const named = (field: string) =>
    lines.flatMap(({ values }) => ((values['targeting'] as Values | undefined)?.[field] ?? []) as string[]);
  const wanted = lines.flatMap(line => shownOf(line) ?? []);
  return {
    tenant: tenant ?? { tz: 'UTC', currency: '' },
    creatives: await referencesTo(
      ctx,
      { table: creatives, by: { name: creatives.name }, where: living(creatives) },
      wanted.flatMap(one => [one['creative_id'], one['creative']]),
    ),
    targets: {
      device_ids: await referencesTo(ctx, { table: devices, by: {} }, named('device_ids')),
      group_ids: await referencesTo(
        ctx,
        { table: deviceGroups, by: {}, where: living(deviceGroups) },
        named('group_ids'),
      ),
      location_ids: await referencesTo(
        ctx,
        { table: locations, by: {}, where: living(locations) },
        named('location_ids'),
      ),
    },
  };
}

function readLine(line: Candidate, { tenant, creatives: known, targets }: Known): void {
  const { id: _id, currency: money, starts_at, ends_at, flights, creatives: planned, ...rest } = line.values;
  const refuse = (field: string, why: string) => line.problems.push({ field, text: why });
  line.columns = rest;
  line.values['tenant_tz'] = tenant.tz;
  if (money !== undefined && money !== tenant.currency)
    refuse('currency', 'Not the currency of this tenant.');
  else if (money === undefined && MONEY.some(field => typeof rest[field] === 'number'))
    refuse('currency', 'Required');
  if (flights !== undefined)
    line.columns['flights'] = (flights as Values[]).map(({ id: _flight, ...one }) => one);
  else if (starts_at !== undefined && ends_at !== undefined)
    line.columns['flights'] = [{ starts_at, ends_at, dayparts: [], sov_s_per_h: null }];
  const aims = line.values['targeting'] as Values | undefined;
  for (const [field, { find }] of Object.entries(targets))
    if (((aims?.[field] ?? []) as string[]).some(id => find(id) === null))
      refuse('targeting', 'Something it names is not there any more.');
  if (planned === undefined) return;
  const items = shownOf(line);
  if (items === null) return void refuse('creatives', 'Not a list of items.');
  line.columns['creatives'] = items.flatMap(({ creative, creative_id, weight = 1 }) => {
    const found =
      (typeof creative_id === 'string' ? known.find(creative_id) : null) ??
      (typeof creative === 'string' ? known.find(creative) : null);
    if (found !== null && found !== 'ambiguous') return [{ creative_id: found.id, weight }];
    refuse('creatives', found === null ? 'There is no such creative.' : AMBIGUOUS);
    return [];
  });
}

async function writtenFields(ctx: TransactionContext, rows: readonly Found[]): Promise<Values[]> {
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const creativesOf = (row: Found) => row['creatives'] as { creative_id: string; weight: number }[];
  const known = await referencesTo(
    ctx,
    { table: creatives, by: {} },
    rows.flatMap(row => creativesOf(row).map(one => one.creative_id)),
  );
  return rows.map(row => ({
    ...row,
    ...{ currency: tenant?.currency, starts_at: null, ends_at: null },
    flights: (row['flights'] as Values[]).map(({ id: _id, ...flight }) => flight),
    creatives: creativesOf(row).map(one => ({
      creative: nameIn(known, one.creative_id) ?? undefined,
      ...one,
    })),
  }));
}
