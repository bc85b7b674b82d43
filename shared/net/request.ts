/** Builds the request of an endpoint and reads its answer. */
import { address, HOME_PATH, TENANT_HEADER, type Endpoint } from '../contract/wire/endpoint.ts';
import { ApiError, bodyText, readApiError, NO_ANSWER } from './apiError.ts';

export interface RequestInput {
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  version?: number;
  key?: string;
  /** The tenant acted in. It is part of the request, so that a repetition after a switch goes to the same tenant. */
  tenant?: string | null;
}
export interface ApiRequest {
  url: string;
  method: Endpoint['method'];
  headers: Headers;
  body?: string | FormData | Blob;
}

export function buildRequest(e: Endpoint, input: RequestInput): ApiRequest {
  const headers = new Headers({ accept: 'application/json' });
  if (input.key !== undefined) headers.set('idempotency-key', input.key);
  if (input.version !== undefined) headers.set('if-match', `"${input.version}"`);
  const url = address(e.path, input.params, input.query);
  if (input.tenant != null && !url.startsWith(HOME_PATH)) headers.set(TENANT_HEADER, input.tenant);
  if (input.body === undefined) return { url, method: e.method, headers };
  // The browser sets the content type of these, with the multipart boundary.
  if (input.body instanceof FormData || input.body instanceof Blob)
    return { url, method: e.method, headers, body: input.body };
  headers.set('content-type', 'application/json');
  return { url, method: e.method, headers, body: JSON.stringify(input.body) };
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;

/** Far above any real answer. Guards against decompression bombs. */
const MAX_JSON_BYTES = 16_000_000;

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return bodyText(response);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.length;
    if (bytes > MAX_JSON_BYTES) {
      await reader.cancel();
      throw new RangeError(`The answer has more than ${MAX_JSON_BYTES} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Null for an empty body. Throws ApiError if the server refused, was not ours, or the link broke within the body. */
export async function readAnswer(e: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await readApiError(response);
  if (e.answer === 'bytes' || e.answer === 'text') return response;
  if (e.answer === undefined || response.status === 204) return null;
  const requestId = response.headers.get('x-request-id');
  const facts = { status: response.status, requestId };
  const notOurs = (cause?: unknown) =>
    new ApiError('NOT_OURS', 'The answer is not JSON', { ...facts, cause });
  // An HTML page comes from a captive portal, even if it is empty.
  if (response.headers.get('content-type')?.includes('html')) throw notOurs();
  const text = await readText(response).catch((cause: unknown) => {
    throw cause instanceof RangeError ? notOurs(cause) : new ApiError('NETWORK', NO_ANSWER, { cause });
  });
  if (text === '') return null;
  if (!isJson(response)) throw notOurs();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw notOurs(cause);
  }
}
