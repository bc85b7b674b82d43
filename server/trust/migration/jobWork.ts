/** How the lines of each kind of import are checked, written and taken back. */
import type { ImportKind } from '../../../shared/contract/trust/migrationKinds.ts';
import { isTabular } from '../../../shared/contract/trust/migrationKinds.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { checkLines, writeLines, type Counts, type JobRow, type LineRow } from './batch.ts';
import { IMPORTERS } from './kinds/index.ts';
import type { ImportRights } from './kinds/importer.ts';
import { undoLines } from './undo.ts';
import { removeArchive } from './xibo/files.ts';
import { prepareLine, type PreparedLine } from './xibo/prepare.ts';
import { checkXibo, undoXibo, writeXibo } from './xibo/work.ts';

export interface JobTask {
  job: JobRow;
  actor: ImportRights;
  lines: readonly LineRow[];
  prepared: PreparedLine | null;
}
type Act = (ctx: TransactionContext, task: JobTask) => Promise<Counts>;
export interface JobWork {
  /** Taken before any row of a step. */
  lock?: ((ctx: TransactionContext) => Promise<unknown>) | undefined;
  /** Before the transaction of a line, which then is a step of its own. */
  prepare?: (server: Server, job: JobRow, line: LineRow) => Promise<PreparedLine>;
  checking: Act;
  running: Act;
  rolling_back: Act;
  /** After the run. */
  end?: (server: Server, job: JobRow) => Promise<void>;
}

export function workOfKind(kind: ImportKind): JobWork {
  if (!isTabular(kind))
    return {
      ...{ prepare: prepareLine, checking: checkXibo, running: writeXibo, rolling_back: undoXibo },
      end: (server, { id }) => removeArchive(server, id),
    };
  const importer = IMPORTERS[kind];
  return {
    lock: importer.lock,
    checking: (ctx, task) => checkLines(ctx, { ...task, importer }),
    running: (ctx, task) => writeLines(ctx, { ...task, importer }),
    rolling_back: (ctx, task) => undoLines(ctx, { ...task, importer }),
  };
}
