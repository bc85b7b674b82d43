import clsx from 'clsx';
import { MIX_SOURCES, missingShare } from '../../../shared/contract/playout/playerValues.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import type { Values } from './configPage.ts';

/** Three tones for the three that earn, and the chart's others for what entertains, in the order of the form. */
const FILLS = [
  ...(['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6'] as const),
  ...(['bg-chart-1/60', 'bg-chart-2/60', 'bg-chart-3/60'] as const),
] as const;

const shareOf = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0);

/** The mix drawn to scale, and what is missing from a whole. */
export function MixBar({ values }: { values: Values }) {
  const text = useText('playerConfig');
  const format = useFormat();
  const parts = MIX_SOURCES.map((source, nth) => ({
    source,
    fill: FILLS[nth],
    share: shareOf(values[source]),
  }));
  const missing = missingShare(Object.fromEntries(parts.map(({ source, share }) => [source, share])));
  const sentence = missing === 0 ? 'whole' : missing > 0 ? 'missing' : 'tooMuch';
  return (
    <section aria-label={text('mix.label')} className="flex flex-col gap-3">
      <div aria-hidden="true" className="flex h-7 w-full gap-px bg-neutral-tint">
        {parts.map(({ source, fill, share }) => (
          <span key={source} style={{ flex: `${share} 1 0` }} className={fill} />
        ))}
        {missing > 0 && <span style={{ flex: `${missing} 1 0` }} />}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13">
        {parts.map(({ source, fill, share }) => (
          <li key={source} className="flex items-baseline gap-1.5">
            <span aria-hidden="true" className={clsx('size-3 self-center', fill)} />
            {text('mix.part', { source: text(`fields.${source}`), share: format.number(share) })}
          </li>
        ))}
      </ul>
      <p role="status" className={clsx('font-semibold', missing === 0 ? 'text-ok' : 'text-danger')}>
        {text(`mix.${sentence}`, { share: format.number(Math.abs(missing)) })}
      </p>
    </section>
  );
}
