/** One-time states and codes: stored hashed, what they stand for wrapped, and good only with the cookie of their browser. */
import { and, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import { PROVIDERS } from '../../../shared/contract/identity/providers.ts';
import type { Server } from '../../context/server.ts';
import { oauthTickets } from '../../db/schema.ts';
import { defaultTenant } from '../firstRun.ts';
import { hashToken, newToken } from '../session/tokens.ts';

/** The way to the provider and back, and from there to the page. */
const GOOD_FOR_MS = { state: 10 * 60_000, code: 60_000 } as const;

const contents = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    provider: z.enum(PROVIDERS),
    nonce: z.string(),
    verifier: z.string(),
  }),
  /** `made_at`: ms. */
  z.object({ kind: z.literal('code'), user_id: z.string(), made_at: z.number() }),
]);
type Contents = z.infer<typeof contents>;

/** Answers the token, which lies nowhere but in the hands of the browser. */
export async function makeTicket(server: Server, holds: Contents, cookie_hash: string): Promise<string> {
  const { tenantTransactions, secret, clock } = server;
  const token = newToken();
  const tenant_id = await defaultTenant(tenantTransactions);
  await tenantTransactions.inTenant(tenant_id, tx =>
    tx.insert(oauthTickets).values({
      ...{ hash: hashToken(token), tenant_id, cookie_hash },
      holds: secret.wrap(Buffer.from(JSON.stringify(holds))),
      expires_at: dateOf(clock.now() + GOOD_FOR_MS[holds.kind]),
    }),
  );
  return token;
}

/** null where it is unknown, used, too old, of another browser or of another kind. */
export async function takeTicket<K extends Contents['kind']>(
  server: Server,
  kind: K,
  { token, cookie_hash }: { token: string; cookie_hash: string | null },
): Promise<Extract<Contents, { kind: K }> | null> {
  if (cookie_hash === null) return null;
  const { tenantTransactions, secret, clock } = server;
  const tenant_id = await defaultTenant(tenantTransactions);
  const [taken] = await tenantTransactions.inTenant(tenant_id, tx =>
    tx
      .delete(oauthTickets)
      .where(
        and(
          eq(oauthTickets.tenant_id, tenant_id),
          eq(oauthTickets.hash, hashToken(token)),
          eq(oauthTickets.cookie_hash, cookie_hash),
          gt(oauthTickets.expires_at, dateOf(clock.now())),
        ),
      )
      .returning({ holds: oauthTickets.holds }),
  );
  if (!taken) return null;
  const holds = z.parse(contents, JSON.parse(secret.unwrap(taken.holds).toString('utf8')));
  return isOfKind(holds, kind) ? holds : null;
}

const isOfKind = <K extends Contents['kind']>(
  holds: Contents,
  kind: K,
): holds is Extract<Contents, { kind: K }> => holds.kind === kind;
