/** Rules of the weather, in the order in which they count. */
import { eq, getTableColumns } from 'drizzle-orm';
import {
  missingIn,
  weatherRules as contract,
  type WeatherRule,
} from '../../../shared/contract/playout/rules/weatherRule.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { weatherRules } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockOrder, moveInOrder, nextNumber, refreshScreens, type Move } from '../ranked.ts';
import { requireCampaigns, requireGroups } from '../ruleScope.ts';

type Row = typeof weatherRules.$inferSelect;

export const weatherRuleListing = listing(contract)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(weatherRules)),
  fields: getTableColumns(weatherRules),
  id: weatherRules.id,
  scope: ({ tenant_id }) => eq(weatherRules.tenant_id, tenant_id),
  searchColumns: [weatherRules.name],
  filterColumns: {
    ...{ status: weatherRules.status, action: weatherRules.action, condition: weatherRules.condition },
  },
  deleted_at: weatherRules.deleted_at,
  created_at: weatherRules.created_at,
  serialize: (_ctx, rows) => Promise.resolve(rows.map(row => ({ ...row, ...commonFieldsOf(row) }))),
});

const lockRules = lockOrder('weather rules');

type Edited = Pick<WeatherRule, 'campaign_ids' | 'group_ids'> & Parameters<typeof missingIn>[0];
async function validate(ctx: TransactionContext, values: object): Promise<void> {
  /** Its schema has parsed it, and fills in what is left out. */
  const rule = values as Edited;
  const missing = missingIn(rule);
  if (missing) {
    const { field, expected } = missing;
    throw new AppError('VALIDATION', expected, { [field]: [expected] });
  }
  await requireCampaigns(ctx, rule);
  await requireGroups(ctx, rule);
}

export const weatherRuleRepository = repository({
  entity: contract,
  table: weatherRules,
  listing: weatherRuleListing,
  beforeWrite: lockRules,
  validate,
  insertDefaults: ctx => ({ rank: nextNumber(weatherRules, 'rank', ctx) as never }),
  afterWrite: refreshScreens,
});

export async function moveWeatherRule(ctx: TransactionContext, id: string, to: Move): Promise<WeatherRule> {
  await lockRules(ctx);
  await moveInOrder(ctx, weatherRules, { id, to, singular: contract.singular });
  return weatherRuleListing.read(ctx, id);
}
