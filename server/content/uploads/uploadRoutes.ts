/** tus over Fastify: the protocol is the library's, refusals are ours and readable. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { every } from '../../../shared/clock.ts';
import { AppError, type ErrorCode } from '../../../shared/contract/wire/errors.ts';
import { MAX_VIDEO_BYTES, UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import { notFound } from '../../db/rows.ts';
import type { UserCaller } from '../../http/caller.ts';
import type { Server } from '../../context/server.ts';
import { openUploads } from './uploads.ts';

const TUS = '1.0.0';
const access = { who: 'user', area: 'creatives', level: 'W' } as const;
const COPIED = ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'cache-control', 'x-creative'];
const SWEEP_MS = 60 * 60_000;

/** Statuses of the protocol in our words. */
const CODES: Record<number, ErrorCode> = {
  400: 'VALIDATION',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'STATE',
  410: 'NOT_FOUND',
  412: 'VALIDATION',
  413: 'TOO_LARGE',
  415: 'TYPE_REFUSED',
  423: 'STATE',
};

export function uploadRoutes(app: FastifyInstance, server: Server): void {
  const uploads = openUploads(server);
  const stop = every(server.clock, SWEEP_MS, () =>
    uploads.finished.sweep().catch((err: unknown) => app.log.error({ err }, 'uploads were not swept')),
  );
  app.addHook('onClose', () => stop());
  /** The bytes stay on the wire until the protocol reads them. */
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  app.post(UPLOADS_PATH, { config: { access } }, (request, reply) => speak(request, reply));

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${UPLOADS_PATH}/:id`,
    config: { access },
    handler: async (request, reply) => {
      const caller = userOf(request);
      const upload = await uploads.find(request.params.id, caller);
      if (upload && request.method === 'HEAD' && upload.offset === upload.size)
        return finished(reply, upload.size, await uploads.finish(upload));
      if (upload) return speak(request, reply);
      const outcome = await uploads.finished.find(request.params.id, caller.user_id);
      if (!outcome || request.method === 'DELETE') throw notFound('upload');
      return finished(reply, outcome.bytes, outcome.creative_id);
    },
  });

  async function speak(request: FastifyRequest, reply: FastifyReply) {
    const answer = await uploads.speak(webRequest(request), userOf(request));
    for (const name of COPIED) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    reply.code(answer.status);
    const text = await answer.text();
    return answer.status < 400 ? reply.send(text) : refuse(reply, answer.status, text);
  }
}

/** The access policy has let nobody else through. */
function userOf({ caller }: FastifyRequest): UserCaller {
  if (caller.kind === 'user' && caller.is_read_only)
    throw new AppError('STATE', 'This tenant is suspended: it can be read, not changed.', {
      status: 'suspended',
    });
  if (caller.kind === 'user') return caller;
  throw new AppError('AUTH_REQUIRED', 'Sign in first.');
}

const finished = (reply: FastifyReply, bytes: number, creative_id: string) =>
  reply
    .code(200)
    .header('tus-resumable', TUS)
    .header('upload-offset', String(bytes))
    .header('upload-length', String(bytes))
    .header('cache-control', 'no-store')
    .header('x-creative', creative_id)
    .send();

/** The protocol's own refusals keep their status: a client's retries depend on it. */
function refuse(reply: FastifyReply, status: number, text: string) {
  const error = CODES[status];
  if (error === undefined) throw new AppError('UNAVAILABLE', 'The upload could not be written.');
  const details = error === 'TOO_LARGE' ? { max_bytes: MAX_VIDEO_BYTES } : {};
  return reply.type('application/json').send({ error, message: text.trim(), details });
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const { method } = request;
  // The protocol reads the upload's id off the end of the address: a query must not name another than was judged.
  const [path = ''] = request.url.split('?');
  const url = new URL(path, `${request.protocol}://${request.host}`);
  if (method !== 'PATCH' && method !== 'POST') return new Request(url, { method, headers });
  const body = Readable.toWeb(request.raw) as unknown as ReadableStream;
  /** Half duplex is what a body that streams must say; not every list of types knows it yet. */
  const streamed: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
  return new Request(url, streamed);
}
