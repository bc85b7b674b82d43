/** What lines name by its name or id: found in few statements, and refused where it is not there or means two. */
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TransactionContext } from '../../../transaction/context.ts';
import { isId } from './importer.ts';

export const AMBIGUOUS = 'More than one row that is there has this.';

interface Source {
  table: PgTable & Record<'id' | 'tenant_id', PgColumn>;
  /** What it is called by, beside its id; an earlier one goes before a later one. */
  by: Readonly<Record<string, PgColumn>>;
  where?: SQL | undefined;
}
export type Named = Record<string, unknown> & { id: string };
/** Rows by what lines call them. */
export interface References {
  /** null: nothing is called so; `ambiguous`: more than one. */
  find: (name: string) => Named | 'ambiguous' | null;
}

export const living = (table: { deleted_at: PgColumn }) => isNull(table.deleted_at);

export async function referencesTo(
  { tx, tenant_id }: TransactionContext,
  { table, by, where }: Source,
  names: readonly unknown[],
): Promise<References> {
  const wanted = [...new Set(names.filter(one => typeof one === 'string'))];
  if (wanted.length === 0) return { find: () => null };
  const ids = wanted.filter(isId);
  const rows = (await tx
    .select()
    .from(table as never)
    .where(
      and(
        ...[eq(table.tenant_id, tenant_id), where],
        or(
          ...(ids.length > 0 ? [inArray(table.id, ids)] : []),
          ...Object.values(by).map(column => inArray(column, wanted)),
        ),
      ),
    )
    .orderBy(table.id)
    .for('key share')) as unknown as Named[];
  const index = new Map<string, Named[]>();
  for (const row of rows)
    for (const name of ['id', ...Object.keys(by)]) {
      const key = `${name} ${String(row[name])}`;
      index.set(key, [...(index.get(key) ?? []), row]);
    }
  return {
    find(name) {
      for (const column of ['id', ...Object.keys(by)]) {
        const found = index.get(`${column} ${name}`);
        if (found) return onlyOne(found);
      }
      return null;
    },
  };
}
/** One that was removed gives way to the one that is there. */
function onlyOne(found: readonly Named[]): Named | 'ambiguous' {
  const there = found.filter(row => (row['deleted_at'] ?? null) === null);
  const [one, other] = there.length > 0 ? there : found;
  return one === undefined || other !== undefined ? 'ambiguous' : one;
}
/** What a row is called that another one names by its id. */
export function nameIn({ find }: References, id: unknown, column = 'name'): string | null {
  const found = typeof id === 'string' ? find(id) : null;
  return found === null || found === 'ambiguous' ? null : (found[column] as string);
}
