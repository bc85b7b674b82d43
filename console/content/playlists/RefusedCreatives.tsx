import { Link } from 'wouter';
import type { RefusedCreative } from '../../../shared/contract/content/refusals.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** What keeps a playlist from being published: each creative with what it broke and by how much, and the way to it. */
export function RefusedCreatives({ refused }: { refused: readonly RefusedCreative[] }) {
  const text = useText('playlists');
  return (
    <>
      <ul className="my-1 list-disc pl-5">
        {refused.map(creative => (
          <li key={creative.id}>
            <Reasons creative={creative} />{' '}
            <Link
              href={`${PATHS.creatives}/${creative.id}`}
              className="font-semibold whitespace-nowrap underline"
            >
              {text('refused.open', { name: creative.name })}
            </Link>
          </li>
        ))}
      </ul>
      <p>{text('refused.how')}</p>
    </>
  );
}

function Reasons({ creative: { name, reason, checks } }: { creative: RefusedCreative }) {
  const text = useText('playlists');
  const format = useFormat();
  const number = (value: number | null) => (value === null ? '' : format.number(value));
  if (checks.length === 0) return <>{text(`refused.reasons.${reason}`, { name })}</>;
  const sentences = checks.map(({ rule, measured, limit, found }) =>
    text(`refused.checks.${rule}`, {
      ...{ name, measured: number(measured), limit: number(limit), found: found.join(', ') },
    }),
  );
  return <>{sentences.join(' ')}</>;
}
