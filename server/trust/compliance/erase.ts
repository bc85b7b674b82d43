/** Erases a person: the account ends, what is only about the person goes, and what stays holds a pseudonym. */
import { eq, or, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  businessRegistrations,
  idempotencyKeys,
  invitations,
  payoutAccounts,
  resetTokens,
  savedViews,
  sessions,
  users,
} from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { TEXT_COLUMNS } from './personColumns.ts';
import { addressPattern, inJson, pseudonymOf, replacementsOf, type Replacement } from './redact.ts';
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
/** These are sealed before they are changed, and audit details are deleted: their hashes are of the words that stood there. */
const OWN_WAY = new Set(['contracts', 'signatures', 'audit_details', 'users']);

/** Within a transaction that sees the rows of all tenants. */
export async function erasePerson(ctx: TransactionContext, user: UserRow): Promise<void> {
  const { tx } = ctx;
  const replacements = replacementsOf(user);
  await sealContracts(ctx, { id: user.id, replacements });
  await sealSignatures(ctx, user.id);
  await deleteOwnRows(tx, user);
  await endAccount(ctx, user);
  await replaceNamesBeside(tx, user.id);
  for (const { table, columns } of TEXT_COLUMNS)
    if (!OWN_WAY.has(table)) await replaceWithin(tx, table, columns, replacements);
  await deleteAuditDetails(tx, user, replacements);
}

/** What has no meaning without the person. */
async function deleteOwnRows(tx: Db, { id, email }: UserRow): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.user_id, id));
  await tx.delete(resetTokens).where(eq(resetTokens.user_id, id));
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.user_id, id));
  await tx.delete(savedViews).where(eq(savedViews.user_id, id));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.user_id, id));
  await tx.delete(invitations).where(eq(invitations.email, email));
  await tx.delete(businessRegistrations).where(eq(businessRegistrations.email, email));
}

async function endAccount({ tx, now }: TransactionContext, user: UserRow): Promise<void> {
  await tx
    .update(users)
    .set({
      ...{ email: pseudonymOf(user.id).email, first_name: null, last_name: null, status: 'deactivated' },
      ...{ password_hash: null, second_factor: null, sign_in_ticket: null, must_change_password: false },
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

const isIn = (text: SQL, { from }: Replacement) => sql`position(lower(${from}) in lower(${text})) > 0`;
const replaced = (text: SQL, { from, to, isAddress }: Replacement) =>
  isAddress
    ? sql`regexp_replace(${text}, ${addressPattern(from)}, ${to}, 'gi')`
    : sql`replace(${text}, ${from}, ${to})`;

/** In all texts of a table, in whatever tenant they stand. */
async function replaceWithin(
  tx: Db,
  table: string,
  columns: readonly { name: string; type: string }[],
  replacements: readonly Replacement[],
): Promise<void> {
  const texts = columns.map(({ name, type }) => {
    const column = sql.identifier(name);
    const all = type === 'text' ? replacements : replacements.map(inJson);
    const text: SQL = type === 'text' ? sql`${column}` : sql`${column}::text`;
    const value = all.reduce(replaced, text);
    return {
      set: sql`${column} = ${type === 'text' ? value : sql`(${value})::${sql.raw(type)}`}`,
      has: all.map(one => isIn(text, one)),
    };
  });
  await tx.execute(sql`
    update ${sql.identifier(table)} set ${sql.join(
      texts.map(({ set }) => set),
      sql`, `,
    )}
    where ${or(...texts.flatMap(({ has }) => has))}`);
}

/** The events stay, and their chain is whole without the details. */
async function deleteAuditDetails(
  tx: Db,
  { id }: UserRow,
  replacements: readonly Replacement[],
): Promise<void> {
  await tx.execute(sql`
    delete from audit_details d where
      exists (select 1 from audit_events e where e.id = d.event_id and (e.actor_id = ${id} or e.target_id = ${id}))
      or ${or(...replacements.map(one => isIn(sql`d.detail::text`, inJson(one))))}`);
}
