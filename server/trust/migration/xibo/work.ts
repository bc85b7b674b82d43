/** A line of a layout checked, written or taken back. A playlist is written with all that it plays, or not at all. */
import { and, inArray } from 'drizzle-orm';
import { playlistItemInput } from '../../../../shared/contract/content/playlist.ts';
import {
  addImportedFile,
  addImportedPlaylist,
  addImportedSlide,
  isPlaylistNameFree,
  removeImportedCreative,
  removeImportedPlaylist,
  requireRoomFor,
} from '../../../content/imported.ts';
import type { DraftItem } from '../../../content/playlists/drafts.ts';
import { migrationLines } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { isLineOf, noteLines, type Counts, type JobRow, type LineChange, type LineRow } from '../batch.ts';
import type { PlannedItem, XiboStep } from './plan.ts';
import type { PreparedLine } from './prepare.ts';
import { LEFT_OUT, REMARKS, type Remark, remarkOf } from './texts.ts';
import { remarksOf, stepOf } from './upload.ts';

interface Task {
  job: JobRow;
  lines: readonly LineRow[];
  prepared: PreparedLine | null;
}
type PlaylistStep = Extract<XiboStep, { make: 'playlist' }>;
type LineState = Pick<LineRow, 'line' | 'state' | 'target_id'>;

async function linesNamed(
  ctx: TransactionContext,
  job: JobRow,
  lines: readonly number[],
): Promise<Map<number, LineState>> {
  if (lines.length === 0) return new Map();
  const rows = await ctx.tx
    .select({
      line: migrationLines.line,
      state: migrationLines.state,
      target_id: migrationLines.target_id,
    })
    .from(migrationLines)
    .where(and(isLineOf(ctx, job), inArray(migrationLines.line, [...new Set(lines)])));
  return new Map(rows.map(row => [row.line, row]));
}
const namedBy = ({ items }: PlaylistStep) => items.flatMap(({ line }) => line ?? []);

interface Verdict {
  problems: Remark[];
  remarks: Remark[];
}
async function judge(
  ctx: TransactionContext,
  { job, row, prepared }: { job: JobRow; row: LineRow; prepared: PreparedLine | null },
): Promise<Verdict> {
  const step = stepOf(row.cells);
  const remarks = remarksOf(row.cells);
  const refused = (why: Remark): Verdict => ({ problems: [why], remarks: [] });
  switch (step.make) {
    case 'nothing':
      return { problems: remarks, remarks: [] };
    case 'item':
    case 'slide':
      return { problems: [], remarks };
    case 'file':
      if (prepared?.refusal !== undefined) return refused(remarkOf(prepared.refusal));
      try {
        await requireRoomFor(ctx, prepared?.bytes ?? 0);
        return { problems: [], remarks };
      } catch (error) {
        if (error instanceof AppError) return refused(remarkOf(error.message));
        throw error;
      }
    case 'same': {
      const first = (await linesNamed(ctx, job, [step.line])).get(step.line);
      return first?.state === 'err' ? refused(LEFT_OUT.noFile) : { problems: [], remarks };
    }
    case 'playlist': {
      const named = await linesNamed(ctx, job, namedBy(step));
      const left = step.items.filter(({ line }) => named.get(line ?? 0)?.state === 'err');
      if (left.length === step.items.length) return refused(LEFT_OUT.emptyRegion);
      if (left.length > 0) remarks.push(REMARKS.missing);
      if (!(await isPlaylistNameFree(ctx, step.name))) remarks.push(REMARKS.nameTaken);
      return { problems: [], remarks };
    }
  }
}

export async function checkXibo(ctx: TransactionContext, { job, lines, prepared }: Task): Promise<Counts> {
  const counts = { ok: 0, warn: 0, err: 0 };
  const changes: LineChange[] = [];
  for (const row of lines) {
    const { problems, remarks } = await judge(ctx, { job, row, prepared });
    const state = problems.length > 0 ? 'err' : remarks.length > 0 ? 'warn' : 'ok';
    counts[state] += 1;
    changes.push({
      ...{ line: row.line, state, name: row.cells['name'] ?? null },
      problems: [...problems, ...remarks],
    });
  }
  await noteLines(ctx, job, changes);
  return counts;
}

