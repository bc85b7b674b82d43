/** Every form of the console against the server: what one refuses the other refuses, in the same words. */
import { zodResolver } from '@hookform/resolvers/zod';
import { sql } from 'drizzle-orm';
import type { FieldValues } from 'react-hook-form';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import { tenants } from '../../../server/db/schema.ts';
import { uuid7 } from '../../../shared/random.ts';
import { whoMay } from '../../support/console/firstRows.ts';
import { formCalls, type FormCall } from '../../support/console/forms.ts';
import { bodyOf, shapesOf } from '../../support/console/values.ts';
import { isDue } from '../../support/dailyShare.ts';
import { platformOf } from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
const by = new Map<Role, Awaited<ReturnType<TestServer['signIn']>>>();
beforeAll(async () => {
  test = await startTestServer();
  const platform = await platformOf(test);
  await test.db.update(tenants).set({ open_signup: true });
  for (const role of ROLES) by.set(role, await test.signIn(role, isStaff(role) ? platform : test.tenant_id));
});
afterAll(() => test.close());

/** Too short, too long, of another kind, out of bounds: what some form or other must not take. */
const VALUES: readonly unknown[] = [
  ...['', ' ', 'x', 'x'.repeat(5_000), 'no such thing', '2026-13-45', '25:61', 'a@b', '\u0000'],
  ...[-1e12, -1, 0, 0.5, 1e12, null, true, [], {}, ['x'.repeat(400)], Array.from({ length: 500 }, String)],
];

