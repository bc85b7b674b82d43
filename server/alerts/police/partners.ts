/** Knows partners by their keys, and refuses what a key is not for before the body is read. */
import { eq } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { FastifyRequest } from 'fastify';
import type { KeyScope } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { policeClients, policeKeys, tenants } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { PolicePrincipal } from '../../http/principal.ts';
import type { Partners } from '../../http/guard.ts';
import { networkOf } from '../../transaction/limits.ts';
import { isThatKey, lookupOf } from './keyFormat.ts';
import { keyStateAt } from './keyState.ts';
import { noteRefusal, noteUse } from './uses.ts';

const BEARER = /^Bearer (\S+)$/;
/** A key for tests may do these with tests. */
const WITH_TESTS: readonly KeyScope[] = ['alerts:create', 'alerts:update', 'alerts:cancel', 'alerts:read'];

type KeyRow = typeof policeKeys.$inferSelect;
type ClientRow = typeof policeClients.$inferSelect;

export const outOfScope = (reason: string, text: string, details: Record<string, unknown> = {}) =>
  new AppError('SCOPE', text, { reason, ...details });
const notKnown = () => new AppError('AUTH_REQUIRED', 'This key is not known, has expired or was revoked.');

export function openPartners(server: Server): Partners {
  const { tenantTransactions, clock, limits } = server;

  async function find(key: string, lookup: string) {
    const [row] = await tenantTransactions.acrossTenants(tx =>
      tx
        .select({ key: policeKeys, client: policeClients, status: tenants.status })
        .from(policeKeys)
        .innerJoin(policeClients, eq(policeClients.id, policeKeys.client_id))
        .innerJoin(tenants, eq(tenants.id, policeKeys.tenant_id))
        .where(eq(policeKeys.lookup, lookup)),
    );
    return row !== undefined && isThatKey(key, row.key.secret_sha256) ? row : null;
  }

  return {
    async authenticate(request, scope) {
      const [, sent] = BEARER.exec(request.headers.authorization ?? '') ?? [];
      if (sent === undefined)
        throw new AppError('AUTH_REQUIRED', 'Send your key as Authorization: Bearer pk_…');
      const lookup = lookupOf(sent);
      /** Costs no query, so it is not counted. */
      if (lookup === null) throw notKnown();
      const network = networkOf(request.ip);
      limits.refuseKnown('unknown_keys', [network]);
      limits.refuseKnown('police', [lookup]);
      const row = await find(sent, lookup);
      if (row === null) {
        await limits.take('unknown_keys', [network]);
        throw notKnown();
      }
      const { key, client } = row;
      const principal: PolicePrincipal = {
        ...{ kind: 'police', tenant_id: key.tenant_id, client_id: client.id, key_id: key.id },
      };
      /** Refused calls count, too, and before they cost anything. */
      await limits.take('police', [lookup], key.rate_per_min);
      const fault = faultOf(row, { now: clock.now(), request, scope });
      if (fault !== null) {
        await noteRefusal(server, { principal, key, request }, fault);
        throw fault;
      }
      await noteUse(server, { principal, key, request }, client);
      return principal;
    },
  };
}

interface Call {
  now: number;
  request: FastifyRequest;
  scope: KeyScope | readonly KeyScope[];
}
function faultOf(
  { key, client, status }: { key: KeyRow; client: ClientRow; status: string },
  { now, request, scope }: Call,
): AppError | null {
  const isGone = client.deleted_at !== null || client.state !== 'active' || status !== 'active';
  const state = keyStateAt(key, now);
  const isEarly = key.not_before !== null && key.not_before.getTime() > now;
  if (isGone || isEarly || state === 'revoked' || state === 'expired') return notKnown();
  if (!isAllowedFrom(request.ip, key.ip_allow))
    return outOfScope('address', 'This key may not be used from this address.');
  /** One of them is enough to be heard. */
  const scopes: readonly KeyScope[] = [scope].flat();
  const hasScope = (one: KeyScope) =>
    key.scopes.includes(one) || (key.scopes.includes('alerts:test') && WITH_TESTS.includes(one));
  if (!scopes.some(hasScope))
    return outOfScope('scope', `This key lacks the scope ${scopes.join(' or ')}.`, { required: scope });
  return null;
}

/** Addresses and networks, of either version. */
export function isAllowedFrom(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return allowed.some(one => {
    const [network, bits] = rangeOf(one) ?? [];
    return network !== undefined && bits !== undefined && network.kind() === address.kind()
      ? address.match(network, bits)
      : false;
  });
}

const BITS = { v4: 32, v6: 128 };
/**
 * null: neither an address nor a network. Short and octal forms mean different addresses to different readers, and
 * mapped ones match no caller, who is known by the address of version 4.
 */
export function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), BITS.v4];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  if (text.includes('%')) return null;
  const found: [ipaddr.IPv6, number] | null = ipaddr.IPv6.isValidCIDR(text)
    ? ipaddr.IPv6.parseCIDR(text)
    : ipaddr.IPv6.isValid(text)
      ? [ipaddr.IPv6.parse(text), BITS.v6]
      : null;
  return found === null || found[0].isIPv4MappedAddress() ? null : found;
}
