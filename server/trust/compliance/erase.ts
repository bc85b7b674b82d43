/** Erases a person: the account ends, what is only about the person goes, and what stays holds a pseudonym. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  businessRegistrations,
  idempotencyKeys,
  invitations,
  passkeys,
  payoutAccounts,
  resetTokens,
  savedViews,
  sessions,
  users,
} from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { PERSON_COLUMNS, TEXT_COLUMNS, type TextColumns } from '../../db/personColumns.ts';
import { addressOf, namesOf, pseudonymOf, redactAll, type Replacement } from './redact.ts';
import { sealContracts, sealSignatures } from './sealed.ts';

type UserRow = typeof users.$inferSelect;
/** Where a name stands beside the id of the person: it may be a part of the name, or one that is no longer used. */
const NAMED_BESIDE = [
  ['tickets', 'requester_id', 'requester_name', 'requester_email'],
  ['tickets', 'assignee_id', 'assignee_name', 'assignee_email'],
  ['ticket_messages', 'author_id', 'author_name', null],
  ['playlists', 'locked_by', 'locked_name', null],
  ['player_config_versions', 'published_by', 'published_by_name', null],
  ['report_runs', 'created_by', 'requester', null],
] as const;
/** Contracts and signatures are sealed before they are changed, details of the audit log are deleted, a tenant is no person. */
const OWN_WAY = new Set(['contracts', 'signatures', 'audit_details', 'users', 'tenants']);

/**
 * `here`: is looked for in the tenant of the account, and in rows that name the person by id; `everywhere`: in all
 * tenants, which an address is only where its owner has proved it. Anybody may be called anything.
 */
export interface Wanted {
  id: string;
  tenant_id: string;
  here: readonly Replacement[];
  everywhere: readonly Replacement[];
}
export function wantedOf(user: UserRow): Wanted {
  const address = addressOf(user);
  const former = user.former_emails.map(email => addressOf({ id: user.id, email }));
  return {
    ...{ id: user.id, tenant_id: user.tenant_id },
    here: [address, ...former, ...namesOf(user)],
    everywhere: user.email_verified_at === null ? [] : [address],
  };
}

/** Within a transaction that sees the rows of all tenants. */
export async function erasePerson(ctx: TransactionContext, user: UserRow): Promise<void> {
  const { tx } = ctx;
  /** An address that was his may be another's by now. */
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, user.former_emails));
  const former_emails = user.former_emails.filter(email => !taken.some(one => one.email === email));
  const wanted = wantedOf({ ...user, former_emails });
  await sealContracts(ctx, wanted);
  await sealSignatures(ctx, user.id);
  await deleteOwnRows(tx, user);
  await endAccount(ctx, user);
  await replaceNamesBeside(tx, user.id);
  for (const columns of TEXT_COLUMNS) if (!OWN_WAY.has(columns.table)) await redactTable(tx, columns, wanted);
  await deleteAuditDetails(tx, wanted);
}

/** What has no meaning without the person. */
async function deleteOwnRows(tx: Db, { id, email, tenant_id, email_verified_at }: UserRow): Promise<void> {
  const where = (column: typeof invitations.tenant_id | typeof businessRegistrations.tenant_id) =>
    email_verified_at === null ? eq(column, tenant_id) : undefined;
  await tx.delete(sessions).where(eq(sessions.user_id, id));
  await tx.delete(resetTokens).where(eq(resetTokens.user_id, id));
  await tx.delete(passkeys).where(eq(passkeys.user_id, id));
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.user_id, id));
  await tx.delete(savedViews).where(eq(savedViews.user_id, id));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.user_id, id));
  await tx.delete(invitations).where(and(eq(invitations.email, email), where(invitations.tenant_id)));
  await tx
    .delete(businessRegistrations)
    .where(and(eq(businessRegistrations.email, email), where(businessRegistrations.tenant_id)));
}

