/** Writes tables as CSV or XLSX files. */
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import type { ExportValue } from '../fields/kinds.tsx';

export interface Table {
  heads: readonly string[];
  rows: readonly (readonly ExportValue[])[];
}
export const TABLE_KINDS = ['csv', 'xlsx'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
/** Rows as the API has them, for machines, beside the table as the page shows it. */
export const FILE_KINDS = [...TABLE_KINDS, 'jsonl'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const csv = ({ heads, rows }: Table) =>
  new Blob([csvHead(heads), ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });

/** Numbers stay numbers; texts are typed as strings, so that none is read as a formula. */
async function xlsx({ heads, rows }: Table): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser');
  const head = heads.map(value => ({ value, fontWeight: 'bold' as const, type: String }));
  const cells = rows.map(row =>
    row.map(value =>
      value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
    ),
  );
  return write([head, ...cells], { stickyRowsCount: 1 }).toBlob();
}

export const tableFile = (kind: TableKind, table: Table): Blob | Promise<Blob> =>
  kind === 'csv' ? csv(table) : xlsx(table);

export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
