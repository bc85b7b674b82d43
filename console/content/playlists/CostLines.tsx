import type { Readiness } from '../../../shared/contract/content/playlist.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** What publishing the draft costs in bytes, screens that need the same together. */
export function CostLines({ cost }: { cost: Readiness['cost'] }) {
  const text = useText('playlists');
  const format = useFormat();
  const coming = cost.filter(({ fresh }) => fresh > 0);
  const total = coming.reduce((sum, { fresh, screens }) => sum + fresh * screens, 0);
  if (cost.length === 0) return null;
  if (coming.length === 0) return <p className="text-13 text-ink-2">{text('cost.nothing')}</p>;
  return (
    <div className="my-2">
      <p className="text-13 text-ink-2">{text('cost.label')}</p>
      {coming.map(({ bytes, fresh, screens }) => (
        <p key={`${bytes} ${fresh}`} className="font-mono">
          {text('cost.each', {
            count: screens,
            bytes: format.bytes(fresh),
            shown: format.number(screens),
          })}
          {fresh < bytes && (
            <span className="ml-3 text-13 text-ink-2">{text('cost.of', { bytes: format.bytes(bytes) })}</span>
          )}
        </p>
      ))}
      {coming.length > 1 && (
        <p className="font-mono font-semibold">{text('cost.total', { bytes: format.bytes(total) })}</p>
      )}
    </div>
  );
}
