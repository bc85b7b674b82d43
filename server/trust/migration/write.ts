/** A row of any kind is written where it is still as it was read; what lies below it follows. */
import { and, eq, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { Importer, Values } from './kinds/importer.ts';

export const ownColumns = ({ below }: Importer, columns: Values): Values =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => name !== below?.name));

export async function writeBelow(
  ctx: TransactionContext,
  { below }: Importer,
  id: string,
  columns: Values,
): Promise<void> {
  if (below && columns[below.name] !== undefined) await below.write(ctx, id, columns[below.name]);
}

interface Write {
  /** null: it is deleted, and nothing of it is left. */
  set: Values | null;
  only?: SQL | undefined;
}
/** False: somebody has changed it since. */
export async function setIfUnchanged(
  { tx, tenant_id, now }: TransactionContext,
  table: Importer['table'],
  { id, version }: { id: string; version: number },
  { set, only }: Write,
): Promise<boolean> {
  const where = and(eq(table.tenant_id, tenant_id), eq(table.id, id), eq(table.version, version), only);
  if (set === null) {
    const gone: unknown[] = await tx
      .delete(table as never)
      .where(where)
      .returning({ id: table.id } as never);
    return gone.length > 0;
  }
  const written: unknown[] = await tx
    .update(table as never)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(where)
    .returning({ id: table.id } as never);
  return written.length > 0;
}
