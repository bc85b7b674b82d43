/** A user's call as one transaction: the answer it had before, or what it does, written down and kept. */
import type { FastifyRequest } from 'fastify';
import { cellOf } from '../../shared/contract/wire/access.ts';
import { isKeyless, type Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import type { Server } from '../context/server.ts';
import { diffOf, noteVisit, writeDown, type Deed } from '../transaction/audit.ts';
import { answeredBefore, fingerprintOf, keepAnswer, keyOf, type Once } from '../transaction/idempotency.ts';
import { inTenant, type Actor, type Work } from '../transaction/work.ts';
import { isCrossing, type UserCaller } from './caller.ts';
import { doerOf } from './doer.ts';

interface Asked {
  endpoint: Endpoint;
  request: FastifyRequest;
  caller: UserCaller;
}
interface Done {
  status: number;
  answer: unknown;
  isReplay: boolean;
  /** What the write calls itself; named in the answer, so that no portal's 200 passes for one of ours. */
  key?: string;
}
/** `PATCH /api/devices/:id` is `devices.patch`, `POST /api/devices/:id/retire` is `devices.retire`. */
function deedOf({ endpoint, request }: Asked, work: Work, answer: unknown): Deed {
  const words = endpoint.path.split('/').slice(2);
  const [type = ''] = words;
  const within = words.slice(1).filter(word => !word.startsWith(':'));
  const isVerb = words.length > 1 && !words.at(-1)?.startsWith(':');
  const verb = [...within, ...(isVerb ? [] : [endpoint.method.toLowerCase()])].join('.');
  const { id } = (request.params ?? {}) as { id?: string };
  const made = (answer as { id?: unknown } | null)?.id;
  const { before = {}, after = request.body ?? {}, target_id } = work.noted;
  return {
    action: `${type}.${verb}`,
    target_type: type,
    target_id: target_id ?? id ?? (typeof made === 'string' ? made : null),
    diff: diffOf(before, after as Record<string, unknown>),
  };
}

/** Runs an act in the caller's tenant and writes it down: each write, and the visit to a tenant that is not his. */
function opener(server: Server, asked: Asked) {
  const { endpoint, request, caller } = asked;
  const { access } = endpoint;
  const isAll = access.who === 'user' && access.tenants === 'all';
  /** One's own things lie at home, wherever one acts. */
  const isSelf = access.who === 'user' && access.area === 'self';
  const tenant_id = isSelf ? caller.home_tenant_id : caller.tenant_id;
  const only = access.who === 'user' ? cellOf(caller.role, access.area).rule : null;
  const actor: Actor = { tenant_id, by: caller.user_id, only, ...(isAll ? { over: 'all' } : {}) };
  const doer = doerOf({ ...caller, id: caller.user_id }, request);
  const isRead = endpoint.method === 'GET';
  if (!isRead && caller.is_read_only && !isSelf)
    throw new AppError('STATE', 'This tenant is suspended: it can be read, not changed.', {
      status: 'suspended',
    });
  const run = <T>(act: (work: Work) => Promise<T>): Promise<T> => inTenant(server, actor, act);
  const written = async <T>(work: Work, act: (work: Work) => Promise<T>): Promise<T> => {
    const answer = await act(work);
    if (!isRead) await writeDown(work, doer, deedOf(asked, work, answer));
    else if (isCrossing(caller) && !isSelf) await noteVisit(work, doer);
    return answer;
  };
  return { tenant_id, run, written };
}
type Act<T> = (work: Work) => Promise<T>;

/** For a call that opens its transactions itself: each is written down. */
export function openerOf(server: Server, asked: Asked): <T>(act: Act<T>) => Promise<T> {
  const { run, written } = opener(server, asked);
  return act => run(work => written(work, act));
}

export async function perform(server: Server, asked: Asked, act: Act<unknown>): Promise<Done> {
  const { endpoint, request, caller } = asked;
  const status = endpoint.answer === undefined ? 204 : 200;
  const { tenant_id, run, written } = opener(server, asked);
  if (endpoint.method === 'GET' || isKeyless(endpoint.path))
    return run(async work => ({ status, answer: await written(work, act), isReplay: false }));

  const once: Once = {
    user_id: caller.user_id,
    key: keyOf(request.headers['idempotency-key']),
    fingerprint: fingerprintOf(request.method, request.url, request.rawBody),
  };
  /** Asked and answered in the transaction that acts: the lock on the key is held until it commits. */
  const authorization = request.headers.authorization ?? '';
  return server.inFlight.run({ ...once, tenant_id, authorization }, () =>
    run(async work => {
      const before = await answeredBefore(work, once);
      if (before) {
        if (endpoint.showsSecret === true)
          throw new AppError('STATE', 'This was done already; its answer is shown once.');
        return { ...before, isReplay: true, key: once.key };
      }
      const answer = await written(work, act);
      await keepAnswer(work, once, {
        status,
        answer: endpoint.showsSecret === true ? null : (answer ?? null),
      });
      return { status, answer, isReplay: false, key: once.key };
    }),
  );
}
