/** The client of an S3 store: a deadline on each call, bounded retries, and errors that hold nothing secret. */
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '../context/s3.ts';
import { ObjectStoreUnavailable } from './errors.ts';

/** ms for one try of a small call. */
const TRY_MS = 2_000;
const TRIES = 2;
/** ms beyond that for what the store does by itself with objects it has: joining parts, copying. */
const OWN_WORK_MS = 30_000;
/** Bytes in a ms that a transfer has at least. */
const SLOWEST = 128;
const CONNECT_MS = 1_000;
/** A body of which nothing more comes or is taken for so long is given up. Screens begin again where they stopped. */
const IDLE_MS = 60_000;
/** Each screen that reads slowly holds one. */
const MAX_SOCKETS = 512;

const quiet = () => undefined;
export const s3ClientConfig = ({ endpoint, region, ...key }: S3Config): S3ClientConfig => ({
  endpoint,
  region,
  forcePathStyle: true,
  credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  maxAttempts: TRIES,
  /** Each fault is thrown: what the client would say of it beside that belongs in no log. */
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  /** Other stores than Amazon's refuse the checksums that newer clients add. */
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: TRY_MS,
    throwOnRequestTimeout: true,
    socketTimeout: IDLE_MS,
    httpAgent: { maxSockets: MAX_SOCKETS },
    httpsAgent: { maxSockets: MAX_SOCKETS },
  },
});

/** `folder`: what each key begins with, for callers that know nothing of it. */
export async function openS3Client(config: S3Config, folder = ''): Promise<S3> {
  /** Loaded where it is needed: a server with its files in a folder starts without it. */
  const { S3 } = await import('@aws-sdk/client-s3');
  const client = new S3(s3ClientConfig(config));
  addDeadlines(client);
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      async args => {
        const { input } = args;
        const isOfObject = 'Key' in input;
        try {
          return await next(
            isOfObject ? { ...args, input: { ...input, Key: `${folder}${input.Key}` } } : args,
          );
        } catch (error) {
          throw withoutSecrets(error, commandName);
        }
      },
    { step: 'initialize', priority: 'high', name: 'waysideErrors' },
  );
  return client;
}

interface Sent {
  method: string;
  headers: Record<string, string>;
}
/** A try may take as long as its body needs at the slowest. */
function timeOf({ method, headers }: Sent): number {
  const isOwnWork = method === 'POST' || 'x-amz-copy-source' in headers;
  return TRY_MS + Number(headers['content-length'] ?? 0) / SLOWEST + (isOwnWork ? OWN_WORK_MS : 0);
}

function addDeadlines(client: S3): void {
  const sender = client.config.requestHandler;
  const send = sender.handle.bind(sender);
  sender.handle = (request, options) =>
    send(request, { ...options, requestTimeout: timeOf(request as Sent) });
}

interface Failed {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}
const NOT_FOUND = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);

/** The client's own errors repeat the key and what was signed with it, and errors are logged with all they hold. */
function withoutSecrets(error: unknown, command: string): Error {
  const { name = 'Error', code, $metadata } = error as Failed;
  const status = $metadata?.httpStatusCode;
  if (NOT_FOUND.has(name))
    return Object.assign(new Error(`${command} found nothing (${name})`), { name, code: 'ENOENT' });
  return new ObjectStoreUnavailable(
    `${command} failed: ${[name, code, status].filter(Boolean).join(' ')}`,
    status,
  );
}
