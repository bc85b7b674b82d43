/** Enforces the access policy of the route before the body is validated. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { featureOfCall } from '../../shared/contract/identity/settings/features.ts';
import { allows, isLeftToItsOwn, rolesWith, type KeyScope } from '../../shared/contract/wire/access.ts';
import type { Access } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { AT_ONCE, LIMITS, type LimitName } from '../../shared/contract/wire/limits.ts';
import { isStaff } from '../../shared/contract/wire/roles.ts';
import type { Sessions } from '../identity/session/sessions.ts';
import type { Network } from '../fleet/link/network.ts';
import type { Server } from '../context/server.ts';
import { networkOf } from '../transaction/limits.ts';
import { crowded, openTurns, type WhenGone } from '../transaction/turns.ts';
import { isCrossTenant, type PolicePrincipal, type Principal } from './principal.ts';
import { nothingHere } from './failures.ts';
import { requireLoopback } from './loopback.ts';
import { requireRecentPassword } from './recentPassword.ts';

/** The only endpoints a user may call before he has replaced his one-time password. */
const WITH_ONE_TIME_PASSWORD = new Set(['/api/auth/me', '/api/auth/change-password', '/api/auth/logout']);

/** The only endpoints a user may call before he has the second factor that his role requires. */
const WITHOUT_SECOND_FACTOR = new Set([
  ...['/api/auth/second-factor', '/api/auth/begin-second-factor', '/api/auth/confirm-second-factor'],
  ...['/api/auth/reauth', '/api/auth/change-password', '/api/auth/logout'],
  ...['/api/auth/passkeys', '/api/auth/passkeys/begin-confirmation'],
]);

/** Knows partners by their keys. */
export interface Partners {
  authenticate(request: FastifyRequest, scope: KeyScope | readonly KeyScope[]): Promise<PolicePrincipal>;
}
interface Callers {
  sessions: Sessions;
  network: Network;
  partners: Partners;
  /** Whether a tenant has a feature switched off. */
}

export function guard(app: FastifyInstance, server: Server, { sessions, network, partners }: Callers): void {
  const userTurns = openTurns(
    AT_ONCE.user,
    crowded('Too many calls at once; wait a little.', 'RATE_LIMITED'),
  );
  const deviceTurns = openTurns(
    AT_ONCE.device,
    crowded('Too many calls at once; wait a little.', 'RATE_LIMITED'),
  );

  const untilGone =
    ({ raw }: FastifyRequest): WhenGone =>
    leave => {
      /** He may have hung up while it was found out who calls. */
      if (raw.socket.destroyed) leave();
      else raw.socket.once('close', leave);
      return () => void raw.socket.off('close', leave);
    };
  async function user(access: Extract<Access, { who: 'user' }>, request: FastifyRequest) {
    const claim = request.claim ?? (await sessions.claim(request));
    /** Before anything is asked of the database. */
    request.endTurn = await userTurns.take(claim.user_id, untilGone(request));
    const principal = await sessions.principal(request, claim);
    if (principal.must_change_password && !WITH_ONE_TIME_PASSWORD.has(request.routeOptions.url ?? ''))
      throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Set a password of your own first.');
    if (principal.must_set_second_factor && !WITHOUT_SECOND_FACTOR.has(request.routeOptions.url ?? ''))
      throw new AppError('SECOND_FACTOR_DUE', 'Set up a second factor first: your role requires one.');
    const { area, level } = access;
    if (!allows(principal.role, area, level))
      throw new AppError('FORBIDDEN', 'Your role may not do this.', {
        role: principal.role,
        required: `${area}:${level}`,
        roles: rolesWith(area, level),
      });
    if (area !== 'self' && isCrossTenant(principal) && !isStaff(principal.role)) {
      if (access.crossing === 'staff' || (principal.is_outside && isLeftToItsOwn(access)))
        throw new AppError('FORBIDDEN', 'In another tenant this is left to its own people.', {
          role: principal.role,
          required: 'own tenant',
        });
      requireRecentPassword(principal, server.clock.now());
    }
    const feature = featureOfCall(request.routeOptions.url ?? '');
    if (feature !== undefined && principal.features_off.includes(feature))
      throw new AppError('FORBIDDEN', 'This feature is switched off for this tenant.', { feature });
    if (access.reauth_min !== undefined)
      requireRecentPassword(principal, server.clock.now(), access.reauth_min);
    return principal;
  }

  async function device(request: FastifyRequest) {
    const principal = await network.authenticateDevice(request);
    request.endTurn = await deviceTurns.take(principal.device_id, untilGone(request));
    return principal;
  }

  const resolve = async (access: Access, request: FastifyRequest): Promise<Principal> => {
    switch (access.who) {
      case 'anyone':
        return { kind: 'anyone' };
      case 'loopback':
        requireLoopback(request);
        return { kind: 'anyone' };
      case 'device_or_link':
        return request.headers['x-device'] === undefined ? { kind: 'anyone' } : device(request);
      case 'device':
        return device(request);
      case 'new_device':
        return network.authenticateNewDevice(request);
      case 'police':
        return partners.authenticate(request, access.scope);
      case 'user':
        return user(access, request);
    }
  };

  const limitKeyOf = (limit: LimitName, request: FastifyRequest): string | null => {
    const { principal } = request;
    switch (LIMITS[limit].by) {
      case 'network':
        return networkOf(request.ip);
      case 'user':
        return principal.kind === 'user' ? principal.user_id : null;
      case 'device':
        return principal.kind === 'device' ? principal.device_id : null;
      case 'tenant':
        return principal.kind === 'user' ? principal.tenant_id : null;
      case 'key':
        return principal.kind === 'police' ? principal.key_id : null;
      case 'tries':
        return null;
    }
  };

  app.decorateRequest('endTurn', null);
  /** A stream has its answer from here on and holds no turn. */
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.();
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endTurn?.();
    done();
  });
  /** Who calls, whether he may, and whether he has not called too often. */
  async function admit(request: FastifyRequest): Promise<void> {
    if (request.isAdmitted) return;
    request.isAdmitted = true;
    const { access, endpoint } = request.routeOptions.config;
    server.inFlight.refuseDuplicate(request.headers['idempotency-key'], request.headers.authorization);
    request.principal = await resolve(access ?? { who: 'anyone' }, request);
    const whose = endpoint?.limit === undefined ? null : limitKeyOf(endpoint.limit, request);
    if (whose !== null && endpoint?.limit !== undefined) await server.limits.take(endpoint.limit, [whose]);
  }
  app.decorateRequest('isAdmitted', false);
  /**
   * Of whoever shows no session of ours, and no key of a screen of ours, no byte of a body is kept, nor of what is sent to
   * no address. That costs no turn, which whoever sends his body slowly would hold meanwhile.
   */
  app.decorateRequest('claim', null);
  app.addHook('preParsing', async (request, _reply, payload) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    if (!hasBody) return payload;
    if (request.is404) throw nothingHere();
    const { who } = request.routeOptions.config.access ?? {};
    if (who === 'user') request.claim = await sessions.claim(request);
    if (who === 'device') await network.requireKnown(request);
    if (who === 'police') await admit(request);
    return payload;
  });
  /** A new screen brings its key in the body; of all others the body is read once they are let in. */
  app.decorate('admitBeforeBody', async (request: FastifyRequest) => {
    if (request.routeOptions.config.access?.who !== 'new_device') await admit(request);
  });
  app.addHook('preValidation', admit);
}
