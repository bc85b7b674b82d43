/** One file over tus: resumable after a cut, a pause or a reload. The library comes with the first file. */
import { me } from '../../../shared/contract/identity/auth.ts';
import { TENANT_HEADER } from '../../../shared/contract/wire/endpoint.ts';
import { UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import type { DetailedError } from 'tus-js-client';
import { AUTH_REQUIRED } from '../../../shared/contract/wire/errorTexts.ts';
import { ApiError, apiErrorOf, NO_ANSWER } from '../../../shared/net/apiError.ts';
import type { NetworkMonitor } from '../../../shared/net/attempts.ts';
import type { Client } from '../../../shared/net/client.ts';
import { ACTION_BUDGET } from '../../../shared/net/retry.ts';
import { randomUnit } from '../../../shared/random.ts';
import { folderOf } from './droppedFiles.ts';
import { displayName, typeOf } from './refusal.ts';
import { retryDelay } from './retryDelay.ts';
import { fingerprintOf, type Unfinished, type Uploader } from './unfinished.ts';

export interface UploadHandle {
  pause: () => void;
  resume: () => void;
  /** Tells the server to forget what it has. */
  cancel: () => void;
}
export interface UploadCaller {
  client: Client;
  network: Pick<NetworkMonitor, 'store'>;
  uploader: Uploader;
}
interface UploadListener {
  progress: (sent: number) => void;
  done: (creativeId: string | null) => void;
  failed: (error: ApiError) => void;
}

/** A piece must get through within the server's time limit also on a slow link. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const UNAUTHORISED = 401;
/** The server has forgotten it already. */
const GONE_STATUSES: readonly number[] = [404, 410];
const READ_HEADERS = ['content-type', 'retry-after', 'date', 'x-request-id'];

/** As every other call reads it: the server's own words where it has spoken, else a network error. */
function errorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const { causingError, originalResponse: response } = cause as Partial<DetailedError>;
  // What stopped it before it was sent.
  if (causingError instanceof ApiError) return causingError;
  if (!response) return new ApiError('NETWORK', NO_ANSWER, { cause });
  const headers = new Headers();
  for (const name of READ_HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers.set(name, value);
  }
  return apiErrorOf({ status: response.getStatus(), statusText: '', headers }, response.getBody());
}

type Credentials = NonNullable<Awaited<ReturnType<Client['credentials']>>>;
/** A file ends in the tenant it was chosen in, whichever one is acted in by then. */
export const headersOf = ({ headers }: Credentials, { tenant }: Uploader): Record<string, string> => ({
  ...headers,
  [TENANT_HEADER]: tenant,
});

export async function startUpload(
  file: File,
  { client, network, uploader }: UploadCaller,
  listener: UploadListener,
): Promise<UploadHandle> {
  const { Upload } = await import('tus-js-client');
  let token = '';
  /** The wait before each further request, written when it is known; its length is the most there may be. */
  const retryDelays = Array<number>(ACTION_BUDGET - 1).fill(0);
  const upload = new Upload(file, {
    endpoint: UPLOADS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays,
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(fingerprintOf(uploader, file)),
    metadata: {
      filename: file.name,
      filetype: typeOf(file),
      name: displayName(file.name),
      folder: folderOf(file),
    },
    async onBeforeRequest(request) {
      const credentials = await client.credentials();
      if (!credentials) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: UNAUTHORISED });
      token = credentials.token;
      const headers = headersOf(credentials, uploader);
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    },
    async onAfterResponse(_request, response) {
      if (response.getStatus() !== UNAUTHORISED) return;
      const { at } = await client.renew(token);
      // Any call waits for the sign-in over the page; what is sent here is none of the client's own.
      if (at === 'refused') await client.call(me, {});
    },
    onShouldRetry(cause, retried) {
      const { status } = network.store.getState();
      const wait = retryDelay(errorOf(cause), { retried, status, random: randomUnit() });
      if (wait !== null) retryDelays[retried] = wait;
      return wait !== null;
    },
    onProgress: sent => listener.progress(sent),
    onSuccess: ({ lastResponse }) => listener.done(lastResponse.getHeader('X-Creative') ?? null),
    onError: cause => listener.failed(errorOf(cause)),
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch((error: unknown) => listener.failed(errorOf(error))),
  };
}

/** The server forgets what it has of a file that was not finished, and so does this browser. */
export async function discardUnfinished({ key, isBegun }: Unfinished, client: Client): Promise<void> {
  if (!isBegun) return localStorage.removeItem(key);
  const { Upload } = await import('tus-js-client');
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { uploadUrl?: string };
  const credentials = await client.credentials();
  if (stored.uploadUrl !== undefined && credentials)
    await Upload.terminate(stored.uploadUrl, { headers: credentials.headers }).catch((cause: unknown) => {
      const error = errorOf(cause);
      if (!GONE_STATUSES.includes(error.status)) throw error;
    });
  localStorage.removeItem(key);
}
