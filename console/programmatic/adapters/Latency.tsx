import type { Health } from '../../../shared/contract/programmatic/adapter.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const QUANTILES = ['p50', 'p95', 'p99'] as const;
const FULL = 100;

/** Bars against the slowest hundredth; the figure stands at its bar. */
export function Latency({ health }: { health: Health }) {
  const text = useText('adapters');
  const format = useFormat();
  const longest = health.p99_ms;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{text('latency.title')}</h3>
      {longest === null ? (
        <p className="text-ink-2">{text('latency.none')}</p>
      ) : (
        <ul className="grid gap-1">
          {QUANTILES.map(name => {
            const value = health[`${name}_ms`] ?? 0;
            return (
              <li key={name} className="grid grid-cols-[5rem_1fr_auto] items-center gap-3">
                <span>{text(`latency.${name}`)}</span>
                <svg
                  viewBox={`0 0 ${FULL} 10`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="h-4 w-full"
                >
                  <rect
                    width={Math.max(1, (value / Math.max(1, longest)) * FULL)}
                    height={10}
                    className="fill-primary"
                  />
                </svg>
                <span className="font-mono">{text('latency.ms', { n: format.number(value) })}</span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
