/** Meets the access policy of the route before anything of the body is believed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../../shared/contract/endpoint.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { allows } from '../../shared/contract/roles.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Network } from '../network/network.ts';
import type { Caller } from './caller.ts';

/** The only calls of a user whose one-time password still waits to be changed. */
const WITH_ONE_TIME_PASSWORD = new Set(['/api/auth/me', '/api/auth/change-password', '/api/auth/logout']);

export function guard(app: FastifyInstance, sessions: Sessions, network: Network): void {
  const resolve = async (access: Access, request: FastifyRequest): Promise<Caller> => {
    switch (access.who) {
      case 'anyone':
        return { kind: 'anyone' };
      case 'device_or_link':
        return request.headers['x-device'] === undefined ? { kind: 'anyone' } : network.device(request);
      case 'device':
        return network.device(request);
      case 'new_device':
        return network.newDevice(request);
      case 'user': {
        const caller = await sessions.caller(request);
        if (caller.must_change_password && !WITH_ONE_TIME_PASSWORD.has(request.routeOptions.url ?? ''))
          throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Set a password of your own first.');
        if (!allows(caller.role, access.area, access.level))
          throw new AppError('FORBIDDEN', 'Your role may not do this.', {
            role: caller.role,
            required: `${access.area}:${access.level}`,
          });
        return caller;
      }
    }
  };
  app.decorateRequest('caller');
  app.addHook('preValidation', async request => {
    request.caller = await resolve(request.routeOptions.config.access ?? { who: 'anyone' }, request);
  });
}
