import type { ReactNode } from 'react';

interface SystemTableProps {
  title: string;
  /** Beside the title. */
  tools?: ReactNode;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** In place of rows, where there are none. */
  empty?: string;
  note?: ReactNode;
}

/** A short table under its title; on a telephone it scrolls sideways in itself. */
export const SystemTable = ({ title, tools, heads, rows, empty, note }: SystemTableProps) => (
  <section className="mb-8">
    <div className="mb-2 flex min-h-12 flex-wrap items-center gap-4">
      <h2 className="flex-1 text-20">{title}</h2>
      {tools}
    </div>
    {note}
    <div
      role="group"
      aria-label={title}
      tabIndex={0}
      className="overflow-x-auto border-t-2 border-ink bg-surface"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line text-left text-12 text-ink-2">
            {heads.map(head => (
              <th key={head} scope="col" className="px-3 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="min-w-48 px-3 py-2 text-left font-normal">
                {first}
              </th>
              {others.map((cell, nth) => (
                <td key={heads[nth + 1]} className="px-3 py-2 tabular-nums whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty !== undefined && <p className="px-3 py-4 text-ink-2">{empty}</p>}
    </div>
  </section>
);
