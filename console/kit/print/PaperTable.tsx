import type { ReactNode } from 'react';

interface PaperTableProps {
  heads: readonly string[];
  /** Only the first `texts` columns are words; the others are figures at the right edge. */
  rows: readonly (readonly ReactNode[])[];
  texts?: number;
  foot?: readonly ReactNode[];
}
const FIGURE = 'py-2 pl-3 text-right align-top font-mono whitespace-nowrap';
const TEXT = 'py-2 pr-3 align-top';

/** A table on paper: its head stands on each sheet. */
export function PaperTable({ heads, rows, texts = 1, foot }: PaperTableProps) {
  const cells = (row: readonly ReactNode[]) =>
    row.map((cell, i) => (
      <td key={i} className={i < texts ? TEXT : FIGURE}>
        {cell}
      </td>
    ));
  return (
    <table className="w-full text-left">
      <thead className="border-b border-ink text-13 text-ink-2">
        <tr>
          {heads.map((head, i) => (
            <th key={head} scope="col" className={i < texts ? 'py-2 pr-3' : 'py-2 pl-3 text-right'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} className="border-b border-line">
            {cells(row)}
          </tr>
        ))}
        {foot && <tr className="font-semibold">{cells(foot)}</tr>}
      </tbody>
    </table>
  );
}
