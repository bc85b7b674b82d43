/** Who is signed in, in which tenant he acts, and how that begins and ends. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import type * as contract from '../../../shared/contract/identity/auth.ts';
import type { Tokens, User } from '../../../shared/contract/identity/auth.ts';
import type { Answer, BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { ApiError, errorOf, isTransient } from '../../../shared/net/apiError.ts';
import { createClient, type ClientPorts } from '../../../shared/net/client.ts';
import type { LastUser } from '../../../shared/net/lastUser.ts';
import type { Lock } from '../../../shared/net/refresh.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';
import { learnServerTime } from '../../kit/text/serverClock.ts';
import type { ConsoleNetwork } from '../network.ts';
import { createReauth } from './reauth.ts';

export type Tenant = Answer<typeof contract.me>['tenants'][number];

export type SessionState =
  | { at: 'loading' }
  /** Tokens are there, but the server did not answer: nobody is signed out for that. */
  | { at: 'unreachable'; error: ApiError }
  | { at: 'unauthenticated' }
  /** Only a one-time password is known. */
  | { at: 'password_due' }
  /**
   * `user.tenant_id` is the tenant acted in; `home` the one the user belongs to.
   * `asOf`: the server is not there, so he is whom it named then (ms since 1970); null while it is.
   */
  | { at: 'authenticated'; user: User; home: string; tenants: readonly Tenant[]; asOf: number | null };

export type Passage = 'in' | 'out';

export interface SessionPorts {
  fetch: typeof fetch;
  tokens: TokenStore;
  clock: Clock;
  lock: Lock;
  /** Keeps the tenant switch: per tab, gone with the tab. */
  tab: Storage;
  online?: () => boolean;
  /** The monitor of the link, fetched by the first that asks for it. */
  network?: () => Promise<ConsoleNetwork>;
  queue?: ClientPorts['queue'];
  failed?: ClientPorts['failed'];
  /** Calls back when another tab has signed in or out, and tells the others when this one has. */
  otherTab: (changed: (what: Passage) => void) => void;
  tellTabs?: (what: Passage) => void;
  /** After a sign-out: whether the server has heard of it, and the token whose session must end if not. */
  signedOut?: (refreshToken: string, heard: Promise<boolean>) => void;
  /** Whom the server named last, if that is not too long ago. */
  lastUser?: () => Promise<LastUser | null>;
  log: (message: string, error: unknown) => void;
}

/** Schemas weigh more than the form they check: they come while it is being filled in. */
const calls = () => import('../../../shared/contract/identity/auth.ts');

const yes = () => true;

const TENANT_KEY = 'acting_tenant';
/** So long the look-up is waited for where somebody is known; it goes on, and its answer counts. */
const PATIENCE_MS = 5_000;

/** The tenant chosen before, else his own, else (for staff, whose own holds nothing) the first he may act in. */
const actingTenant = (tenants: readonly Tenant[], chosen: string | null, home: string): string =>
  [chosen, home].find(id => id !== null && tenants.some(tenant => tenant.id === id)) ??
  tenants[0]?.id ??
  chosen ??
  home;

