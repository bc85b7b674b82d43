import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { isUnpublished, valueText } from './EffectiveValues.tsx';
import type { ConfigAnswer, ConfigPageOptions } from './configPage.ts';

/** What a draft changes on screens, each value as it is and as it becomes; all of them where none has held so far. */
export function DraftChanges({ page, data }: { page: ConfigPageOptions; data: ConfigAnswer }) {
  const text = useText('playerConfig');
  const format = useFormat();
  const isFirst = isUnpublished(page, data);
  const changes = page.fields.flatMap(({ name }) => {
    const values = [data.effective[name]?.value, data.upcoming[name]?.value];
    const [now, next] = values.map(value => JSON.stringify(value));
    const [before, after] = values.map(value => valueText(value, { text, format }));
    return isFirst || now !== next ? [{ name, before, after }] : [];
  });
  if (changes.length === 0) return null;
  return (
    <dl className="mt-3 max-h-64 overflow-y-auto border-t border-line">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-1">
          <dt className="text-ink-2">{text(`fields.${name}`)}</dt>
          <dd className="text-right font-mono">{isFirst ? after : `${before} → ${after}`}</dd>
        </div>
      ))}
    </dl>
  );
}
