/** All principals of the access tests: signed in, paired, or anonymous. */
import { and, eq } from 'drizzle-orm';
import { ROLES, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import {
  devices,
  earnings,
  oauthTickets,
  passkeyChallenges,
  pairings,
  payouts,
  resetTokens,
  sessions,
  users,
} from '../../../server/db/schema.ts';
import { challengeHash } from '../../../server/identity/passkeys/challenges.ts';
import { makeTicket } from '../../../server/identity/oauth/tickets.ts';
import { newTotpSecret, stepAt, totpCode } from '../../../server/identity/secondFactor/totp.ts';
import { newToken, hashToken } from '../../../server/identity/session/tokens.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPerson } from '../../support/server/people.ts';
import { softwareKey } from '../identity/passkeys/softwareKey.ts';
import { ticketFor } from '../identity/secondFactor/authenticator.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { Who } from './outcome.ts';
import { addEntrances, addPasskeyRow } from '../../support/server/rows/entranceRows.ts';
import {
  addContracts,
  NO_CONTRACTS,
  type ContractRows,
} from '../../support/server/rows/sales/contractRows.ts';
import { addRequests, NO_REQUESTS, type ComplianceRows } from '../../support/server/rows/complianceRows.ts';
import { addTickets, NO_TICKETS, type TicketRows } from '../../support/server/rows/ticketRows.ts';
import {
  addSubmissions,
  NO_SUBMISSIONS,
  type SubmissionRows,
} from '../../support/server/rows/submissionRows.ts';
import { addViews, sessionOf, type Place } from './tenantRows.ts';

export interface Principal {
  name: string;
  who: Who;
  home: Place;
  /** Acts there where it crosses. */
  other: Place;
  token: string | null;
  session: string;
  /** Of its own user row. */
  version: number;
  screen: Screen | null;
  pairing: string | null;
  /** Saved by himself; the second one is deleted. */
  view: string;
  goneView: string;
  passkey: string;
  /** His own. */
  submissions: SubmissionRows;
  tickets: TicketRows;
  requests: ComplianceRows;
  contracts: ContractRows;
}
export interface Places {
  fleet: Place;
  others: Place;
  platform: Place;
}

const NONE = '00000000-0000-7000-8000-00000000000f';
const LONG_MS = 31 * 60_000;
const NOBODY: Who = { kind: 'anonymous', role: null, session: 'good', said: 'lately', hasNothing: false };
const UNSIGNED = {
  token: null,
  session: '',
  version: 1,
  screen: null,
  pairing: null,
  view: NONE,
  goneView: NONE,
  passkey: NONE,
  submissions: NO_SUBMISSIONS,
  tickets: NO_TICKETS,
  requests: NO_REQUESTS,
  contracts: NO_CONTRACTS,
};

export async function makePrincipals(test: TestServer, places: Places): Promise<Principal[]> {
  const { fleet, others, platform } = places;
  const at = (home: Place) => ({ home, other: home === others ? fleet : others });
  const user = async (role: Role, home: Place, name: string = role, more: Partial<Who> = {}) => {
    const signedIn = await test.signIn(role, home.tenant_id);
    const who: Who = { ...NOBODY, kind: 'user', role, ...more };
    const { token, id } = signedIn;
    const views = await addViews(test, home.tenant_id, id);
    const passkey = await addPasskeyRow(test, { tenant_id: home.tenant_id, user_id: id });
    const submissions = await addSubmissions(test, { like: home.creative.id, user_id: id });
    const tickets = await addTickets(test, { tenant_id: home.tenant_id, user_id: id });
    const contracts = await addContracts(test, { tenant_id: home.tenant_id, party: id });
    const requests = await addRequests(test, { tenant_id: home.tenant_id, user_id: id, leaving: id });
    const own = { ...views, passkey, submissions, tickets, requests, contracts, session: sessionOf(token) };
    return { ...UNSIGNED, ...at(home), ...own, name, who, token, user_id: id };
  };
  const roles = await Promise.all(ROLES.map(role => user(role, isStaff(role) ? platform : fleet)));
  const ended = { session: 'ended' } as const;
  const pending = await user('manager', fleet, 'pending manager', ended);
  const suspended = await user('owner', fleet, 'suspended owner', ended);
  const revoked = await user('staff_super_admin', platform, 'staff_super_admin, session revoked', ended);
  const longAgo = { said: 'long ago' } as const;
  const stale = [
    await user('owner', fleet, 'owner, password said long ago', longAgo),
    await user('staff_admin', platform, 'staff_admin, password said long ago', longAgo),
  ];
  const more = [
    await user('device_owner', fleet, 'device_owner without a screen', { hasNothing: true }),
    await user('manager', others, 'manager, no business portal'),
    await user('viewer', others, 'viewer, no business portal'),
  ];

  const { db, server } = test;
  const set = (id: string, status: 'pending_approval' | 'suspended') =>
    db.update(users).set({ status }).where(eq(users.id, id));
  await set(pending.user_id, 'pending_approval');
  await set(suspended.user_id, 'suspended');
  const now = server.clock.now();
  await db
    .update(sessions)
    .set({ revoked_at: new Date(now) })
    .where(eq(sessions.id, revoked.session));
  for (const one of stale)
    await db
      .update(sessions)
      .set({ authenticated_at: new Date(now - LONG_MS) })
      .where(eq(sessions.id, one.session));
  const driver = roles.find(one => one.who.role === 'device_owner');
  for (const [{ screen }, owner_user_id] of [
    [fleet, driver?.user_id ?? null],
    [others, others.by.id],
  ] as const)
    await db.update(devices).set({ owner_user_id }).where(eq(devices.id, screen.id));
  for (const id of driver ? [fleet.earnings.calculated, fleet.earnings.disputed] : [])
    await db
      .update(earnings)
      .set({ owner_user_id: driver?.user_id ?? '' })
      .where(eq(earnings.id, id));
  if (driver)
    await db
      .update(payouts)
      .set({ owner_user_id: driver.user_id })
      .where(eq(payouts.id, fleet.earnings.pending));
  return [
    { ...UNSIGNED, ...at(fleet), name: 'anonymous', who: NOBODY },
    ...roles,
    ...(await screens(test, fleet, others)),
    ...[pending, suspended, revoked, ...stale, ...more],
  ];
}

/** One that is paired, and one whose code waits to be typed. */
async function screens(test: TestServer, home: Place, other: Place): Promise<Principal[]> {
  const [paired] = await test.db
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(eq(pairings.key_id, home.screen.key.key_id), eq(pairings.device_id, home.screen.id)));
  const fresh = makeScreen(test);
  const { id } = await fresh.askCode();
  const base = { ...UNSIGNED, home, other };
  return [
    {
      ...base,
      name: 'device',
      who: { ...NOBODY, kind: 'device' },
      screen: home.screen,
      pairing: paired?.id ?? null,
    },
    { ...base, name: 'new device', who: { ...NOBODY, kind: 'new_device' }, screen: fresh, pairing: id },
  ];
}

