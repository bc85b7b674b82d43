import {
  decisionBefore,
  isSameWord,
  SUBMITTED_WORDS,
  type Submission,
} from '../../../../shared/contract/content/submission.ts';
import type { Asset } from '../../../../shared/contract/content/media.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { DiffView } from '../../../kit/ui/display/DiffView.tsx';
import { Picture } from '../../creatives/Picture.tsx';

const DAYS: ReadonlySet<string> = new Set(['valid_from', 'valid_until']);
/** No value rather than an empty one. */
const orNone = (word: string | null) => (word === '' ? null : word);

/** What stood there at the decision before, beside what stands there now. */
export function Comparison({ row }: { row: Submission }) {
  const text = useText('submissions');
  const format = useFormat();
  const before = decisionBefore(row);
  if (before === undefined) return null;
  const { words } = before;
  /** When one is decided, what was decided about is what counts as the present. */
  const now = row.decisions.at(-1) === before ? row : (row.decisions.at(-1)?.words ?? row);
  const plain = (key: string, word: string | string[] | null) => {
    if (Array.isArray(word)) return orNone(word.map(one => text(`values.${one}`)).join(', '));
    return word !== null && DAYS.has(key) ? format.day(word) : orNone(word);
  };
  const labelOf = (key: string) => text(key === 'name' ? 'comparison.name' : `fields.${key}`);
  const changes = SUBMITTED_WORDS.flatMap(word =>
    words === null || isSameWord(words[word], now[word])
      ? []
      : [{ label: labelOf(word), before: plain(word, words[word]), after: plain(word, now[word]) }],
  );
  const hasOtherFile = before.sha256 !== row.asset.sha256;
  return (
    <section aria-label={text('comparison.title')} className="mt-4">
      <h2 className="mb-2 text-16">{text('comparison.title')}</h2>
      {hasOtherFile && (
        <div className="mb-3 grid grid-cols-2 gap-3">
          <Side label={text('comparison.before')} asset={row.asset_before} />
          <Side label={text('comparison.now')} asset={row.asset} />
        </div>
      )}
      {changes.length > 0 && <DiffView caption={text('comparison.words')} changes={changes} />}
      {!hasOtherFile && changes.length === 0 && <p className="text-ink-2">{text('comparison.same')}</p>}
    </section>
  );
}

function Side({ label, asset }: { label: string; asset: Asset | null }) {
  const text = useText('submissions');
  const className = 'aspect-video w-full';
  return (
    <figure>
      <figcaption className="mb-1 text-13 font-semibold text-ink-2">{label}</figcaption>
      {asset === null ? (
        <div
          className={`grid place-items-center bg-neutral-tint p-2 text-center text-13 text-ink-2 ${className}`}
        >
          {text('comparison.gone')}
        </div>
      ) : (
        <Picture asset={asset} alt={label} className={className} />
      )}
    </figure>
  );
}
