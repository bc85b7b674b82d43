/** The session: the signed-in user, his acting tenant, sign-in and sign-out. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import type * as contract from '../../../shared/contract/identity/auth.ts';
import type { CodeNeeded, SignedIn, Tokens, User } from '../../../shared/contract/identity/auth.ts';
import type { Answer, BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { ApiError, readApiError, isTransient } from '../../../shared/net/apiError.ts';
import { createClient, type ClientPorts } from '../../../shared/net/client.ts';
import type { LastUser } from '../../../shared/net/lastUser.ts';
import type { Lock } from '../../../shared/net/refresh.ts';
import { subjectOf } from '../../../shared/net/subject.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';
import { unsavedChangesStore } from '../../kit/unsavedChanges.ts';
import { learnServerTime } from '../../kit/text/serverClock.ts';
import type { ConsoleNetwork } from '../network.ts';
import { createReauth } from './reauth.ts';
import {
  actingTenant,
  foreignTenantOf,
  forgetOtherSession,
  forgetTenant,
  keepTenant,
  tieTenant,
} from './tenant/actingTenant.ts';

export type Tenant = Answer<typeof contract.me>['tenants'][number];

export type SessionState =
  | { at: 'loading' }
  /** Tokens exist, but the server did not answer; the user stays signed in. */
  | { at: 'unreachable'; error: ApiError }
  | { at: 'unauthenticated' }
  /**
   * The user signed in with a one-time password and must change it. `password`: what he typed at the sign-in; it
   * is held here alone, so that the change does not ask for it again, and is lost with the page.
   */
  | { at: 'password_due'; password?: string | undefined }
  /** The ticket and a code make a session; null: his role requires a second factor, and he has none. */
  | { at: 'second_factor'; ticket: string | null }
  /**
   * `user.tenant_id` is the tenant acted in; `home` the one the user belongs to.
   * `asOf`: the server is not there, so he is whom it named then (ms since 1970); null while it is.
   */
  | {
      at: 'authenticated';
      user: User;
      homeTenantId: string;
      tenants: readonly Tenant[];
      asOf: number | null;
    };

/** `ended`: by the server, not by the user's own sign-out. */
export type SessionChange = 'in' | 'out' | 'ended';

export interface SessionPorts {
  fetch: typeof fetch;
  tokens: TokenStore;
  clock: Clock;
  lock: Lock;
  /** Stores the acting tenant per tab. */
  tabStorage: Storage;
  online?: () => boolean;
  /** Loads the network monitor on first use. */
  network?: () => Promise<ConsoleNetwork>;
  enqueue?: ClientPorts['enqueue'];
  onFailure?: ClientPorts['onFailure'];
  /** Calls back when another tab has signed in or out. */
  onOtherTab: (onChange: (change: SessionChange) => void) => void;
  notifyTabs?: (change: SessionChange) => void;
  /** Runs after a sign-out. If the server does not confirm it, the session of this token must be revoked later. */
  onSignedOut?: (refreshToken: string, serverConfirmed: Promise<boolean>) => void;
  /** The user the server confirmed last, unless that is too long ago. */
  loadLastUser?: () => Promise<LastUser | null>;
  log: (message: string, error: unknown) => void;
}

/** The schemas are larger than the sign-in form, so they are loaded while the user fills it in. */
const calls = () => import('../../../shared/contract/identity/auth.ts');

const returnTrue = () => true;

/** After this time the last known user is shown; the look-up continues, and its answer still counts. */
const LAST_USER_AFTER_MS = 5_000;

/** An answer without its parts is none of our server's: the page says so instead of breaking. */
function requireWhole(answer: Partial<Answer<typeof contract.me>>) {
  const { user, tenants } = answer;
  if (!user || !tenants) throw new ApiError('NOT_OURS', 'The answer lacks the user or his tenants');
  return { user, tenants };
}

