import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  LINES_A_PAGE,
  migrationLines,
  type MigrationJob,
  type MigrationLine,
} from '../../../shared/contract/trust/migration.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useLineText } from './lineText.ts';

const SKELETON_ROWS = 3;
const HEADS = ['layout', 'region', 'widget', 'becomes', 'problem'] as const;

/** What each part of a layout becomes, or why nothing, page by page. */
export function LayoutLines({ row }: { row: MigrationJob }) {
  const text = useText('migrations');
  const { client } = useAuth();
  const [after, setAfter] = useState(0);
  const answer = useQuery(read(client, migrationLines, { params: { id: row.id }, query: { after } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { lines, next } = answer.data;
  return (
    <>
      <div className="max-h-96 overflow-auto" tabIndex={0} role="region" aria-label={text('layouts.table')}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {HEADS.map(head => (
                <th key={head} className="py-2 pr-4 font-semibold">
                  {text(head === 'problem' ? 'lines.problem' : `layouts.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <PartRow key={line.line} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex gap-2">
        {after > 0 && (
          <Button variant="outline" onClick={() => setAfter(Math.max(0, after - LINES_A_PAGE))}>
            {text('layouts.earlier')}
          </Button>
        )}
        {next !== null && (
          <Button variant="outline" onClick={() => setAfter(next)}>
            {text('layouts.later')}
          </Button>
        )}
      </div>
    </>
  );
}

function PartRow({ line: { part, problems, state } }: { line: MigrationLine }) {
  const text = useText('migrations');
  const lineText = useLineText();
  if (part === null) return null;
  const { layout, region, widget, becomes, name } = part;
  const isLeftOut = state === 'err' || becomes === 'nothing';
  return (
    <tr className="border-b border-line align-top">
      <td className="py-1.5 pr-4">{layout}</td>
      <td className="py-1.5 pr-4">{region || '–'}</td>
      <td className="py-1.5 pr-4 font-mono">{widget}</td>
      <td className="py-1.5 pr-4">
        {text(`layouts.parts.${isLeftOut ? 'nothing' : becomes}`)}
        {name !== '' && <span className="block break-words text-ink-2">{name}</span>}
      </td>
      <td className="py-1.5">
        {state === 'kept' && <p>{text('lines.changed')}</p>}
        {problems.map(one => (
          <p key={one.text}>{lineText(one)}</p>
        ))}
      </td>
    </tr>
  );
}