type Texts = Record<string, string>;
/** The first text at each place, as a form shows it. */
function leaves(errors: object, path = ''): Texts {
  const { message } = errors as { message?: unknown };
  if (typeof message === 'string') return { [path]: message };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null && name !== 'ref'
        ? Object.entries(leaves(inner as object, path === '' ? name : `${path}.${name}`))
        : [],
    ),
  );
}
/** What the form says, by the resolver it has in `FormPanel`. */
async function formSays(
  { schema }: FormCall,
  typed: FieldValues,
): Promise<{ texts: Texts; sent: FieldValues }> {
  const resolve = zodResolver(schema as ZodMiniType<FieldValues, FieldValues>);
  const { errors, values } = await resolve(typed, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  const texts = leaves(errors);
  /** What it takes it sends as the schema made it. */
  return { texts, sent: Object.keys(texts).length === 0 ? values : typed };
}

function headersFor({ access }: Endpoint): Record<string, string> {
  if (access.who !== 'user') return {};
  const above = access.tenants === 'all';
  const role = whoMay({ area: access.area, above }) ?? 'staff_super_admin';
  return { ...by.get(role)!.headers, 'x-tenant-id': test.tenant_id };
}
/** What the schema of one's own forms alone does not tell. */
const OWN: Readonly<Record<string, FieldValues>> = {
  register: {
    ...{ first_name: 'Some', last_name: 'Body', email: 'somebody@test.example' },
    ...{ password: 'Another-pass-1', confirmPassword: 'Another-pass-1' },
  },
  password: { currentPassword: TEST_PASSWORD, newPassword: 'Another-pass-1' },
};
const PASSWORD_ERRORS = ['VALIDATION', 'WEAK_PASSWORD'];
async function serverSays({ endpoint, body }: FormCall, values: FieldValues): Promise<Texts> {
  const answer = await test.app.inject({
    method: endpoint.method as 'POST',
    url: address(endpoint.path, { id: uuid7(Date.now()) }),
    payload: body?.(values, test.tenant_id) ?? values,
    headers: { ...headersFor(endpoint), 'if-match': '"1"' },
  });
  const { error = '', details = {} } =
    answer.body === '' ? {} : answer.json<{ error?: string; details?: Record<string, string[]> }>();
  if (!PASSWORD_ERRORS.includes(error)) return {};
  return Object.fromEntries(Object.entries(details).map(([name, texts]) => [name, texts[0] ?? '']));
}
/** Where the form gives a part another name than the call, its last name and its text are compared. */
const unnamed = (texts: Texts) => Object.values(texts).sort();

const calls = await formCalls();

it('OPEN-VAL-01 every form of the console is found, and what its fields are checked by are those of its call', () => {
  expect(calls.length).toBeGreaterThan(20);
  const strange = calls
    .filter(({ body }) => body === undefined)
    .flatMap(({ name, schema, fields, endpoint }) => {
      const [own = {}] = shapesOf(schema);
      const theirs = shapesOf(endpoint.body!);
      return fields.flatMap(field =>
        theirs.some(one => one[field] === own[field]) ? [] : [`${name}: ${field}`],
      );
    });
  expect(strange).toEqual([]);
});

/** Of the same JSON kind as a believable one, or none: what a field of the form can hold. */
const isLike = (value: unknown, believable: unknown) =>
  value !== null && typeof value === typeof believable && Array.isArray(value) === Array.isArray(believable);
/** What is tried in a field of a form with names of its own: of one that has parts, each of them in turn. */
function mappedValues(believable: unknown): unknown[] {
  const isWhole = typeof believable === 'object' && believable !== null && !Array.isArray(believable);
  if (!isWhole) return VALUES.filter(one => isLike(one, believable));
  return Object.entries(believable).flatMap(([part, own]) =>
    VALUES.filter(one => isLike(one, own)).map(value => ({ ...believable, [part]: value })),
  );
}
/** Forms that share their schema and their call share what comes of a field. */
const asked = new Map<string, Set<object>>();
function isNew({ schema, endpoint }: FormCall, field: string): boolean {
  const key = `${endpoint.method} ${endpoint.path} ${field}`;
  const before = asked.get(key) ?? new Set();
  asked.set(key, before);
  if (before.has(schema)) return false;
  before.add(schema);
  return true;
}

/** A deal has one of three kinds of floors, a dispute one of three subjects, an invoice a customer that is picked or typed: the form has the fields of all, and the call has only those of the kind that was chosen. */
const HAS_KINDS = /^(programmaticDeals,|disputes,|invoices, new)/;
/** A week is picked day by day: the field holds whole days or none, and the call has them in another shape. */
const PICKED_WHOLE = new Set(['hours']);
/** Another eighth each day; all of them at length. */
const due = calls.filter(({ name }, nth) => !HAS_KINDS.test(name) && (name in OWN || isDue(nth, 8)));
it.each(due.map(of => [of.name, of] as const))(
  'OPEN-VAL-01 what the form of %s refuses the server refuses in the same words, and nothing else',
  async (name, of) => {
    const whole: FieldValues = OWN[name] ?? bodyOf(of.schema);
    /** A form with names of its own is sent whole, and its fields hold what they can hold. */
    const isMapped = of.body !== undefined;
    const base = of.endpoint.method === 'PATCH' && !isMapped ? {} : whole;
    const unbounded: string[] = [];
    const typed = of.fields.filter(one => !(isMapped && PICKED_WHOLE.has(one)));
    for (const field of typed.filter(one => isNew(of, one))) {
      let refusals = 0;
      for (const value of isMapped ? mappedValues(whole[field]) : VALUES) {
        if (name in OWN) await test.db.execute(sql`delete from rate_counters`);
        /** A code stands in its table once, which no form can know. */
        if (name.startsWith('alertGeocodes'))
          await test.db.execute(sql`delete from alert_geocodes where value = ${whole['value']}`);
        if (name.startsWith('plans'))
          await test.db.execute(sql`delete from plans where code = ${whole['code']}`);
        const both = name === 'register' && field === 'password' ? { confirmPassword: value } : {};
        const values = { ...base, [field]: value, ...both };
        const { texts, sent } = await formSays(of, values);
        const server = await serverSays(of, sent);
        const [one, other] = isMapped ? [unnamed(texts), unnamed(server)] : [texts, server];
        expect([field, value, one]).toEqual([field, value, other]);
        refusals += Object.keys(texts).length;
      }
      /** Of a row that is picked nothing is known here, so that nothing was tried. */
      const isPicked = isMapped && whole[field] === undefined;
      if (refusals === 0 && typeof whole[field] !== 'boolean' && !isPicked) unbounded.push(field);
    }
    expect(unbounded).toEqual([]);
  },
);
