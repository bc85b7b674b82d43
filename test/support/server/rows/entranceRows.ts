/** Invitations of a tenant, a company that registered there, a sign-in with a provider under way, and a job that is done later. */
import { businessRegistrations, invitations, jobs, oauthTickets } from '../../../../server/db/schema.ts';
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
  await db.insert(jobs).values({
    ...{ id: uuid7(now), tenant_id, kind: 'none', payload: '' },
    ...{ due_at: new Date(now + 400 * DAY_MS), created_at: new Date(now) },
  });
  return { invitation: id, invitationToken: token };
}
