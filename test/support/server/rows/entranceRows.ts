/** Invitations of a tenant, a company that registered there, sign-ins under way, somebody's passkey, and a job that is done later. */
import {
  businessRegistrations,
  invitations,
  jobs,
  oauthTickets,
  passkeyChallenges,
  passkeys,
} from '../../../../server/db/schema.ts';
import { hashToken, newToken } from '../../../../server/identity/session/tokens.ts';
import type { Role } from '../../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

const DAY_MS = 86_400_000;

interface Of {
  role: Role;
  created_by: string;
}
export async function addEntrances(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
  of: Of,
) {
  const now = server.clock.now();
  const token = newToken();
  const id = uuid7(now);
  const email = `invited-${id}@test.example`;
  await db.insert(invitations).values({
    ...{ id, tenant_id, email, ...of, hash: hashToken(token) },
    expires_at: new Date(now + 400 * DAY_MS),
  });
  await db.insert(businessRegistrations).values({
    ...{ id: uuid7(now), tenant_id, email, company: 'Harbour cabs', country: 'PT' },
    ...{ terms_version: '1.0', dpa_version: '1.0', created_at: new Date(now) },
  });
  await db.insert(oauthTickets).values({
    ...{ hash: hashToken(newToken()), tenant_id, cookie_hash: '', holds: '' },
    expires_at: new Date(now + 400 * DAY_MS),
  });
  await db.insert(passkeyChallenges).values({
    ...{ hash: hashToken(newToken()), tenant_id },
    expires_at: new Date(now + 400 * DAY_MS),
  });
  await db.insert(jobs).values({
    ...{ id: uuid7(now), tenant_id, kind: 'none', payload: '' },
    ...{ due_at: new Date(now + 400 * DAY_MS), created_at: new Date(now) },
  });
  const passkey = await addPasskeyRow({ db, server }, { tenant_id, user_id: of.created_by });
  return { invitation: id, invitationToken: token, passkey };
}

/** One that nobody can use, unless `more` is of a key. */
export async function addPasskeyRow(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, user_id, ...more }: { tenant_id: string; user_id: string } & Partial<PasskeyRow>,
): Promise<string> {
  const id = uuid7(server.clock.now());
  const key = { credential_id: newToken(), public_key: '', counter: 0, ...more };
  const created_at = new Date(server.clock.now());
  await db.insert(passkeys).values({ id, tenant_id, user_id, name: 'Telephone', created_at, ...key });
  return id;
}
type PasskeyRow = typeof passkeys.$inferInsert;
