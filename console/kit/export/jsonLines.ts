/** Parses an export stream line by line. */
import { ApiError } from '../../../shared/net/apiError.ts';

/** Yields the rows of a JSON Lines body; a body that ends within a line is an error, never a truncated file. */
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
