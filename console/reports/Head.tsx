import clsx from 'clsx';

export interface HeadCell {
  key: string;
  label: string;
  alignEnd?: true;
  /** Narrower windows leave the column out. */
  className?: string;
}
/** The heads of a table of reports. */
export const TableHead = ({ cells }: { cells: readonly HeadCell[] }) => (
  <thead>
    <tr className="text-12 text-ink-2 shadow-[inset_0_-1px_0_var(--line)]">
      {cells.map(({ key, label, alignEnd, className }) => (
        <th
          key={key}
          scope="col"
          className={clsx('h-12 px-3 font-semibold', alignEnd ? 'text-right' : 'text-left', className)}
        >
          {label}
        </th>
      ))}
    </tr>
  </thead>
);
