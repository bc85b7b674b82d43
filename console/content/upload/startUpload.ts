/** One file over tus: resumable after a cut, a pause or a reload. The library comes with the first file. */
import { UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contract/wire/errors.ts';
import { AUTH_REQUIRED } from '../../../shared/contract/wire/errorTexts.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { displayName, typeOf } from './refusal.ts';

export interface UploadHandle {
  pause: () => void;
  resume: () => void;
  /** Tells the server to forget what it has. */
  cancel: () => void;
}
interface UploadListener {
  progress: (sent: number) => void;
  done: (creativeId: string | null) => void;
  failed: (error: ApiError) => void;
}

/** A piece must get through within the server's time limit also on a slow link. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const UNAUTHORISED = 401;
const SERVER_ERROR = 500;

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERRORS;

function parseBody(body: string): { error?: unknown; message?: unknown; details?: unknown } {
  try {
    return (JSON.parse(body) ?? {}) as object;
  } catch {
    return { message: body };
  }
}

/** The server's own words where it has spoken, else a network error. */
function errorOf(status: number | undefined, body: string, cause: unknown): ApiError {
  if (status === undefined) return new ApiError('NETWORK', 'No answer from the server', { cause });
  const { error, message, details } = parseBody(body);
  return new ApiError(isCode(error) ? error : 'NOT_OURS', String(message), {
    status,
    details: (details ?? {}) as Record<string, unknown>,
    cause,
  });
}

export async function startUpload(
  file: File,
  client: Client,
  listener: UploadListener,
): Promise<UploadHandle> {
  const { Upload, DetailedError } = await import('tus-js-client');
  let token = '';
  const upload = new Upload(file, {
    endpoint: UPLOADS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: typeOf(file), name: displayName(file.name) },
    async onBeforeRequest(request) {
      const credentials = await client.credentials();
      if (!credentials) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: UNAUTHORISED });
      token = credentials.token;
      for (const [name, value] of Object.entries(credentials.headers)) request.setHeader(name, value);
    },
    async onAfterResponse(_request, response) {
      if (response.getStatus() === UNAUTHORISED) await client.renew(token);
    },
    onShouldRetry(error, attempt) {
      const status = error.originalResponse?.getStatus();
      if (status === UNAUTHORISED) return attempt === 0;
      return status === undefined || status === 423 || status >= SERVER_ERROR;
    },
    onProgress: sent => listener.progress(sent),
    onSuccess: ({ lastResponse }) => listener.done(lastResponse.getHeader('X-Creative') ?? null),
    onError(error) {
      const response = error instanceof DetailedError ? error.originalResponse : undefined;
      listener.failed(errorOf(response?.getStatus(), response?.getBody() ?? '', error));
    },
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () =>
      void upload.abort(true).catch((error: unknown) => listener.failed(errorOf(undefined, '', error))),
  };
}
