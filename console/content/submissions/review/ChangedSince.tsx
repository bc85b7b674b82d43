import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { submissions, type Submission } from '../../../../shared/contract/content/submission.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';

/** What a decision is about, each with the key of its label. */
const DECIDED: Record<string, (row: Submission) => unknown> = {
  file: row => row.asset.id,
  name: row => row.name,
  alt_text: row => row.alt_text,
  duration_ms: row => row.duration_ms,
  qr_target: row => row.qr_target,
  advertiser: row => row.advertiser,
  languages: row => row.languages.join(),
  valid_from: row => row.valid_from,
  valid_until: row => row.valid_until,
  note: row => row.note,
};
type Actor = ReturnType<typeof useCurrentUser>;
/** A step of one's own is no news. */
const isOwnStep = ({ state, assigned_to, decisions }: Submission, { id }: Actor) =>
  state === 'in_review' ? assigned_to === id : decisions.at(-1)?.by === id && state !== 'pending';

/** Says what somebody else has changed of a submission while it stood open, until that was looked at. */
export const ChangedSince = ({ row }: { row: Submission }) => <Changed key={row.id} listed={row} />;

function Changed({ listed }: { listed: Submission }) {
  const text = useText('submissions');
  const format = useFormat();
  const actor = useCurrentUser();
  const { client } = useAuth();
  /** The sheet reads the row; here it only counts whether what it has was read for whoever opened it. */
  const { data, isStale } = useQuery({
    ...read(client, submissions.read, { params: { id: listed.id } }),
    refetchOnMount: false,
  });
  const row = data ?? listed;
  const [seen, setSeen] = useState(row);
  const [isFresh, setFresh] = useState(false);
  /** What a list, an earlier visit or the page before a reload left is drawn first: the answer that comes in its place is no news. */
  if (!isFresh && seen !== row) setSeen(row);
  if (!isFresh && data !== undefined && !isStale) setFresh(true);
  const changed = Object.keys(DECIDED).filter(key => DECIDED[key]?.(row) !== DECIDED[key]?.(seen));
  if (row.state !== seen.state && !isOwnStep(row, actor)) changed.push('state');
  if (!isFresh || changed.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="warn" title={text('changed.title')} alert>
        <p>{text('changed.text', { fields: format.list(changed.map(key => text(`fields.${key}`))) })}</p>
        <Button variant="outline" className="mt-2" onClick={() => setSeen(row)}>
          {text('changed.seen')}
        </Button>
      </Notice>
    </div>
  );
}
