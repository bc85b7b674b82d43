/** Names of creatives and of slides of local content. */
import { and, eq, sql } from 'drizzle-orm';
import { titleWords } from '../../content/local/items.ts';
import { rowsOf } from '../../db/rows.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function creativeNames(
  { tx, tenant_id }: TransactionContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = rowsOf<{ id: string; name: string | null }>(
    await tx.execute(sql`
      select x.id, coalesce(c.name, ${titleWords}) as name from unnest(${sql.param([...ids])}::uuid[]) as x(id)
      left join creatives c on c.id = x.id and c.tenant_id = ${tenant_id}
      left join ${contentItems} on ${and(sql`${contentItems.id} = x.id`, eq(contentItems.tenant_id, tenant_id))}`),
  );
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
}
