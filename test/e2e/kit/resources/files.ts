/** What a user takes home: exactly the rows of his filter, in the columns that are drawn, and the ids that prove them. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { columnName } from '../../../../console/kit/fields/Value.tsx';
import type { Column, Row } from '../../../../console/kit/resource/defineResource.ts';
import { readCsv, readXlsx, type SheetCell } from '../../../support/server/tables.ts';
import { usedWord } from './browse.ts';
import { heads, openList, WORDS } from './stage.ts';
import type { ListRow, Stage } from './stage.ts';

/** Ten thousand rows, on a machine that does other things too. */
const EXPORT_WITHIN_MS = 60_000;

async function download({ page }: Stage, what: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: WORDS.export.title, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: EXPORT_WITHIN_MS }),
    page.getByRole('menuitem', { name: what }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const FORMULA = /^[=+\-@\t\r]/;
/** Text as a file keeps it: no spreadsheet takes it for a formula. */
const guarded = (text: string, isCsv: boolean) => (isCsv && FORMULA.test(text) ? `'${text}` : text);
const KEPT_AS_THEY_ARE = ['text', 'number', 'bytes', 'percent'];

/** Of columns that are kept as they are, each cell; of all, how many rows and which heads. */
function compare(
  cells: SheetCell[][],
  rows: readonly ListRow[],
  columns: readonly Column<Row>[],
  isCsv: boolean,
) {
  expect(cells.length - 1).toBe(rows.length);
  for (const [at, column] of columns.entries()) {
    if (!('as' in column) || !KEPT_AS_THEY_ARE.includes(column.as)) continue;
    const expected = rows.map(row => {
      const value = row[column.key] as SheetCell;
      if (value === null || value === '') return null;
      return isCsv || typeof value === 'string' ? guarded(String(value), isCsv) : value;
    });
    const found = cells.slice(1).map(row => (row[at] === '' ? null : (row[at] ?? null)));
    expect([columnName(column), found]).toEqual([columnName(column), expected]);
  }
}

async function rowsOf({ api, of }: Stage, query: string): Promise<ListRow[]> {
  const { path } = of.resource.endpoints.export!;
  const { text, status } = await api.call('GET', `${path}?format=jsonl${query}`);
  expect(status).toBe(200);
  const lines = text.split('\n').filter(line => line !== '');
  return lines.map(line => JSON.parse(line) as ListRow);
}

export async function exportsItsRows(stage: Stage): Promise<void> {
  const { page, of } = stage;
  const { columns, card, name, defaultSort: first, exportKeys = [] } = of.resource;
  const sort = first === '' ? '' : `&sort=${first}`;
  // All rows, in two columns where columns can be chosen.
  const few = card ? columns : columns.slice(0, 2);
  await openList(stage, card ? '' : `?cols=${few.map(columnName).join()}`);
  const csv = await download(stage, WORDS.export.csv);
  expect(csv.name).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`, 'i'));
  const text = csv.bytes.toString('utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const table = readCsv(text);
  compare(table, await rowsOf(stage, sort), few, true);
  for (const [at, head] of (await heads(page)).entries()) expect(table[0]?.[at]).toContain(head);
  expect(table[0]?.length).toBe(few.length + exportKeys.length);
  // Those of a filter, in all columns.
  const word = await usedWord(stage);
  const filter = word ? `&${word.key}=${word.word}` : '';
  await openList(stage, filter.replace('&', '?'));
  const xlsx = readXlsx((await download(stage, WORDS.export.xlsx)).bytes);
  compare(xlsx, await rowsOf(stage, `${sort}${filter}`), columns, false);
  expect(xlsx[0]?.length).toBe(columns.length + exportKeys.length);
  for (const [at, column] of columns.entries())
    if ('as' in column && ['time', 'ago'].includes(column.as)) expect(xlsx[0]?.[at]).toMatch(/\(.+\)$/);
}
