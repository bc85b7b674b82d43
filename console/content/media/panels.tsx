import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { creatives } from '../../../shared/contract/content/creative.ts';
import type { Asset } from '../../../shared/contract/content/media.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Preview } from '../creatives/Preview.tsx';
import { PATHS } from '../../app/paths.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useText } from '../../kit/text/useText.ts';

/** Longest search, and rows of its answer. */
const MAX_Q = 120;
const LIMIT = 100;

export const PreviewPanel = ({ row }: { row: Asset }) => <Preview asset={row} label={row.filename} />;

/** Creatives are found by the name of their file; of those, the ones made of this very file. */
export function UsedByPanel({ row }: { row: Asset }) {
  const text = useText('media');
  const { client } = useAuth();
  const q = row.filename.slice(0, MAX_Q);
  const answer = useQuery(read(client, creatives.list, { query: { q, limit: LIMIT } }));
  if (answer.isPending) return <Skeleton rows={2} />;
  if (answer.isError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const users = answer.data.items.filter(creative => creative.asset.id === row.id);
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.used')}</h2>
      {users.length === 0 && <p className="text-ink-2">{text('unused')}</p>}
      <ul>
        {users.map(({ id, name }) => (
          <li key={id} className="border-b border-line">
            <Link
              href={`${PATHS.creatives}/${id}`}
              className="flex min-h-11 items-center font-semibold text-primary hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
