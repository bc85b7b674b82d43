/**
 * Rows that hold a person's address hold his new one: e-mails go there, his copy and his erasure find them, and whoever
 * has the earlier address next finds nothing of him. What lies under an address that he never proved is another's: it
 * stays, save where a row names him.
 */
import { eq, sql, type SQL } from 'drizzle-orm';
import { tickets } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import { PERSON_COLUMNS, type PersonColumn } from '../../db/personColumns.ts';

interface Moved {
  id: string;
  from: string;
  to: string;
  /** The earlier address was shown to be his: rows that hold it alone are his, too. */
  isProven: boolean;
}
/** An invitation that is open is of the mailbox, not of whoever had it. */
const IS_ANSWERED = sql`(t.state <> 'sent')`;

/** A row that names a person beside the address is his only where it is he. */
function isHis({ table }: PersonColumn, { id, isProven }: Moved): SQL {
  const ids = PERSON_COLUMNS.filter(
    one => one.table === table && one.what === 'about' && !one.isEmail && !one.isArray,
  ).map(({ column }) => sql`t.${sql.identifier(column)}`);
  const holdsAddressAlone = isProven ? sql`true` : sql`false`;
  if (ids.length === 0) return holdsAddressAlone;
  const whose = sql`coalesce(${sql.join(ids, sql`, `)})`;
  return sql`(${whose} = ${id}::uuid or (${whose} is null and ${holdsAddressAlone}))`;
}

/** Within a transaction that sees the rows of all tenants. */
export async function moveAddress(tx: Db, moved: Moved): Promise<void> {
  for (const one of PERSON_COLUMNS.filter(({ table, isEmail }) => isEmail && table !== 'users')) {
    const column = sql.identifier(one.column);
    await tx.execute(sql`
      update ${sql.identifier(one.table)} t set ${column} = ${moved.to}
      where lower(t.${column}) = lower(${moved.from}) and ${isHis(one, moved)}
        and ${one.table === 'invitations' ? IS_ANSWERED : sql`true`}`);
  }
  await tx.update(tickets).set({ assignee_email: moved.to }).where(eq(tickets.assignee_id, moved.id));
}
