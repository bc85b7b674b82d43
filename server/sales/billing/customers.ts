/** Who may be invoiced, by name: advertisers of campaigns, parties of contracts, and who was invoiced before. */
import { sql } from 'drizzle-orm';
import type { invoiceCustomers } from '../../../shared/contract/sales/billing/invoice.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const MOST = 500;

export async function customers({
  tx,
  tenant_id,
}: TransactionContext): Promise<Answer<typeof invoiceCustomers>> {
  const rows = rowsOf<{ name: string }>(
    await tx.execute(sql`
      select min(name) as name from (
        select advertiser as name from campaigns where tenant_id = ${tenant_id} and deleted_at is null
        union all
        select party ->> 'name' from contracts, jsonb_array_elements(parties) as party
          where tenant_id = ${tenant_id} and deleted_at is null
        union all
        select customer_name from invoices where tenant_id = ${tenant_id} and deleted_at is null
      ) as named
      where name <> '' group by lower(name) order by lower(name) limit ${MOST}`),
  );
  return { items: rows.map(({ name }) => ({ id: name, name })) };
}
