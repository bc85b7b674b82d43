/** tus over Fastify: the library handles the protocol; errors get our codes. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../../shared/contract/wire/errors.ts';
import { MAX_VIDEO_BYTES, UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import { notValid } from '../media/errors.ts';
import { notFound } from '../../db/rows.ts';
import { cutOff } from '../../http/failures.ts';
import { requireWritable, type UserPrincipal } from '../../http/principal.ts';
import type { Server } from '../../context/server.ts';
import { openUploads } from './uploads.ts';

const TUS = '1.0.0';
/** Whoever may make creatives may submit, too. */
const access = { who: 'user', area: 'submit', level: 'S' } as const;
const COPIED = ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'cache-control', 'x-creative'];
const SWEEP_MS = 60 * 60_000;

/** Error codes for the statuses of the protocol. */
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

export async function uploadRoutes(app: FastifyInstance, server: Server): Promise<void> {
  const uploads = await openUploads(server);
  const stop = server.periodic.start(
    'upload_sweep',
    SWEEP_MS,
    () => uploads.sweep(),
    err => app.log.error({ err }, 'uploads were not swept'),
  );
  app.addHook('onReady', () => uploads.listen());
  app.addHook('preClose', done => {
    stop();
    uploads.close();
    done();
  });
  /** The body is not parsed: tus reads the stream. */
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  app.post(UPLOADS_PATH, { config: { access } }, (request, reply) => {
    if (request.headers['upload-concat'] !== undefined)
      throw notValid('Upload-Concat', 'A file is uploaded in one piece, not joined from several.');
    return handle(request, reply);
  });

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${UPLOADS_PATH}/:id`,
    config: { access },
    handler: async (request, reply) => {
      const principal = userOf(request, request.method !== 'HEAD');
      const upload = await uploads.find(request.params.id, principal);
      if (upload && request.method === 'HEAD' && upload.offset === upload.size)
        return finished(reply, upload.size, await uploads.finish(upload, principal));
      if (upload && request.method === 'DELETE') await uploads.giveUp(upload.id);
      if (upload) return handle(request, reply);
      const outcome = await uploads.finished.find(request.params.id, principal.user_id);
      if (!outcome || request.method === 'DELETE') throw notFound('upload');
      return finished(reply, outcome.bytes, outcome.creative_id);
    },
  });

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    /** The bytes come as fast as a link carries them: meanwhile its user's other calls have their turns. */
    if (hasBody(request)) request.endTurn?.();
    /** The call had waited while its caller went: its body can be read no more. */
    if (request.raw.destroyed) throw cutOff();
    const answer = await uploads.handle(webRequest(request), userOf(request, request.method !== 'HEAD'));
    for (const name of COPIED) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    reply.code(answer.status);
    const text = await answer.text();
    return answer.status < 400 ? reply.send(text) : refuse(reply, answer.status, text);
  }
}

/** Also of the call that begins an upload. */
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The access policy admits only users. */
function userOf({ principal }: FastifyRequest, isWrite = true): UserPrincipal {
  if (isWrite && principal.kind === 'user') requireWritable(principal);
  if (principal.kind === 'user') return principal;
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

/** Errors of the protocol keep their status, because clients decide by it whether to retry. */
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
  /** The host is not read: answers name relative addresses. */
  const url = new URL(path, 'http://uploads');
  if (method !== 'PATCH' && method !== 'POST') return new Request(url, { method, headers });
  const body = Readable.toWeb(request.raw) as unknown as ReadableStream;
  /** fetch requires `duplex: 'half'` for a streamed body; the TypeScript types lack it. */
  const streamed: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
  return new Request(url, streamed);
}
