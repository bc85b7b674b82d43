/** Users of a test server: inserted into the database, signed in from a browser that keeps cookies. */
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { tenants, users } from '../../../server/db/schema.ts';
import { hashPassword } from '../../../server/identity/passwords/passwords.ts';
import type { Tokens } from '../../../shared/contract/identity/auth.ts';
import { isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import { TEST_PASSWORD, type TestServer } from './server.ts';

let networks = 0;
/** An IP address in a network of its own, so that no other test uses up its rate limits. */
export const freshAddress = () => `10.${100 + ((++networks >> 8) & 127)}.${networks & 255}.7`;

let mails = 0;
export const freshEmail = (word = 'somebody') => `${word}-${++mails}@test.example`;

export async function platformOf(t: TestServer): Promise<string> {
  const [platform] = await t.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  return platform?.id ?? '';
}

export interface Person {
  id: string;
  email: string;
  role: Role;
  tenant_id: string;
}
type Extra = Partial<typeof users.$inferInsert>;

const testHash = hashPassword(TEST_PASSWORD);

/** With TEST_PASSWORD; staff at the platform, others in the default tenant unless `extra` says where. */
export async function addPerson(t: TestServer, role: Role, extra: Extra = {}): Promise<Person> {
  const tenant_id = extra.tenant_id ?? (isStaff(role) ? await platformOf(t) : t.tenant_id);
  const person = { id: uuid7(t.server.clock.now()), email: freshEmail(role), role, tenant_id };
  const password_hash = await testHash;
  await t.db.insert(users).values({ status: 'active', password_hash, ...person, ...extra });
  return person;
}

interface BrowserOptions {
  host?: string;
  address?: string;
}
/** Keeps cookies by name and sends them below /api/auth, where all of ours belong. */
export function openBrowser(
  t: TestServer,
  { host = 'localhost', address = freshAddress() }: BrowserOptions = {},
) {
  const jar = new Map<string, string>();
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await t.app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: address,
      headers: { host, ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    return answer;
  };
  return {
    jar,
    /** Names of the cookies of sessions: that a browser is known to an account outlives them. */
    bindings: () => [...jar.keys()].filter(name => !name.startsWith('__Secure-wayside-known-')),
    post,
    signIn: (email: string, password = TEST_PASSWORD) => post('/api/auth/login', { email, password }),
    refresh: (refresh_token: string) => post('/api/auth/refresh', { refresh_token }),
  };
}
export type Browser = ReturnType<typeof openBrowser>;
type Reply = Awaited<ReturnType<Browser['post']>>;

export const tokensOf = (answer: Reply) => answer.json<{ tokens: Tokens }>().tokens;
export const outcomeOf = (answer: Pick<Reply, 'statusCode' | 'json'>) =>
  answer.statusCode < 400 ? [answer.statusCode] : [answer.statusCode, answer.json<{ error: string }>().error];

interface Call {
  payload?: object;
  /** For If-Match. */
  version?: number;
  /** X-Tenant-Id; his own where none is named. */
  tenant?: string;
}
export interface SignedIn extends Person {
  browser: Browser;
  tokens: Tokens;
  call(method: NonNullable<InjectOptions['method']>, url: string, call?: Call): Promise<Reply>;
}

function holding(t: TestServer, person: Person, browser: Browser, tokens: Tokens): SignedIn {
  const { id, email, role, tenant_id } = person;
  return {
    ...{ id, email, role, tenant_id, browser, tokens },
    call: (method, url, { payload, version, tenant } = {}) =>
      t.app.inject({
        method,
        url,
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }),
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          ...(tenant !== undefined && { 'x-tenant-id': tenant }),
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
      }),
  };
}

export async function signInAs(t: TestServer, person: Person, options?: BrowserOptions): Promise<SignedIn> {
  const browser = openBrowser(t, options);
  return holding(t, person, browser, tokensOf(await browser.signIn(person.email)));
}
/** The same session with its next tokens. */
export async function refreshed(t: TestServer, who: SignedIn): Promise<SignedIn> {
  return holding(t, who, who.browser, tokensOf(await who.browser.refresh(who.tokens.refresh_token)));
}

export const newcomer = async (t: TestServer, role: Role, extra?: Extra): Promise<SignedIn> =>
  signInAs(t, await addPerson(t, role, extra));

export interface Event {
  action: string;
  actor_id: string | null;
  target_id: string | null;
  detail: { diff: Record<string, unknown>; target_name?: string | null } | null;
}
/** Audit events of a tenant, newest first. */
export async function eventsOf(by: SignedIn, filter: string, tenant?: string): Promise<Event[]> {
  const answer = await by.call('GET', `/api/audit-events?${filter}`, tenant === undefined ? {} : { tenant });
  return answer.json<{ items: Event[] }>().items;
}