export function createSession(ports: SessionPorts) {
  const store = createStore<SessionState>(() => ({ at: 'loading' }));
  const setState = (state: SessionState) => store.setState(state, true);
  const endListeners = new Set<() => void>();
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
      if (state.at !== 'authenticated') return null;
      const wanted = foreignTenantOf(state);
      // Refused here as the server would: nothing goes there, nor waits to go.
      if (wanted !== null)
        throw new ApiError('TENANT_DENIED', 'Tenant Access Denied', { details: { wanted } });
      return state.user.tenant_id;
    },
    onSignedOut: endOrAsk,
    onFailure(url, error) {
      if (error.code === 'SECOND_FACTOR_DUE') setState({ at: 'second_factor', ticket: null });
      ports.onFailure?.(url, error);
    },
    reauthenticate: async ({ code, status }) => {
      if (code === 'REAUTH_REQUIRED') return reauth.request('password');
      return status === 401 && isAsked() && reauth.request('signIn');
    },
  });

  /** Removes everything of the user from this tab. */
  function clearSession() {
    client.cancelAll();
    reauth.cancel();
    for (const listener of endListeners) listener();
    forgetTenant(ports.tabStorage);
    setState({ at: 'unauthenticated' });
  }

  async function writeTokens(tokens: Tokens | null, change: SessionChange = tokens ? 'in' : 'out') {
    await ports.tokens.write(tokens);
    if (tokens) tieTenant(ports.tabStorage, tokens);
    ports.notifyTabs?.(change);
  }

  const isAsked = () => reauth.store.getState().need === 'signIn';
  /** The server has ended the session. A page with unsaved changes stays, and its calls wait for a sign-in over it. */
  function endOrAsk() {
    clearOrAsk();
    void writeTokens(null, 'ended');
  }
  function clearOrAsk() {
    if (unsavedChangesStore.getState().dirty) void reauth.request('signIn');
    else clearSession();
  }

  /** A direct fetch, because the client drops the session at the same moment. */
  async function sendLogout({ access_token }: Tokens) {
    const { method, path } = (await calls()).logout;
    const headers = { accept: 'application/json', authorization: `Bearer ${access_token}` };
    const answer = await ports.fetch(path, { method, headers, credentials: 'include', keepalive: true });
    if (!answer.ok) throw await readApiError(answer);
  }

  function setAuthenticated(user: User, tenants: readonly Tenant[], asOf: number | null = null) {
    if (user.must_change_password) return setState({ at: 'password_due' });
    const tenant_id = actingTenant(ports.tabStorage, tenants, user.tenant_id);
    setState({
      at: 'authenticated',
      user: { ...user, tenant_id },
      homeTenantId: user.tenant_id,
      tenants,
      asOf,
    });
  }

  /** Continues with the last known user; false if there is none or the session is already decided. */
  async function restoreLastUser(): Promise<boolean> {
    const last = await ports.loadLastUser?.();
    if (!last || store.getState().at !== 'loading') return false;
    setAuthenticated(last.user, last.tenants, last.at);
    return true;
  }

  async function loadUser() {
    const cancelTimer = ports.clock.after(LAST_USER_AFTER_MS, () => void restoreLastUser());
    try {
      const { user, tenants } = requireWhole(await client.call((await calls()).me, {}));
      setAuthenticated(user, tenants);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'SECOND_FACTOR_DUE') return;
      if (error.code === 'PASSWORD_CHANGE_REQUIRED') return setState({ at: 'password_due' });
      if (isTransient(error) && (await restoreLastUser())) return;
      const { at } = store.getState();
      // A 401 after the refresh has already ended the session; the timeout may have restored the last user.
      if (at !== 'unauthenticated' && at !== 'authenticated') setState({ at: 'unreachable', error });
    } finally {
      cancelTimer();
    }
  }

  /** The end of every way in. */
  async function enter(answer: SignedIn | CodeNeeded, password?: string) {
    if ('ticket' in answer) return setState({ at: 'second_factor', ticket: answer.ticket });
    const { user, tokens, second_factor_due, tenants = [] } = answer;
    await writeTokens(tokens);
    if (user.must_change_password) return setState({ at: 'password_due', password });
    if (second_factor_due) return setState({ at: 'second_factor', ticket: null });
    setAuthenticated(user, tenants);
  }

  /** Looks up the user only if tokens are stored. */
  async function start() {
    setState({ at: 'loading' });
    const tokens = await ports.tokens.read();
    forgetOtherSession(ports.tabStorage, tokens);
    if (tokens) return loadUser();
    setState({ at: 'unauthenticated' });
  }

  /** After another tab's sign-out a different user may already be signed in; the stored tokens decide. */
  ports.onOtherTab(message => {
    const isSignedIn = store.getState().at !== 'unauthenticated';
    if (message === 'ended') return isSignedIn ? clearOrAsk() : undefined;
    if (message === 'out' && isSignedIn) clearSession();
    if (isSignedIn === (message === 'out')) void start();
  });

  const logFailure = async <T>(change: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      ports.log(change, error);
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
      logFailure('sign-in failed', async () =>
        enter(await client.call((await calls()).login, { body }), body.password),
      ),
    signInAs: (role: Role) =>
      logFailure('sign-in failed', async () =>
        enter(await client.call((await calls()).demoLogin, { body: { role } })),
      ),
    /** With what another way in has answered. */
    enter,
    writeTokens,
    /** Leaves the page whose session the server has ended. */
    leave: clearSession,
    /** Requests an account; it does not sign in. */
    register: (body: BodyInput<typeof contract.register>) =>
      logFailure('registration failed', async () => client.call((await calls()).register, { body })),
    async changePassword(body: BodyInput<typeof contract.changePassword>) {
      await logFailure('change of password failed', async () =>
        client.call((await calls()).changePassword, { body }),
      );
      await loadUser();
    },
    /** Also while the server does not answer, from the token that is kept here; null: nobody is signed in. */
    async userId(): Promise<string | null> {
      const state = store.getState();
      if (state.at === 'authenticated') return state.user.id;
      const tokens = await ports.tokens.read();
      return tokens && subjectOf(tokens.access_token);
    },
    /** Signs out locally at once and tells the server in parallel; if that fails, the revocation is sent later. */
    async signOut() {
      const tokens = await ports.tokens.read();
      const serverConfirmed =
        tokens && logFailure('sign-out failed', () => sendLogout(tokens)).then(returnTrue, () => false);
      clearSession();
      await writeTokens(null);
      if (tokens?.refresh_token && serverConfirmed)
        ports.onSignedOut?.(tokens.refresh_token, serverConfirmed);
    },
    /** Updates the user and keeps the acting tenant. */
    updateUser(user: User, tenants: readonly Tenant[]) {
      if (store.getState().at === 'authenticated') setAuthenticated(user, tenants);
    },
    switchTenant(tenant_id: string) {
      const state = store.getState();
      if (state.at !== 'authenticated') throw new Error('No user logged in');
      keepTenant(ports.tabStorage, tenant_id);
      setState({ ...state, user: { ...state.user, tenant_id } });
    },
    /** Runs at every end of the session, to clear data of the user. */
    onEnd(listener: () => void) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
  };
}
export type Session = ReturnType<typeof createSession>;
