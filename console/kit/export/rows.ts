/** The rows of an export as they come in, line by line. */
import { ApiError } from '../../../shared/net/apiError.ts';

/** Lines of a body of JSON lines; a connection that ends within one is an error, never a short file. */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
  if (rest !== '') throw new ApiError('NETWORK', 'The export broke off');
}
