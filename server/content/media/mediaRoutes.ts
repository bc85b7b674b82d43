/** Serves media bytes by content hash: whole or by range, never from a shared cache. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Params, Query } from '../../../shared/contract/wire/endpoint.ts';
import * as contract from '../../../shared/contract/content/media.ts';
import { parseRange } from '../../../shared/library/chunks.ts';
import { requireFound, notFound } from '../../db/rows.ts';
import type { Principal } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { addServerTime } from '../../http/serverTime.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { mimeOf } from './assets.ts';
import { tenantOfLink } from './links.ts';
import { chunksKey, mediaKey } from './store.ts';

const CACHING = 'private, max-age=31536000, immutable';
/** Uploaded files never run scripts in our origin, even if opened as a page. */
const CSP = "default-src 'none'; sandbox";

export function mediaRoutes(app: FastifyInstance, server: Server): void {
  void app.register((media, _options, done) => {
    addServerTime(media, server);
    mount(media, contract.mediaBytes, async ({ params, query, request, reply }) => {
      const mime = await requireMediaAccess(server, request.principal, { ...params, ...query });
      const bytes = await sizeOf(server, mediaKey(params.sha256));
      return sendBytes(server, { request, reply, mime, bytes, sha256: params.sha256 });
    });
    mount(media, contract.mediaChunks, async ({ params, query, request, reply }) => {
      await requireMediaAccess(server, request.principal, { ...params, ...query });
      const key = chunksKey(params.sha256);
      const bytes = await sizeOf(server, key);
      const list = request.method === 'HEAD' ? undefined : await server.objects.read(key);
      reply.header('cache-control', CACHING).header('etag', `"${params.sha256}-chunks"`);
      return reply.type('application/octet-stream').header('content-length', String(bytes)).send(list);
    });
    done();
  });
}

/** A screen may read its tenant's media; a signed link authorises by itself. Returns the MIME type. */
async function requireMediaAccess(
  server: Server,
  principal: Principal,
  link: Params<typeof contract.mediaBytes> & Query<typeof contract.mediaBytes>,
): Promise<string> {
  const isDevice = principal.kind === 'device';
  if (!isDevice && link.sig === undefined)
    throw new AppError('AUTH_REQUIRED', 'A device signature or a signed link is needed.');
  const tenant_id = isDevice ? principal.tenant_id : tenantOfLink(server, link);
  if (tenant_id === null) throw new AppError('FORBIDDEN', 'This link is no longer good.', { reason: 'link' });
  const mime = await inTenant(server, { tenant_id, user_id: null }, ctx =>
    mimeOf(ctx, link.sha256, { stills: !isDevice }),
  );
  return requireFound(mime, 'media file');
}

async function sizeOf({ objects }: Server, key: string): Promise<number> {
  const found = await objects.stat(key);
  if (!found) throw notFound('media file');
  return found.bytes;
}

interface Bytes {
  request: FastifyRequest;
  reply: FastifyReply;
  mime: string;
  bytes: number;
  sha256: string;
}
async function sendBytes(
  { objects }: Server,
  { request, reply, mime, bytes, sha256 }: Bytes,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  const range = isSameEtag(request, etag) ? parseRange(request.headers.range ?? null, bytes) : null;
  const span = range === null || range === 'unsatisfiable' ? { first: 0, last: bytes - 1 } : range;
  const isSent = !isKnown && range !== 'unsatisfiable' && request.method !== 'HEAD';
  /** Opened before anything is said of it: where that fails the answer is an error, which nobody may keep. */
  const body = isSent ? await objects.read(mediaKey(sha256), span) : undefined;
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', CACHING)
    .header('content-security-policy', CSP)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff');
  if (isKnown) return reply.code(304).send();
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .header('content-range', `bytes */${bytes}`)
      .header('cache-control', 'no-store')
      .send();
  if (range) reply.code(206).header('content-range', `bytes ${span.first}-${span.last}/${bytes}`);
  reply.type(mime).header('content-length', String(span.last - span.first + 1));
  return reply.send(body);
}

/** If-Range: a range is served only for the file the client knows. */
const isSameEtag = (request: FastifyRequest, etag: string) =>
  request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
