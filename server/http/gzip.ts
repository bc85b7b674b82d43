/** Gzip for request and answer bodies where the contract allows it: a screen on a metered link pays for each byte. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/contract/wire/errors.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const allowsGzip = ({ routeOptions }: FastifyRequest) => routeOptions.config.endpoint?.gzip === true;

/** Guards against decompression bombs: decompression stops at the endpoint's body limit. */
export async function gunzipBody(request: FastifyRequest, bytes: Buffer): Promise<Buffer> {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined) return bytes;
  if (encoding !== 'gzip' || !allowsGzip(request))
    throw new AppError('TYPE_REFUSED', 'Send the body as it is, not packed.');
  try {
    return await unpack(bytes, { maxOutputLength: request.routeOptions.bodyLimit });
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('TOO_LARGE', 'The request is too large.', {}, { cause });
    throw new AppError('VALIDATION', 'The body is not gzip.', { _: ['Invalid input'] }, { cause });
  }
}

export function gzipAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWanted = allowsGzip(request) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (!isWanted || typeof payload !== 'string') return payload;
    reply.header('content-encoding', 'gzip');
    return pack(payload);
  });
}
