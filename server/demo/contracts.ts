/** Contracts of the demo: a template, one contract in force, one that waits for its signature, one that is a draft. */
import { inArray, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { filledIn } from '../../shared/contract/sales/contractText.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { contracts, contractTemplates, signatures } from '../db/schema.ts';
import { hashOf } from '../sales/contracts/contracts.ts';
import { nextNumber } from '../sales/numbers.ts';
import { moneyText } from '../sales/money.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DAY_MS = 86_400_000;
const TERM_D = 180;
const NOTICE_D = 30;
const CURRENCY = 'EUR';
const TEMPLATE = {
  name: 'Advertising agreement',
  language: 'en' as const,
  body: `# Advertising agreement {{number}}

{{provider}} shows spots of {{customer}} on its screens in {{city}}.

## Term

The agreement holds from {{starts}} to {{ends}}.

## Price

The customer pays {{value}} for the term. Plays that cannot be proven are not charged.

## Content

- The customer names a language and an age rating for each spot.
- The provider may refuse a spot that breaks a law or its own rules.

## End

Either side may end the agreement in writing when the other one breaks it.`,
  variables: [{ key: 'city', type: 'text' as const, required: true }],
};
const CONTRACTS = [
  { title: 'Museum pass, summer', state: 'active', begins: -40, value_minor: 1_250_000 },
  { title: 'Night market evenings', state: 'sent', begins: 7, value_minor: 480_000 },
  { title: 'Harbour festival', state: 'draft', begins: 30, value_minor: 900_000 },
] as const;

interface Of {
  people: readonly { id: string; role?: Role }[];
  today: number;
}
const dayOf = (ms: number) => dateOf(ms).toISOString().slice(0, 10);

export async function insertContracts(
  { tx, tenant_id }: TransactionContext,
  { people, today }: Of,
): Promise<void> {
  const idOf = (role: Role) => people.find(one => one.role === role)?.id ?? '';
  const [created_by, user_id] = [idOf('admin'), idOf('viewer')];
  const template_id = uuid7(today);
  await tx
    .insert(contractTemplates)
    .values({ ...TEMPLATE, id: template_id, tenant_id, state: 'published', created_by });
  for (const { title, state, begins, value_minor } of CONTRACTS) {
    const [starts, ends] = [today + begins * DAY_MS, today + (begins + TERM_D) * DAY_MS].map(dayOf);
    const sentMs = Math.min(today, today + begins * DAY_MS) - DAY_MS;
    const sent_at = state === 'draft' ? null : dateOf(sentMs);
    const number = state === 'draft' ? null : await nextNumber(tx, 'contract', { tenant_id, now: sentMs });
    const known = { starts: starts ?? '', ends: ends ?? '', city: 'Lisbon' };
    const text = filledIn(TEMPLATE.body, {
      ...{ ...known, number: number ?? '', provider: 'Taxi fleet', customer: 'Tejo Culture' },
      value: moneyText(value_minor, CURRENCY, TEMPLATE.language),
    });
    const body = sent_at === null ? TEMPLATE.body : text;
    const isSigned = state === 'active';
    const id = uuid7(today);
    await tx.insert(contracts).values({
      ...{ id, tenant_id, number, title, state, created_by, body, value_minor, currency: CURRENCY },
      ...{ template_id, template_name: TEMPLATE.name, template_edition: 1, language: TEMPLATE.language },
      ...{ parties: [{ name: 'Tejo Culture', user_id }], defined: TEMPLATE.variables },
      ...{ variables: [{ key: 'city', value: 'Lisbon' }], starts: known.starts, ends: known.ends },
      ...{ renew: 'none', notice_d: NOTICE_D, body_sha256: sent_at === null ? null : hashOf(body), sent_at },
      ...{ signed: isSigned ? 2 : 0, signed_at: isSigned ? sent_at : null },
    });
    if (!isSigned || !sent_at) continue;
    const signature = { tenant_id, contract_id: id, body_sha256: hashOf(body), signed_at: sent_at };
    await tx.insert(signatures).values([
      { ...signature, id: uuid7(today), party: 0, user_id, name: 'Tejo Culture', method: 'typed' },
      {
        ...signature,
        id: uuid7(today),
        party: null,
        user_id: created_by,
        name: 'Taxi fleet',
        method: 'typed',
      },
    ]);
  }
}

/** Those they have made or signed, and their templates. */
export async function removeContracts(tx: Db, people: string[]): Promise<void> {
  const signed = tx
    .select({ id: signatures.contract_id })
    .from(signatures)
    .where(inArray(signatures.user_id, people));
  const theirs = tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(or(inArray(contracts.created_by, people), inArray(contracts.id, signed)));
  const ids = (await theirs).map(({ id }) => id);
  await tx.delete(signatures).where(inArray(signatures.contract_id, ids));
  await tx.delete(contracts).where(inArray(contracts.id, ids));
  await tx.delete(contractTemplates).where(inArray(contractTemplates.created_by, people));
}
