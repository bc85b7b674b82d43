/** Signed addresses of media for the console: whoever was given one may read the bytes, for at most 10 minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import { mediaBytes } from '../../../shared/contract/content/media.ts';
import type { Server } from '../../context/server.ts';
import type { Work } from '../../transaction/work.ts';

const SECOND_MS = 1_000;
/** Ends stand on a grid of half their life, so that a list read twice names the same address and is cached. */
const GRID_S = 300;
const LIFE_S = 600;

type Keeper = Pick<Server, 'keys' | 'clock'>;
interface Linked {
  tenant_id: string;
  sha256: string;
  /** s since 1970 */
  exp: number;
}

const sign = ({ keys }: Keeper, { tenant_id, sha256, exp }: Linked) =>
  createHmac('sha256', keys.secret.derive('media links')).update(`${tenant_id}\n${sha256}\n${exp}`).digest();

export function mediaLink(
  { server, tenant_id, now }: Pick<Work, 'server' | 'tenant_id' | 'now'>,
  sha256: string,
): string {
  const exp = Math.floor(now / SECOND_MS / GRID_S) * GRID_S + LIFE_S;
  const sig = sign(server, { tenant_id, sha256, exp }).toString('base64url');
  return address(mediaBytes.path, { sha256 }, { tenant: tenant_id, exp, sig });
}

interface Asked {
  sha256: string;
  tenant?: string | undefined;
  exp?: string | undefined;
  sig?: string | undefined;
}
/** The tenant whose file it is, or null where the link is not ours or its time is up. */
export function tenantOfLink(server: Keeper, asked: Asked): string | null {
  const exp = Number(asked.exp);
  const { tenant, sha256 } = asked;
  if (tenant === undefined || !/^\d{1,12}$/.test(asked.exp ?? '')) return null;
  if (exp * SECOND_MS < server.clock.now()) return null;
  const given = Buffer.from(asked.sig ?? '', 'base64url');
  const right = sign(server, { tenant_id: tenant, sha256, exp });
  return given.length === right.length && timingSafeEqual(given, right) ? tenant : null;
}
