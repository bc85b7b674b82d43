/** What is looked for where a person is erased, and where. */
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { businessRegistrations, contracts, signatures, tenants, users } from '../../db/schema.ts';
import type { UserRow } from '../../identity/users/users.ts';
import type { Reach } from './reach.ts';
import {
  addressOf,
  fullNameOf,
  namesOf,
  pairsOf,
  pseudonymOf,
  type Parts,
  type Replacement,
} from './redact.ts';

/** Texts that hold one of these anywhere, and values that are a part of a name beside what names the person. */
export interface Sought {
  replacements: readonly Replacement[];
  parts: Parts;
}
/**
 * `here`: is looked for in the tenant of the account, and in rows that name the person by id; `everywhere`: in all
 * tenants within reach, which an address is only where its owner has proved it. Anybody may be called anything.
 */
export interface Wanted {
  id: string;
  tenant_id: string;
  email: string;
  isProven: boolean;
  /** In lower case, former ones among them. */
  addresses: string[];
  reach: Reach;
  /** As contracts call him beside his id. */
  called: readonly Replacement[];
  here: Sought;
  everywhere: Sought;
}

/** An address or a name that was his may be another's by now. */
async function ownFormer(tx: Db, user: UserRow) {
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, user.former_emails));
  const namesakes = await tx
    .select({ first_name: users.first_name, last_name: users.last_name })
    .from(users)
    .where(and(eq(users.tenant_id, user.tenant_id), ne(users.id, user.id)));
  const called = new Set(namesakes.map(fullNameOf));
  return {
    emails: user.former_emails.filter(email => !taken.some(one => one.email === email)),
    names: user.former_names.filter(names => !called.has(fullNameOf(names))),
  };
}

/** That he gave with a company, and that its tenant took with his address. */
async function telephonesOf(tx: Db, { id, tenant_id }: UserRow, addresses: string[]): Promise<string[]> {
  const { phone, user_id, email } = businessRegistrations;
  const isOfAddress = and(
    eq(businessRegistrations.tenant_id, tenant_id),
    inArray(sql`lower(${email})`, addresses),
  );
  const ofCompanies = await tx
    .select({ phone })
    .from(businessRegistrations)
    .where(or(eq(user_id, id), isOfAddress));
  const ofTenants = await tx
    .select({ phone: tenants.contact_phone })
    .from(tenants)
    .where(and(eq(tenants.id, tenant_id), inArray(sql`lower(${tenants.contact_email})`, addresses)));
  return [...ofCompanies, ...ofTenants].flatMap(one => (one.phone === null ? [] : [one.phone]));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/**
 * Where that is a name of his however it is written: it shares a word with one that he has borne or has signed with. A
 * company that he signs for keeps its own.
 */
async function calledInContracts(tx: Db, id: string, borne: readonly string[]): Promise<string[]> {
  const isParty = sql`${contracts.parties} @> ${JSON.stringify([{ user_id: id }])}::jsonb`;
  const rows = await tx.select({ parties: contracts.parties }).from(contracts).where(isParty);
  const signed = await tx
    .selectDistinct({ name: signatures.name })
    .from(signatures)
    .where(eq(signatures.user_id, id));
  const words = new Set([...borne, ...signed.map(({ name }) => name)].flatMap(wordsOf));
  const names = rows
    .flatMap(({ parties }) => parties)
    .filter(({ user_id, name }) => user_id === id && wordsOf(name).some(word => words.has(word)))
    .map(({ name }) => name);
  return [...new Set(names)];
}

export async function wantedOf(tx: Db, user: UserRow, reach: Reach): Promise<Wanted> {
  const { id, tenant_id, email } = user;
  const former = await ownFormer(tx, user);
  const isProven = user.email_verified_at !== null;
  const own = addressOf(user);
  const addresses = [own, ...former.emails.map(one => addressOf({ id, email: one }))];
  const all = [user, ...former.names];
  const to = pseudonymOf(id).name;
  const marks = addresses.map(({ from }) => from);
  const lowered = marks.map(mark => mark.toLowerCase());
  const telephones = await telephonesOf(tx, user, lowered);
  const borne = all.flatMap(names => [names.first_name, names.last_name, fullNameOf(names)]);
  const ownNames = borne.flatMap(name => (name?.trim() ? [name.trim()] : []));
  const called = (await calledInContracts(tx, id, ownNames)).map(from => ({ from, to, isAddress: false }));
  const values = [...addresses, ...[...telephones, ...ownNames].map(from => ({ from, to })), ...called];
  return {
    ...{ id, tenant_id, email, isProven, reach, called },
    addresses: lowered,
    here: {
      replacements: [
        ...addresses,
        ...called.filter(({ from }) => wordsOf(from).length > 1),
        ...all.flatMap(names => namesOf({ ...names, id })),
      ],
      parts: { marks: [id, ...marks], pairs: pairsOf(all), values },
    },
    everywhere: {
      replacements: isProven ? [own] : [],
      parts: { marks: isProven ? [id, email] : [id], pairs: [], values },
    },
  };
}