export function createSession(ports: SessionPorts) {
  const store = createStore<SessionState>(() => ({ at: 'loading' }));
  const show = (state: SessionState) => store.setState(state, true);
  const endings = new Set<() => void>();
  const reauth = createReauth();
  const client = createClient({
    ...ports,
    async fetch(input, init) {
      const answer = await ports.fetch(input, init);
      learnServerTime(answer);
      return answer;
    },
    tenant: () => {
      const state = store.getState();
      return state.at === 'authenticated' ? state.user.tenant_id : null;
    },
    signedOut: () => void end(),
    confirm: () => reauth.ask(),
  });

  /** Nothing of the user is left in this tab. */
  function drop() {
    client.cancelAll();
    reauth.giveUp();
    for (const ending of endings) ending();
    ports.tab.removeItem(TENANT_KEY);
    show({ at: 'unauthenticated' });
  }

  async function end() {
    drop();
    await ports.tokens.write(null);
    ports.tellTabs?.('out');
  }

  /** By hand, since the client forgets the session at the same moment. */
  async function farewell({ access_token }: Tokens) {
    const { method, path } = (await calls()).logout;
    const headers = { accept: 'application/json', authorization: `Bearer ${access_token}` };
    const answer = await ports.fetch(path, { method, headers, credentials: 'include', keepalive: true });
    if (!answer.ok) throw await errorOf(answer);
  }

  function welcome(user: User, tenants: readonly Tenant[], asOf: number | null = null) {
    if (user.must_change_password) return show({ at: 'password_due' });
    const tenant_id = actingTenant(tenants, ports.tab.getItem(TENANT_KEY), user.tenant_id);
    show({ at: 'authenticated', user: { ...user, tenant_id }, home: user.tenant_id, tenants, asOf });
  }

  /** Opens with the user known from before; false where nobody is, or where it is settled already. */
  async function recall(): Promise<boolean> {
    const last = await ports.lastUser?.();
    if (!last || store.getState().at !== 'loading') return false;
    welcome(last.user, last.tenants, last.at);
    return true;
  }

  /** `signedIn`: whom the sign-in named; he is let in where the look-up does not answer. */
  async function load(signedIn: User | null = null) {
    const known = async () => {
      if (signedIn === null) return recall();
      welcome(signedIn, []);
      return true;
    };
    const waited = ports.clock.after(PATIENCE_MS, () => void known());
    try {
      const { user, tenants } = await client.call((await calls()).me, {});
      welcome(user, tenants);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'PASSWORD_CHANGE_REQUIRED') return show({ at: 'password_due' });
      if (isTransient(error) && (await known())) return;
      const { at } = store.getState();
      // A 401 after the refresh has ended the session already; patience may have opened it.
      if (at !== 'unauthenticated' && at !== 'authenticated') show({ at: 'unreachable', error });
    } finally {
      waited();
    }
  }

  async function take({ user, tokens }: { user: User; tokens: Tokens }) {
    await ports.tokens.write(tokens);
    ports.tellTabs?.('in');
    // For which customer staff act, and whether a viewer's tenant has the portal he starts in, the look-up says.
    const startsElsewhere = isStaff(user.role) || user.role === 'viewer';
    if (startsElsewhere && !user.must_change_password) return load(user);
    welcome(user, []);
  }

  /** The presence of tokens alone decides whether the user is looked up. */
  async function start() {
    show({ at: 'loading' });
    if (await ports.tokens.read()) return load();
    show({ at: 'unauthenticated' });
  }

  /** After a sign-out somebody else may be in already: who is, the tokens say. */
  ports.otherTab(what => {
    const isIn = store.getState().at !== 'unauthenticated';
    if (what === 'out' && isIn) drop();
    if (isIn === (what === 'out')) void start();
  });

  const logged = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      ports.log(what, error);
      throw error;
    }
  };

  return {
    store,
    client,
    network: ports.network,
    reauth,
    start,
    signIn: (body: BodyInput<typeof contract.login>) =>
      logged('sign-in failed', async () => take(await client.call((await calls()).login, { body }))),
    signInAs: (role: Role) =>
      logged('sign-in failed', async () =>
        take(await client.call((await calls()).demoLogin, { body: { role } })),
      ),
    /** Asks for an account; nobody is signed in by it. */
    register: (body: BodyInput<typeof contract.register>) =>
      logged('registration failed', async () => client.call((await calls()).register, { body })),
    async changePassword(body: BodyInput<typeof contract.changePassword>) {
      await logged('change of password failed', async () =>
        client.call((await calls()).changePassword, { body }),
      );
      await load();
    },
    /** Ends here at once; the server is told meanwhile, and later where it does not hear. */
    async signOut() {
      const kept = await ports.tokens.read();
      const heard = kept && logged('sign-out failed', () => farewell(kept)).then(yes, () => false);
      await end();
      if (kept && heard) ports.signedOut?.(kept.refresh_token, heard);
    },
    /** Read anew, keeping the tenant acted in. */
    refreshed(user: User, tenants: readonly Tenant[]) {
      if (store.getState().at === 'authenticated') welcome(user, tenants);
    },
    switchTenant(tenant_id: string) {
      const state = store.getState();
      if (state.at !== 'authenticated') throw new Error('No user logged in');
      ports.tab.setItem(TENANT_KEY, tenant_id);
      show({ ...state, user: { ...state.user, tenant_id } });
    },
    /** Runs at every end of the session: drops what was kept of the user. */
    onEnd(ending: () => void) {
      endings.add(ending);
      return () => void endings.delete(ending);
    },
  };
}
export type Session = ReturnType<typeof createSession>;