export async function writeXibo(ctx: TransactionContext, { job, lines, prepared }: Task): Promise<Counts> {
  const changes: LineChange[] = [];
  for (const row of lines) changes.push(await write(ctx, { job, row, prepared }));
  await noteLines(ctx, job, changes);
  const count = (act: LineRow['act']) =>
    changes.filter(one => one.state === 'done' && one.act === act).length;
  return { created: count('create'), unchanged: count('same') };
}

async function write(
  ctx: TransactionContext,
  { job, row, prepared }: { job: JobRow; row: LineRow; prepared: PreparedLine | null },
): Promise<LineChange> {
  const { line } = row;
  const step = stepOf(row.cells);
  switch (step.make) {
    case 'nothing':
    case 'item':
      return { line, state: 'done' };
    case 'file': {
      if (!prepared?.file) throw new AppError('RULE', prepared?.refusal ?? LEFT_OUT.noFile.text);
      return made(line, await addImportedFile(ctx, prepared.file, step.name));
    }
    case 'slide': {
      const { slide, name, duration_ms } = step;
      return made(line, await addImportedSlide(ctx, { slide, name, duration_ms, alt_text: '' }));
    }
    case 'same': {
      const first = (await linesNamed(ctx, job, [step.line])).get(step.line);
      if (!first?.target_id) throw new AppError('RULE', LEFT_OUT.noFile.text);
      return { line, state: 'done', act: 'same', target_id: first.target_id };
    }
    case 'playlist':
      return writePlaylist(ctx, { job, row, step });
  }
}
const made = (
  line: number,
  { creative_id, new_asset_id }: { creative_id: string; new_asset_id: string | null },
): LineChange => ({
  ...{ line, state: 'done', act: 'create', target_id: creative_id, target_version: 1 },
  before: { new_asset_id },
});

async function writePlaylist(
  ctx: TransactionContext,
  { job, row, step }: { job: JobRow; row: LineRow; step: PlaylistStep },
): Promise<LineChange> {
  const { line } = row;
  const { name, settings, beside, items: planned } = step;
  const named = await linesNamed(ctx, job, [...namedBy(step), ...(beside === null ? [] : [beside])]);
  const items = planned.flatMap(item => itemOf(item, named));
  if (items.length === 0) throw new AppError('RULE', LEFT_OUT.emptyRegion.text);
  /** Without its second zone it fills the screen. */
  const beside_id = beside === null ? null : (named.get(beside)?.target_id ?? null);
  const parted =
    beside !== null && beside_id === null ? ({ zone: 'full', layout: 'full' } as const) : settings;
  const id = await addImportedPlaylist(ctx, { ...parted, name, beside_id, items });
  const isNew = !row.problems.some(({ text }) => text === REMARKS.missing.text);
  return {
    ...{ line, state: 'done', act: 'create', target_id: id, target_version: 1 },
    ...(items.length < planned.length && isNew && { problems: [...row.problems, REMARKS.missing] }),
  };
}
function itemOf({ line, ...item }: PlannedItem, named: ReadonlyMap<number, LineState>): DraftItem[] {
  const creative_id = line === undefined ? null : (named.get(line)?.target_id ?? null);
  if (line !== undefined && creative_id === null) return [];
  const { id: _id, ...whole } = playlistItemInput.parse({ ...item, creative_id });
  return [whole];
}

/** From the last line to the first: what plays something goes before it. */
export async function undoXibo(ctx: TransactionContext, { job, lines }: Task): Promise<Counts> {
  const changes: LineChange[] = [];
  for (const { line, act, target_id: id, target_version: version, before, cells } of lines) {
    if (act !== 'create' || id === null || version === null) {
      changes.push({ line, state: 'undone' });
      continue;
    }
    const new_asset_id = (before?.['new_asset_id'] as string | null | undefined) ?? null;
    const isUndone =
      stepOf(cells).make === 'playlist'
        ? await removeImportedPlaylist(ctx, { id, version })
        : await removeImportedCreative(ctx, { id, version, new_asset_id });
    changes.push({ line, state: isUndone ? 'undone' : 'kept' });
  }
  await noteLines(ctx, job, changes);
  return { kept: changes.filter(({ state }) => state === 'kept').length };
}
