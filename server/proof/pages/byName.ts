/** Which plays a page holds in the order of names: name by name, so that a page costs no more the more plays there are. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { contentItems, creatives, devices, plays } from '../../db/schema.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isDown, keyOf, shownName, type Cursor } from '../sorting.ts';

type Tenant = Pick<TransactionContext, 'tx' | 'tenant_id'>;
const screens = ({ tenant_id }: Tenant) =>
  sql`select ${devices.id} as id, ${devices.name} as name from ${devices} where ${devices.tenant_id} = ${tenant_id}`;
/** Of all that ever played, deleted or not: the sums name them, and the plays that are not rolled up yet. */
const creativesPlayed = ({ tenant_id }: Tenant) => sql`
  select played.id, ${shownName} as name from (
    select distinct key::uuid as id from play_sums where tenant_id = ${tenant_id} and dimension = 'creative'
    union
    select p.creative_id from plays p join tenants t on t.id = p.tenant_id
    where p.tenant_id = ${tenant_id} and p.received_at > coalesce(t.plays_rolled_until, '-infinity')
  ) as played
  left join ${creatives} on ${and(sql`${creatives.id} = played.id`, eq(creatives.tenant_id, tenant_id))}
  left join ${contentItems} on ${and(sql`${contentItems.id} = played.id`, eq(contentItems.tenant_id, tenant_id))}`;
const NAMES = {
  device_name: { names: screens, column: sql`${plays.device_id}` },
  creative_name: { names: creativesPlayed, column: sql`${plays.creative_id}` },
};
export const isByName = (sort: string): boolean => keyOf(sort) in NAMES;

/** Plays of the page, in no order. */
export async function playsByName(
  ctx: Tenant,
  where: SQL | undefined,
  { after, limit, sort }: { after: Cursor | null; limit: number; sort: string },
): Promise<SQL> {
  const { names, column } = NAMES[keyOf(sort) as keyof typeof NAMES];
  const [beyond, order] = isDown(sort) ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const isAfter = after
    ? sql`(named.name ${beyond} ${after.value}::text or (named.name = ${after.value}::text and ${plays.play_id} ${beyond} ${after.id}::uuid))`
    : undefined;
  const rows = rowsOf<{ device_id: string; play_id: string }>(
    await ctx.tx.execute(sql`
      select p.device_id, p.play_id
      from (select * from (${names(ctx)}) as known
        where ${after ? sql`known.name ${beyond}= ${after.value}::text` : sql`true`} order by known.name ${order}) as named
      cross join lateral (
        select ${plays.device_id}, ${plays.play_id} from ${plays}
        where ${and(eq(plays.tenant_id, ctx.tenant_id), sql`${column} = named.id`, where, isAfter)}
        order by ${plays.play_id} ${order} limit ${limit}) as p
      order by named.name ${order}, p.play_id ${order} limit ${limit}`),
  );
  return sql`(${plays.device_id}, ${plays.play_id}) in (
    select x.device_id, x.play_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(device_id uuid, play_id uuid))`;
}