async function endAccount({ tx, now }: TransactionContext, user: UserRow): Promise<void> {
  await tx
    .update(users)
    .set({
      ...{ email: pseudonymOf(user.id).email, first_name: null, last_name: null, status: 'deactivated' },
      ...{
        password_hash: null,
        second_factor: null,
        sign_in_ticket: null,
        email_change: null,
        former_emails: [],
        must_change_password: false,
      },
      ...{ google_sub: null, apple_sub: null, email_verified_at: null, last_login_at: null },
      ...{ is_signatory: false, onboarding: {}, tz: 'UTC' },
      ...{ version: user.version + 1, updated_at: dateOf(now) },
    })
    .where(eq(users.id, user.id));
}

async function replaceNamesBeside(tx: Db, id: string): Promise<void> {
  const to = pseudonymOf(id);
  for (const [table, by, name, email] of NAMED_BESIDE)
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(name)} = ${to.name}
        ${email === null ? sql`` : sql`, ${sql.identifier(email)} = ${to.email}`}
      where ${sql.identifier(by)} = ${id}`);
}

/** Rows that may hold one of these, whatever stands around it: what really does is seen by `redactAll`. */
const mayHold = (text: SQL, all: readonly Replacement[]) =>
  or(
    ...all.map(({ from }) => {
      /** As JSON has it, which most texts are not changed by. */
      const written = JSON.stringify(from).slice(1, -1);
      return sql`position(lower(${from}) in lower(${text})) > 0 or position(lower(${written}) in lower(${text})) > 0`;
    }),
  ) ?? sql`false`;
/** The rows of a table that are of the tenant of the account or name the person by id. */
const isNear = ({ table, hasTenant }: TextColumns, { id, tenant_id }: Wanted) =>
  or(
    hasTenant ? sql`t.tenant_id = ${tenant_id}` : undefined,
    ...PERSON_COLUMNS.filter(one => one.table === table && !one.isEmail && !one.isArray).map(
      ({ column }) => sql`t.${sql.identifier(column)} = ${id}`,
    ),
  ) ?? sql`false`;

/** All texts of a table, read, changed as values and written back: text of JSON has other signs than what it says. */
async function redactTable(tx: Db, texts: TextColumns, wanted: Wanted): Promise<void> {
  const { table, columns } = texts;
  const names = columns.map(({ name }) => sql`t.${sql.identifier(name)}`);
  const whole = sql`concat_ws(' ', ${sql.join(
    names.map(name => sql`${name}::text`),
    sql`, `,
  )})`;
  const rows = rowsOf<Record<string, unknown> & { at: string; is_near: boolean }>(
    await tx.execute(sql`
      select t.ctid::text as at, ${isNear(texts, wanted)} as is_near, ${sql.join(names, sql`, `)}
      from ${sql.identifier(table)} t
      where (${isNear(texts, wanted)} and (${mayHold(whole, wanted.here)})) or (${mayHold(whole, wanted.everywhere)})
      for update`),
  );
  for (const row of rows) {
    const replacements = row.is_near ? wanted.here : wanted.everywhere;
    const sets = columns.flatMap(({ name, type }) => {
      const value = redactAll(row[name], replacements);
      if (JSON.stringify(value) === JSON.stringify(row[name])) return [];
      const written = type === 'jsonb' ? JSON.stringify(value) : value;
      return [sql`${sql.identifier(name)} = ${sql.param(written)}::${sql.raw(type)}`];
    });
    if (sets.length > 0)
      await tx.execute(
        sql`update ${sql.identifier(table)} set ${sql.join(sets, sql`, `)} where ctid = ${row.at}::tid`,
      );
  }
}

/** The events stay, and their chain is whole without the details. */
async function deleteAuditDetails(tx: Db, wanted: Wanted): Promise<void> {
  const { id, tenant_id } = wanted;
  const detail = sql`d.detail::text`;
  await tx.execute(sql`
    delete from audit_details d where
      exists (select 1 from audit_events e where e.id = d.event_id and (e.actor_id = ${id} or e.target_id = ${id}))
      or (d.tenant_id = ${tenant_id} and (${mayHold(detail, wanted.here)}))
      or (${mayHold(detail, wanted.everywhere)})`);
}
