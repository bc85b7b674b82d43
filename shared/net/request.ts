/** A call of the contract as a request, and its answer as the contract has it. */
import { address, type Endpoint } from '../contract/wire/endpoint.ts';
import { ApiError, bodyText, errorOf, NO_ANSWER } from './apiError.ts';

export interface Loose {
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  version?: number;
  key?: string;
}
export interface Request {
  url: string;
  method: Endpoint['method'];
  headers: Headers;
  body?: string | FormData | Blob;
}

export function requestOf(e: Endpoint, input: Loose): Request {
  const headers = new Headers({ accept: 'application/json' });
  if (input.key !== undefined) headers.set('idempotency-key', input.key);
  if (input.version !== undefined) headers.set('if-match', `"${input.version}"`);
  const url = address(e.path, input.params, input.query);
  if (input.body === undefined) return { url, method: e.method, headers };
  // The browser names the type of these, with what parts them.
  if (input.body instanceof FormData || input.body instanceof Blob)
    return { url, method: e.method, headers, body: input.body };
  headers.set('content-type', 'application/json');
  return { url, method: e.method, headers, body: JSON.stringify(input.body) };
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;

/** Far above any answer of ours; what is packed small may unpack to anything. */
const LONGEST_JSON = 16_000_000;

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return bodyText(response);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length;
    if (bytes > LONGEST_JSON) {
      await reader.cancel();
      throw new RangeError(`The answer has more than ${LONGEST_JSON} bytes`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Null for an empty body. Throws ApiError where the server refused, was not ours, or the link broke within the body. */
export async function answerOf(e: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response);
  if (e.answer === 'bytes' || e.answer === 'text') return response;
  if (e.answer === undefined || response.status === 204) return null;
  const requestId = response.headers.get('x-request-id');
  const facts = { status: response.status, requestId };
  const notOurs = (cause?: unknown) =>
    new ApiError('NOT_OURS', 'The answer is not JSON', { ...facts, cause });
  // A page is a portal's, whatever it holds.
  if (response.headers.get('content-type')?.includes('html')) throw notOurs();
  const text = await textOf(response).catch((cause: unknown) => {
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
