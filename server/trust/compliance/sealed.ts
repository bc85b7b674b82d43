/** Contracts and signatures, which the law keeps, from which a person was erased: what they held lies sealed beside them. */
import { and, desc, eq, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { LEGAL_TERM_YEARS } from '../../../shared/contract/trust/compliance.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { contracts, sealedOriginals, signatures } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isWithin } from './reach.ts';
import { pseudonymOf, redactAll, type Replacement } from './redact.ts';
import { mayHold } from './redactTables.ts';
import type { Wanted } from './wanted.ts';

const YEAR_MS = 365.25 * 86_400_000;
const keepUntil = (since: number) => dateOf(since + LEGAL_TERM_YEARS * YEAR_MS);

/** The text as it was signed, and what was replaced in it since. */
interface OriginalText {
  body: string;
  replaced: Replacement[];
}
interface Sealing {
  tenant_id: string;
  record_id: string;
  /** When the term of the law begins. */
  since: Date;
}

async function seal({ server, tx, now }: TransactionContext, of: Sealing, original: object): Promise<void> {
  await tx.insert(sealedOriginals).values({
    id: uuid7(now),
    tenant_id: of.tenant_id,
    record_id: of.record_id,
    sealed: server.secret.wrap(Buffer.from(JSON.stringify(original))),
    keep_until: keepUntil(of.since.getTime()),
    created_at: dateOf(now),
  });
}

/** undefined: nothing was sealed; null: its term is over. */
async function readSealed({ server, tx }: Pick<TransactionContext, 'server' | 'tx'>, record_id: string) {
  const [row] = await tx
    .select({ sealed: sealedOriginals.sealed })
    .from(sealedOriginals)
    .where(eq(sealedOriginals.record_id, record_id))
    .orderBy(desc(sealedOriginals.created_at))
    .limit(1);
  if (!row) return undefined;
  return row.sealed === ''
    ? null
    : (JSON.parse(server.secret.unwrap(row.sealed).toString('utf8')) as unknown);
}

/**
 * The text that was signed, where a person was erased from it since; undefined where nobody was. `body` is null once the
 * term of the law is over. `isRedactionIntact`: what stands now is that text with nothing changed but the names.
 */
export async function signedTextOf(
  ctx: Pick<TransactionContext, 'server' | 'tx'>,
  contract: { id: string; body: string },
): Promise<{ body: string | null; isRedactionIntact: boolean } | undefined> {
  const original = (await readSealed(ctx, contract.id)) as OriginalText | null | undefined;
  if (original === undefined) return undefined;
  if (original === null) return { body: null, isRedactionIntact: true };
  return {
    body: original.body,
    isRedactionIntact: redactAll(original.body, original.replaced) === contract.body,
  };
}

/** Contracts that name the person, drafts among them: in the tenant of the account, or as a party. */
export async function sealContracts(ctx: TransactionContext, wanted: Wanted): Promise<void> {
  const { tx } = ctx;
  const isParty = sql`${contracts.parties} @> ${JSON.stringify([{ user_id: wanted.id }])}::jsonb`;
  const isNamed = mayHold(sql`${contracts}::text`, wanted.here);
  const rows = await tx
    .select()
    .from(contracts)
    .where(
      and(
        isWithin(wanted.reach, sql`${contracts.tenant_id}`),
        or(isParty, and(eq(contracts.tenant_id, wanted.tenant_id), isNamed)),
      ),
    )
    .orderBy(contracts.id)
    .for('update');
  for (const row of rows) {
    const { title, template_name, parties, variables, defined, reason, body } = row;
    const texts = { title, template_name, parties, variables, defined, reason, body };
    /** A name of one word alone, which might be any word elsewhere, is his where the contract calls him so. */
    const called = wanted.called.filter(({ from }) =>
      parties.some(({ user_id, name }) => user_id === wanted.id && name === from),
    );
    const replacements = [...called, ...wanted.here.replacements];
    const set = redactAll(texts, replacements, wanted.here.parts);
    if (JSON.stringify(set) === JSON.stringify(texts)) continue;
    if (row.body_sha256 !== null) await sealText(ctx, row, replacements);
    await tx
      .update(contracts)
      .set({ ...set, version: row.version + 1 })
      .where(eq(contracts.id, row.id));
  }
}

/** The law counts from the end of a contract. Whose text was sealed before keeps the first one. */
async function sealText(
  ctx: TransactionContext,
  row: typeof contracts.$inferSelect,
  replacements: readonly Replacement[],
): Promise<void> {
  const before = (await readSealed(ctx, row.id)) as OriginalText | null | undefined;
  if (before === null) return;
  const since = row.ends === null ? (row.signed_at ?? row.created_at) : dateOf(Date.parse(row.ends));
  await seal(
    ctx,
    { tenant_id: row.tenant_id, record_id: row.id, since },
    { body: before?.body ?? row.body, replaced: [...(before?.replaced ?? []), ...replacements] },
  );
}

export async function sealSignatures(ctx: TransactionContext, { id, reach }: Wanted): Promise<void> {
  const { tx } = ctx;
  const isHis = and(eq(signatures.user_id, id), isWithin(reach, sql`${signatures.tenant_id}`));
  const rows = await tx
    .select()
    .from(signatures)
    .where(and(isHis, ne(signatures.name, pseudonymOf(id).name)))
    .for('update');
  for (const { name, image, ip, ua, ...row } of rows) {
    await seal(
      ctx,
      { tenant_id: row.tenant_id, record_id: row.id, since: row.signed_at },
      { name, image, ip, ua },
    );
    await tx
      .update(signatures)
      .set({ name: pseudonymOf(id).name, image: null, ip: null, ua: null })
      .where(eq(signatures.id, row.id));
  }
}

/** A contract that is renewed holds the same text under an id of its own; the law counts from the end of its own term. */
export async function copySealed(
  tx: Db,
  { from, to, ends }: { from: string; to: string; ends: string },
  now: number,
): Promise<void> {
  const rows = await tx.select().from(sealedOriginals).where(eq(sealedOriginals.record_id, from));
  if (rows.length > 0)
    await tx.insert(sealedOriginals).values(rows.map(row => ({ ...row, id: uuid7(now), record_id: to })));
  await keepSealedFrom(tx, to, Date.parse(ends));
}
/** A record that ends later than it was sealed for is kept for the term of the law from then on. `since`: ms. */
export const keepSealedFrom = (tx: Db, record_id: string, since: number) =>
  tx
    .update(sealedOriginals)
    .set({
      keep_until: sql`greatest(${sealedOriginals.keep_until}, ${keepUntil(since).toISOString()}::timestamptz)`,
    })
    .where(eq(sealedOriginals.record_id, record_id));

/** Once the term of the law is over nothing leads back to the person any more; that there was something is still known. */
export const sweepSealedOriginals = (tx: Db, now: number) =>
  tx
    .update(sealedOriginals)
    .set({ sealed: '' })
    .where(
      and(
        lt(sealedOriginals.keep_until, dateOf(now)),
        ne(sealedOriginals.sealed, ''),
        notExists(
          tx
            .select({ id: contracts.id })
            .from(contracts)
            .where(and(eq(contracts.id, sealedOriginals.record_id), eq(contracts.state, 'active'))),
        ),
      ),
    );
