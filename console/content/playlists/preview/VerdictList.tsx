import clsx from 'clsx';
import { useText } from '../../../kit/text/useText.ts';
import type { Reason } from './verdicts.ts';

export interface Verdict {
  id: string;
  name: string;
  /** Null: it plays at that moment. */
  reason: Reason | null;
}

/** Each item, and why it does not play where it does not. */
export function VerdictList({ label, verdicts }: { label: string; verdicts: readonly Verdict[] }) {
  const text = useText('playlists');
  return (
    <section aria-label={label} className="mt-5">
      <h3 className="mb-1 text-16">{label}</h3>
      <ol className="border-t border-line">
        {verdicts.map(({ id, name, reason }, n) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1">
            <span className="w-7 text-right font-mono text-ink-3">{n + 1}</span>
            <span className="min-w-24 flex-1 truncate font-semibold" title={name}>
              {name}
            </span>
            <span className={clsx('text-13', reason === null ? 'text-ok' : 'font-semibold text-warn')}>
              {text(reason === null ? 'preview.plays' : `preview.reasons.${reason}`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