/** An authenticator app that all users share; nobody has switched it on yet. */
function totpNow({ server }: TestServer) {
  const secret = newTotpSecret();
  return {
    code: totpCode(secret, stepAt(server.clock.now())),
    waiting: { is_on: false, secret: server.secret.wrap(secret), step: -1, recovery: [] },
  };
}

/** A code of a sign-in with a provider, and the cookie of its browser. */
async function addOauthCode(test: TestServer, user_id: string) {
  const cookie = newToken();
  const code = await makeTicket(
    test.server,
    { kind: 'code', user_id, made_at: test.server.clock.now() },
    hashToken(cookie),
  );
  const expires_at = new Date(test.server.clock.now() + LONG_MS);
  await test.db
    .update(oauthTickets)
    .set({ expires_at })
    .where(eq(oauthTickets.hash, hashToken(code)));
  return { code, cookie: `__Secure-wayside-oauth=${cookie}` };
}

/** A key that the user signs in with, and one that anybody may add in his own session. */
async function addPasskeys(test: TestServer, { id: user_id }: { id: string }) {
  const site = { origin: 'http://localhost:0', rpId: 'localhost' };
  const [cookie, challenge, key] = [newToken(), newToken(), softwareKey(user_id)];
  const { id: credential_id, public_key } = key;
  await addPasskeyRow(test, { tenant_id: test.tenant_id, user_id, credential_id, public_key });
  const open = await test.db.select({ id: sessions.id }).from(sessions);
  const holders = [
    { use: 'sign_in', id: hashToken(cookie) } as const,
    ...open.map(({ id }) => ({ use: 'add', id }) as const),
  ];
  const expires_at = new Date(test.server.clock.now() + LONG_MS);
  const { tenant_id } = test;
  await test.db
    .insert(passkeyChallenges)
    .values(holders.map(one => ({ hash: challengeHash(one, challenge), tenant_id, expires_at })));
  return {
    ...{ assertion: key.answer(challenge, site), made: softwareKey('').make(challenge, site) },
    cookie: `__Secure-wayside-passkey=${cookie}`,
  };
}

/** Whose sign-in, refresh and reset are tried by everybody. */
export async function makeGuest(test: TestServer) {
  const signedIn = await test.signIn('viewer');
  const link = newToken();
  await test.db.insert(resetTokens).values({
    hash: hashToken(link),
    tenant_id: test.tenant_id,
    user_id: signedIn.id,
    expires_at: new Date(test.server.clock.now() + LONG_MS),
  });
  const { invitationToken } = await addEntrances(test, test.tenant_id, {
    role: 'viewer',
    created_by: test.admin.id,
  });
  const { code, waiting } = totpNow(test);
  await test.db.update(users).set({ second_factor: waiting });
  const app = await addPerson(test, 'viewer', { second_factor: { ...waiting, is_on: true } });
  const ticket = await ticketFor(test, app.email);
  const oauth = await addOauthCode(test, signedIn.id);
  const passkey = await addPasskeys(test, signedIn);
  const emailLink = `${signedIn.id}.${newToken()}`;
  const email_change = {
    ...{ hash: hashToken(emailLink), email: 'moved-guest@test.example' },
    expires_at: new Date(test.server.clock.now() + LONG_MS).toISOString(),
  };
  await test.db.update(users).set({ email_change }).where(eq(users.id, signedIn.id));
  return { ...signedIn, link, emailLink, invitation: invitationToken, ticket, code, oauth, passkey };
}
export type Guest = Awaited<ReturnType<typeof makeGuest>>;
