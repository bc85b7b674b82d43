/** Signed URLs of media for the console: whoever holds one may read the bytes, for at most 10 minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import { mediaBytes } from '../../../shared/contract/content/media.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const SECOND_MS = 1_000;
/** Expiry times are rounded to half the lifetime, so that repeated reads give the same URL, which can be cached. */
const GRID_S = 300;
const LIFE_S = 600;

type LinkSigner = Pick<Server, 'keys' | 'clock'>;
interface LinkClaims {
  tenant_id: string;
  sha256: string;
  /** s since 1970 */
  exp: number;
}

const sign = ({ keys }: LinkSigner, { tenant_id, sha256, exp }: LinkClaims) =>
  createHmac('sha256', keys.secret.derive('media links')).update(`${tenant_id}\n${sha256}\n${exp}`).digest();

export function mediaLink(
  { server, tenant_id, now }: Pick<TransactionContext, 'server' | 'tenant_id' | 'now'>,
  sha256: string,
): string {
  const exp = Math.floor(now / SECOND_MS / GRID_S) * GRID_S + LIFE_S;
  const sig = sign(server, { tenant_id, sha256, exp }).toString('base64url');
  return address(mediaBytes.path, { sha256 }, { tenant: tenant_id, exp, sig });
}

interface SignedLinkQuery {
  sha256: string;
  tenant?: string | undefined;
  exp?: string | undefined;
  sig?: string | undefined;
}
/** The tenant of the link; null where the signature is wrong or expired. */
export function tenantOfLink(server: LinkSigner, query: SignedLinkQuery): string | null {
  const exp = Number(query.exp);
  const { tenant, sha256 } = query;
  if (tenant === undefined || !/^\d{1,12}$/.test(query.exp ?? '')) return null;
  if (exp * SECOND_MS < server.clock.now()) return null;
  const presented = Buffer.from(query.sig ?? '', 'base64url');
  const expected = sign(server, { tenant_id: tenant, sha256, exp });
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? tenant : null;
}
