import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Change {
  label: string;
  /** null: no value. */
  before: ReactNode;
  after: ReactNode;
}

/** Old and new values field by field, marked by sign and stroke as well as by colour. */
export function DiffView({ caption, changes }: { caption: string; changes: readonly Change[] }) {
  const { t } = useTranslation('screens');
  return (
    <div
      className="overflow-x-auto border-t-2 border-ink bg-surface"
      tabIndex={0}
      role="group"
      aria-label={caption}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-12 text-ink-2">
            <th scope="col" className="h-10 px-5 font-semibold">
              {t('diff.field')}
            </th>
            <th scope="col" className="px-3 font-semibold">
              {t('diff.before')}
            </th>
            <th scope="col" className="px-3 font-semibold">
              {t('diff.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label} className="border-b border-line align-top">
              <th scope="row" className="min-w-20 px-5 py-3 font-normal text-ink-2 max-sm:px-3">
                {label}
              </th>
              <td className="px-3 py-3 wrap-anywhere">
                {before === null ? '—' : <del className="text-danger">− {before}</del>}
              </td>
              <td className="px-3 py-3 wrap-anywhere">
                {after === null ? '—' : <ins className="font-semibold text-ok no-underline">+ {after}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
