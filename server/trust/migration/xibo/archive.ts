/** A Xibo file as what it holds: its documents, what describes them, and the names of its media. */
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { runInThread } from '../../../content/thread.ts';

const WORKER = 'server/trust/migration/xibo/xiboWorker.js';
/** ms and MB; an archive of 50 MB takes a second and a tenth of the memory, and a busy machine many times as long. */
const BOUNDS = { limit_ms: 60_000, heap_mb: 256 };
const MB = 1_000_000;
const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_MB = 500;
const MAX_TEXT_MB = 8;

export interface ReadArchive {
  entries: { name: string; bytes: number }[];
  /** Layouts; one that is no archive has no name of its own. */
  documents: { name: string; root: unknown }[];
  /** By the name of the file. */
  descriptions: Record<string, unknown>;
}

const BROKEN = 'This file is damaged, or it is neither a layout (XLF) nor an archive of one (ZIP).';
const REFUSALS: Readonly<Record<string, string>> = {
  doctype: 'A layout with a document type or entities is not read.',
  xml: 'The layout is no well-formed XML.',
  json: 'A description in the archive is no JSON.',
  outside: 'The archive names a file outside of itself.',
  entries: `An archive holds at most ${MAX_ENTRIES} files.`,
  unpacked: `An archive unpacks to at most ${MAX_UNPACKED_MB} MB.`,
  text: `The layouts of a file take at most ${MAX_TEXT_MB} MB.`,
  large: 'This file is larger than screens take.',
  missing: 'This file is not in the archive.',
};
const refusal = (code: string) => {
  const text = REFUSALS[code] ?? BROKEN;
  return new AppError('VALIDATION', text, { content: [text] });
};

async function inThread<T extends object>(work: object): Promise<T> {
  const answer = await runInThread<string>(WORKER, work, BOUNDS).catch(() => {
    throw refusal('broken');
  });
  const read = JSON.parse(answer) as T | { refusal: string };
  if ('refusal' in read) throw refusal(read.refusal);
  return read;
}

/** Throws VALIDATION that says what is wrong with it. */
export const readArchive = (path: string): Promise<ReadArchive> =>
  inThread({
    path,
    bounds: { entries: MAX_ENTRIES, unpacked: MAX_UNPACKED_MB * MB, text: MAX_TEXT_MB * MB },
  });

/** Writes one file of the archive; at most so many bytes, whatever the archive says of it. */
export async function extractFile(
  path: string,
  wanted: { name: string; to: string; most: number },
): Promise<void> {
  await inThread({ path, wanted });
}
