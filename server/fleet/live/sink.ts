/** Where the events of a stream are written. */
import type { PassThrough } from 'node:stream';

/** Who does not read what was sent is let go, since it would pile up here: he comes back and is told all of it. */
export const sinkOf = (stream: PassThrough) => ({
  write(text: string): void {
    if (stream.writableNeedDrain) stream.destroy();
    else stream.write(text);
  },
  end: () => void stream.end(),
});
