/** Create, update, delete, restore and state changes for tables without rules of their own. */
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { dateOf } from '../../shared/clock.ts';
import type * as z from 'zod/mini';
import type { Body, Endpoint } from '../../shared/contract/wire/endpoint.ts';
import type { Action, Entity } from '../../shared/contract/wire/entity.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../shared/random.ts';
import { requireFound, requireRestorable, requireVersion } from '../db/rows.ts';
import type { TransactionContext } from '../transaction/context.ts';
import type { Listing } from './listing.ts';

/** The columns every such table has (`commonColumns` and `tenant_id` of db/tables). */
type Table = PgTable & Record<'id' | 'tenant_id' | 'version' | 'deleted_at', PgColumn>;
type Row = { id: string; version: number; deleted_at: Date | null } & Record<string, unknown>;

type Columns<T extends Table> = T['$inferSelect'];
/** Body of a new row; undefined where the contract makes none. */
type CreateBody<E extends Entity> = E['create'] extends Endpoint ? Body<E['create']> : unknown;
type PatchBody<E extends Entity> = E['patch'] extends Endpoint ? Body<E['patch']> : unknown;
/** `never` unless each field that may be written has a column of its type. */
type HasColumns<E extends Entity, T extends Table> =
  CreateBody<E> extends Partial<T['$inferInsert']>
    ? PatchBody<E> extends Partial<T['$inferInsert']>
      ? unknown
      : never
    : never;
/** Columns that no field of the contract shows. */
type Unlisted<E extends Entity, T extends Table> = Exclude<keyof Columns<T>, keyof z.infer<E['row']>>;

interface Options<E extends Entity, T extends Table> {
  entity: E;
  /** A field of the contract without a column of its type does not compile. */
  table: T & HasColumns<E, T>;
  listing: Pick<Listing, 'read'>;
  /** Narrows the writable rows within the tenant, for example to the user's own. */
  ownerScope?: (ctx: TransactionContext) => SQL | undefined;
  /** Column values of a new row that do not come from the request. */
  insertDefaults?: (ctx: TransactionContext) => Partial<T['$inferInsert']>;
  /** The column that its actions change. */
  stateColumn?: string;
  /** Takes the locks of a write before any of its rows. */
  beforeWrite?: (ctx: TransactionContext) => Promise<unknown>;
  /** Runs after each write, in its transaction. */
  afterWrite?: (ctx: TransactionContext, row: z.infer<E['row']>) => Promise<void>;
  /** Refuses a deletion while others refer to the row. */
  beforeRemove?: (ctx: TransactionContext, id: string) => Promise<void>;
  /** Refuses values the schema cannot check; an update or a restored row is checked as the whole row it leads to. */
  validate?: (
    ctx: TransactionContext,
    values: CreateBody<E> & Partial<Pick<Columns<T>, 'id' & keyof Columns<T>>>,
  ) => Promise<void> | void;
}
/** A column the contract does not show is named here with the reason, or it does not compile. */
type RepositoryOptions<E extends Entity, T extends Table> = Options<E, T> &
  ([Unlisted<E, T>] extends [never] ? object : { internalColumns: Record<Unlisted<E, T>, string> });

/** Throws 409 where the action is not allowed from the row's state (contract §0). */
export function requireState(act: Pick<Action, 'from'>, state: string): void {
  if (act.from !== undefined && !act.from.includes(state))
    throw new AppError('STATE', `This is ${state}.`, { status: state });
}

export function repository<E extends Entity, T extends Table>(options: RepositoryOptions<E, T>) {
  const {
    entity,
    listing,
    ownerScope,
    insertDefaults,
    stateColumn = 'status',
    beforeWrite,
    afterWrite,
    beforeRemove,
  } = options;
  const table: Table = options.table;
  /** The body was parsed by the entity's schema before it comes here. */
  const validate = options.validate as
    | ((ctx: TransactionContext, values: object) => Promise<void> | void)
    | undefined;
  const rowFilter = (ctx: TransactionContext, id: string) =>
    and(eq(table.id, id), eq(table.tenant_id, ctx.tenant_id), ownerScope?.(ctx));

  async function lockRow(ctx: TransactionContext, id: string): Promise<Row> {
    await beforeWrite?.(ctx);
    const [row] = await ctx.tx.select().from(table).where(rowFilter(ctx, id)).for('update');
    const current = requireFound(row as Row | undefined, entity.singular);
    ctx.auditNote.before = current;
    return current;
  }
  async function readAfterWrite(ctx: TransactionContext, id: string): Promise<object> {
    const row = await listing.read(ctx, id);
    await afterWrite?.(ctx, row as z.infer<E['row']>);
    return row;
  }
  async function write(ctx: TransactionContext, row: Row, values: Record<string, unknown>): Promise<object> {
    const set = { ...values, version: row.version + 1, updated_at: dateOf(ctx.now) };
    await ctx.tx.update(table).set(set).where(rowFilter(ctx, row.id));
    return readAfterWrite(ctx, row.id);
  }
  /** Locks a row that is not deleted and still has the expected version. */
  async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<Row> {
    const row = await lockRow(ctx, id);
    if (row.deleted_at !== null) requireFound(null, entity.singular);
    if (row.version !== expected)
      requireVersion((await listing.read(ctx, id)) as { version: number }, expected);
    return row;
  }

  return {
    async create(ctx: TransactionContext, values: Record<string, unknown>): Promise<object> {
      await beforeWrite?.(ctx);
      await validate?.(ctx, values);
      const { tenant_id, user_id, now } = ctx;
      const id = uuid7(now);
      const at = { created_at: dateOf(now), updated_at: dateOf(now) };
      const row = { ...values, ...insertDefaults?.(ctx), ...at, id, tenant_id, created_by: user_id };
      await ctx.tx.insert(table).values(row);
      return readAfterWrite(ctx, id);
    },
    async change(ctx: TransactionContext, id: string, expected: number, values: Record<string, unknown>) {
      const row = await lockVersion(ctx, id, expected);
      await validate?.(ctx, { ...row, ...values });
      return write(ctx, row, values);
    },
    async remove(ctx: TransactionContext, id: string, expected: number): Promise<void> {
      const row = await lockVersion(ctx, id, expected);
      await beforeRemove?.(ctx, id);
      await write(ctx, row, { deleted_at: dateOf(ctx.now) });
    },
    async restore(ctx: TransactionContext, id: string): Promise<object> {
      const row = await lockRow(ctx, id);
      requireRestorable(row.deleted_at, ctx.now);
      await validate?.(ctx, row);
      return write(ctx, row, { deleted_at: null });
    },
    async act(ctx: TransactionContext, id: string, act: Action): Promise<object> {
      const row = await lockRow(ctx, id);
      if (row.deleted_at !== null) requireFound(null, entity.singular);
      requireState(act, String(row[stateColumn]));
      return write(ctx, row, act.to === undefined ? {} : { [stateColumn]: act.to });
    },
  };
}
export type Repository = ReturnType<typeof repository<Entity, Table>>;
