/** Making, changing, deleting, restoring and moving rows of a table that needs no rule of its own. */
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { dateOf } from '../../shared/clock.ts';
import type { Act, Entity } from '../../shared/contract/wire/entity.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../shared/random.ts';
import { found, requireRestorable, requireVersion } from '../db/rows.ts';
import type { Work } from '../transaction/work.ts';
import type { Listing } from './listing.ts';

/** What every such table has (`made` and `tenant_id` of db/tables). */
type Table = PgTable & Record<'id' | 'tenant_id' | 'version' | 'deleted_at', PgColumn>;
interface Row {
  id: string;
  version: number;
  deleted_at: Date | null;
  [field: string]: unknown;
}
interface Given {
  entity: Entity;
  table: Table;
  listing: Pick<Listing, 'one'>;
  /** Whose rows one may write, beyond the tenant's. */
  mine?: (work: Work) => SQL | undefined;
  /** What a new row carries besides what was asked. */
  born?: (work: Work) => Record<string, unknown>;
  /** The column its acts move. */
  state?: string;
  /** What follows a write, in its transaction. */
  then?: (work: Work, row: never) => Promise<void>;
  /** Refuses values the schema cannot judge; also called with what a change would lead to. */
  check?: (work: Work, values: Record<string, unknown>) => Promise<void> | void;
}

/** 409 where the act does not start from the row's state (contract §0). */
export function requireStart(act: Pick<Act, 'from'>, state: string): void {
  if (act.from !== undefined && !act.from.includes(state))
    throw new AppError('STATE', `This is ${state}.`, { status: state });
}

export function repository({ entity, table, listing, mine, born, state = 'status', check, then }: Given) {
  const of = (work: Work, id: string) =>
    and(eq(table.id, id), eq(table.tenant_id, work.tenant_id), mine?.(work));

  async function locked(work: Work, id: string): Promise<Row> {
    const [row] = await work.tx.select().from(table).where(of(work, id)).for('update');
    const current = found(row as Row | undefined, entity.one);
    work.noted.before = current;
    return current;
  }
  async function written(work: Work, id: string): Promise<object> {
    const shown = await listing.one(work, id);
    await then?.(work, shown as never);
    return shown;
  }
  async function write(work: Work, row: Row, values: Record<string, unknown>): Promise<object> {
    const set = { ...values, version: row.version + 1, updated_at: dateOf(work.now) };
    await work.tx.update(table).set(set).where(of(work, row.id));
    return written(work, row.id);
  }
  /** Not deleted, and as the caller saw it. */
  async function lockedAt(work: Work, id: string, expected: number): Promise<Row> {
    const row = await locked(work, id);
    if (row.deleted_at !== null) found(null, entity.one);
    if (row.version !== expected)
      requireVersion((await listing.one(work, id)) as { version: number }, expected);
    return row;
  }

  return {
    async create(work: Work, values: Record<string, unknown>): Promise<object> {
      await check?.(work, values);
      const { tenant_id, by, now } = work;
      const id = uuid7(now);
      const at = { created_at: dateOf(now), updated_at: dateOf(now) };
      const row = { ...values, ...born?.(work), ...at, id, tenant_id, created_by: by };
      await work.tx.insert(table).values(row as never);
      return written(work, id);
    },
    async change(work: Work, id: string, expected: number, values: Record<string, unknown>) {
      const row = await lockedAt(work, id, expected);
      await check?.(work, { ...row, ...values });
      return write(work, row, values);
    },
    async remove(work: Work, id: string, expected: number): Promise<void> {
      await write(work, await lockedAt(work, id, expected), { deleted_at: dateOf(work.now) });
    },
    async restore(work: Work, id: string): Promise<object> {
      const row = await locked(work, id);
      requireRestorable(row.deleted_at, work.now);
      return write(work, row, { deleted_at: null });
    },
    async act(work: Work, id: string, act: Act): Promise<object> {
      const row = await locked(work, id);
      if (row.deleted_at !== null) found(null, entity.one);
      requireStart(act, String(row[state]));
      return write(work, row, act.to === undefined ? {} : { [state]: act.to });
    },
  };
}
export type Repository = ReturnType<typeof repository>;
