/**
 * An S3 store on this machine: s3rver with what it lacks. Its objects appear whole or not at all, as those of a real
 * store do, and parts of an upload can be listed and given up.
 */
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import { uuid7 } from '../../../../shared/random.ts';
import type { S3Config } from '../../../../server/context/s3.ts';
import { tcpLink } from '../tcpLink.ts';

const BUCKET = 'wayside';
/** The only key that s3rver takes. */
const S3_KEY = 'S3RVER';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

async function whole(store: S3rver['store'], object: Parameters<S3rver['store']['putObject']>[0]) {
  const path = store.getResourcePath(object.bucket, object.key, 'object');
  mkdirSync(dirname(path), { recursive: true });
  const coming = join(tmpdir(), `s3-${uuid7(Date.now())}`);
  const hash = createHash('md5');
  let size = 0;
  const measured = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  const { content } = object;
  await pipeline(
    Buffer.isBuffer(content) ? Readable.from([content]) : content,
    measured,
    createWriteStream(coming),
  );
  await rename(coming, path);
  const md5 = hash.digest('hex');
  await store.putMetadata(object.bucket, object.key, object.metadata, md5);
  return { size, md5 };
}

/** Parts of an upload that is not complete: listed, and deleted with it. */
function withParts(server: S3rver): void {
  server.middleware.unshift(async (context, next) => {
    const { uploadId, 'part-number-marker': marker = '0' } = context.query;
    const folder = join(server.store.getResourcePath(BUCKET, undefined, 'uploads'), uploadId ?? '');
    const isKnown = uploadId !== undefined && existsSync(folder);
    if (uploadId === undefined) return next();
    if (!isKnown) {
      context.status = 404;
      context.type = 'application/xml';
      context.body = `${HEAD}<Error><Code>NoSuchUpload</Code><Message>It is gone.</Message></Error>`;
    } else if (context.method === 'DELETE') {
      rmSync(folder, { recursive: true });
      context.status = 204;
    } else if (context.method === 'GET') {
      const parts = readdirSync(folder)
        .filter(name => /^\d+$/.test(name) && Number(name) > Number(marker))
        .sort((one, other) => Number(one) - Number(other))
        .map(name => {
          const { size, mtime } = statSync(join(folder, name));
          return `<Part><PartNumber>${name}</PartNumber><Size>${size}</Size><ETag>"${name}"</ETag><LastModified>${mtime.toISOString()}</LastModified></Part>`;
        });
      context.status = 200;
      context.type = 'application/xml';
      context.body = `${HEAD}<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
    } else await next();
  });
}

export interface TestS3 {
  config: S3Config;
  /** As variables of a process. */
  env: Record<string, string>;
  /** Keys of all objects. */
  keys: () => string[];
  /** Cuts every connection and takes none, answers nothing, or is back. */
  link: Pick<Awaited<ReturnType<typeof tcpLink>>, 'refuse' | 'freeze' | 'open'>;
  close: () => Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'wayside-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false },
    configureBuckets: [{ name: BUCKET }],
  });
  const { store } = server;
  store.putObject = object => whole(store, object);
  withParts(server);
  const { port } = await server.run();
  const link = await tcpLink(`http://127.0.0.1:${port}`);
  const config = {
    ...{ endpoint: link.url, bucket: BUCKET, region: 'us-east-1' },
    ...{ access_key_id: S3_KEY, secret_access_key: S3_KEY },
  };
  const SUFFIX = '._S3rver_object';
  const root = join(directory, BUCKET);
  return {
    config,
    env: { S3_URL: link.url, S3_BUCKET: BUCKET, S3_KEY, S3_SECRET: S3_KEY },
    keys: () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith(SUFFIX))
        .map(name => name.slice(0, -SUFFIX.length))
        .sort(),
    link,
    async close() {
      link.close();
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
