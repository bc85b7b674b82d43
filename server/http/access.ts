/** Meets the access policy of the route before anything of the body is believed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows, rolesWith } from '../../shared/contract/wire/access.ts';
import type { Access } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { LIMITS, type LimitName } from '../../shared/contract/wire/limits.ts';
import { isStaff } from '../../shared/contract/wire/roles.ts';
import type { Sessions } from '../identity/session/sessions.ts';
import type { Network } from '../fleet/link/network.ts';
import type { Server } from '../context/server.ts';
import { networkOf } from '../transaction/limits.ts';
import { isCrossing, type Caller, type UserCaller } from './caller.ts';
import { requireThisMachine } from './loopback.ts';

const MINUTE_MS = 60_000;
/** A tenant's own user in another tenant says his password again, for this long. */
const CROSSING_MIN = 30;
/** The only calls of a user whose one-time password still waits to be changed. */
const WITH_ONE_TIME_PASSWORD = new Set(['/api/auth/me', '/api/auth/change-password', '/api/auth/logout']);

export function guard(app: FastifyInstance, server: Server, sessions: Sessions, network: Network): void {
  const requireFresh = (caller: UserCaller, minutes: number) => {
    if (server.clock.now() - caller.authenticated_at > minutes * MINUTE_MS)
      throw new AppError('REAUTH_REQUIRED', 'Say your password again for this.', { within_min: minutes });
  };

  async function user(access: Extract<Access, { who: 'user' }>, request: FastifyRequest) {
    const caller = await sessions.caller(request);
    if (caller.must_change_password && !WITH_ONE_TIME_PASSWORD.has(request.routeOptions.url ?? ''))
      throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Set a password of your own first.');
    const { area, level } = access;
    if (!allows(caller.role, area, level))
      throw new AppError('FORBIDDEN', 'Your role may not do this.', {
        role: caller.role,
        required: `${area}:${level}`,
        roles: rolesWith(area, level),
      });
    if (area !== 'self' && isCrossing(caller) && !isStaff(caller.role)) {
      if (access.crossing === 'staff')
        throw new AppError('FORBIDDEN', 'In another tenant this is left to its own people.', {
          role: caller.role,
          required: 'own tenant',
        });
      requireFresh(caller, CROSSING_MIN);
    }
    if (access.reauth_min !== undefined) requireFresh(caller, access.reauth_min);
    return caller;
  }

  const resolve = async (access: Access, request: FastifyRequest): Promise<Caller> => {
    switch (access.who) {
      case 'anyone':
        return { kind: 'anyone' };
      case 'loopback':
        requireThisMachine(request);
        return { kind: 'anyone' };
      case 'device_or_link':
        return request.headers['x-device'] === undefined ? { kind: 'anyone' } : network.device(request);
      case 'device':
        return network.device(request);
      case 'new_device':
        return network.newDevice(request);
      case 'user':
        return user(access, request);
    }
  };

  const countOf = (limit: LimitName, request: FastifyRequest): string | null => {
    const { caller } = request;
    switch (LIMITS[limit].by) {
      case 'network':
        return networkOf(request.ip);
      case 'user':
        return caller.kind === 'user' ? caller.user_id : null;
      case 'device':
        return caller.kind === 'device' ? caller.device_id : null;
      case 'tries':
        return null;
    }
  };

  app.decorateRequest('caller');
  app.addHook('preValidation', async request => {
    const { access, endpoint } = request.routeOptions.config;
    server.inFlight.refuseSecond(request.headers['idempotency-key'], request.headers.authorization);
    request.caller = await resolve(access ?? { who: 'anyone' }, request);
    const whose = endpoint?.limit === undefined ? null : countOf(endpoint.limit, request);
    if (whose !== null && endpoint?.limit !== undefined) await server.limits.take(endpoint.limit, [whose]);
  });
}
