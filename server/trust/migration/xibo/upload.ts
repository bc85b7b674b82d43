/** A Xibo file as the lines of an import. */
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { MAX_FILE_BYTES } from '../../../../shared/contract/trust/migration.ts';
import { LAYOUT_COLUMNS } from '../../../../shared/contract/trust/migrationKinds.ts';
import { toStorable } from '../../../db/rows.ts';
import type { Server } from '../../../context/server.ts';
import type { ReadFile } from '../readFile.ts';
import { readArchive } from './archive.ts';
import { layoutsOf, TooManyWidgets } from './document.ts';
import { keepArchive, removeArchive } from './files.ts';
import { planOf, type XiboLine, type XiboStep } from './plan.ts';
import type { Remark } from './texts.ts';

const MAX_LAYOUTS = 100;
const MAX_XIBO_LINES = 2_000;
const refuse = (text: string) => new AppError('VALIDATION', text, { content: [text] });

/** An archive comes in Base64, which no XLF is. */
const ARCHIVE = /^UEs[A-Za-z0-9+/]/;
function bytesOf(content: string): Buffer {
  const bytes = ARCHIVE.test(content) ? Buffer.from(content, 'base64') : Buffer.from(content, 'utf8');
  if (bytes.length > MAX_FILE_BYTES) throw refuse(`A file has at most ${MAX_FILE_BYTES / 1_000_000} MB.`);
  return bytes;
}

/** Not among the columns of the report: for the run alone. */
const STEP = 'step';
const REMARKS = 'remarks';
const cellsOf = ({ part, step, remarks }: XiboLine): Record<string, string> => ({
  ...part,
  [STEP]: JSON.stringify(step),
  [REMARKS]: JSON.stringify(remarks),
});
export const stepOf = (cells: Record<string, string>) => JSON.parse(cells[STEP] ?? '{}') as XiboStep;
export const remarksOf = (cells: Record<string, string>) => JSON.parse(cells[REMARKS] ?? '[]') as Remark[];

/** Keeps the archive under the id of its job. Throws VALIDATION that says what is wrong with the file. */
export async function readXiboFile(
  server: Server,
  { job_id, file_name, content }: { job_id: string; file_name: string; content: string },
): Promise<ReadFile> {
  const path = await keepArchive(server, job_id, bytesOf(content));
  try {
    const archive = await readArchive(path);
    if (archive.entries.length === 0) await removeArchive(server, job_id);
    const layouts = layoutsOf(archive, { fileName: file_name, most: MAX_XIBO_LINES });
    if (layouts.length === 0) throw refuse('This file holds no Xibo layout.');
    if (layouts.length > MAX_LAYOUTS) throw refuse(`At most ${MAX_LAYOUTS} layouts at once.`);
    const lines = planOf(layouts);
    if (lines.length > MAX_XIBO_LINES) throw refuse(`At most ${MAX_XIBO_LINES} parts of layouts at once.`);
    return { columns: [...LAYOUT_COLUMNS], lines: toStorable(lines).map(cellsOf) };
  } catch (error) {
    await removeArchive(server, job_id);
    if (error instanceof TooManyWidgets) throw refuse(`At most ${MAX_XIBO_LINES} parts of layouts at once.`);
    throw error;
  }
}
