import type { Health } from '../../../shared/contract/programmatic/adapter.ts';
import { ERROR_CLASSES } from '../../../shared/contract/programmatic/bid.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Those there were, the most frequent first. */
export function ErrorClasses({ health: { errors_by } }: { health: Health }) {
  const text = useText('adapters');
  const format = useFormat();
  const found = ERROR_CLASSES.filter(name => errors_by[name] > 0).sort((a, b) => errors_by[b] - errors_by[a]);
  return (
    <section>
      <h3 className="mb-1 font-semibold">{text('errors.title')}</h3>
      {found.length === 0 && <p className="text-ink-2">{text('errors.none')}</p>}
      <ul>
        {found.map(name => (
          <li key={name} className="flex justify-between gap-4 border-b border-line py-1">
            <span>{text(`errors.${name}`)}</span>
            <span className="font-mono">{format.number(errors_by[name])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
