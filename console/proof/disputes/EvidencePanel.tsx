/** What was gathered of a dispute, in its order, and what was credited. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import {
  disputes,
  type Dispute,
  type DisputeDetail,
  type DisputeEvidence,
  type EvidenceFacts,
} from '../../../shared/contract/sales/dispute.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { EvidencePlays } from './EvidencePlays.tsx';

const SKELETON_ROWS = 6;

export function EvidencePanel({ row }: { row: Dispute }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, disputes.read, { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return (
    <div className="flex flex-col gap-5">
      <Credits dispute={answer.data} />
      <ol className="flex flex-col gap-5">
        {answer.data.evidence.map(one => (
          <Piece key={one.id} piece={one} />
        ))}
      </ol>
    </div>
  );
}

function Credits({ dispute: { credits, currency } }: { dispute: DisputeDetail }) {
  const text = useText('disputes');
  const format = useFormat();
  if (credits.length === 0) return null;
  return (
    <section aria-label={text('credits.label')}>
      <ul className="border-t-2 border-ink">
        {credits.map(({ id, number, invoice_id, amount_minor, plays }) => (
          <li key={id} className="flex justify-between gap-4 border-b border-line py-2">
            {invoice_id === null ? (
              <Link href={PATHS.programmaticReports}>{text('credits.partner')}</Link>
            ) : (
              <Link href={`${PATHS.billing}?id=${invoice_id}`}>
                {text('credits.note', { number: number ?? '' })}
              </Link>
            )}
            {plays !== null && (
              <span>{text('credits.plays', { count: plays, shown: format.number(plays) })}</span>
            )}
            <span className="font-mono">{format.money(amount_minor, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Piece({ piece: { at, by, text: said, facts, plays } }: { piece: DisputeEvidence }) {
  const text = useText('disputes');
  const format = useFormat();
  return (
    <li className="flex flex-col gap-2">
      <p className="text-13 text-ink-2">{text('evidence.by', { by, time: format.exact(at) })}</p>
      {said !== '' && <p className="whitespace-pre-line">{said}</p>}
      {facts ? <Facts facts={facts} /> : <p className="text-ink-2">{text('evidence.none')}</p>}
      {facts && plays.length > 0 && <EvidencePlays plays={plays} total={facts.plays} />}
    </li>
  );
}

function Facts({ facts }: { facts: EvidenceFacts }) {
  const text = useText('disputes');
  const plays = useText('plays');
  const format = useFormat();
  const list = (counts: Record<string, number>, label: (key: string) => string) =>
    format.list(Object.entries(counts).map(([key, n]) => `${label(key)}: ${format.number(n)}`));
  const rows: [label: string, value: string][] = [
    [text('evidence.plays'), format.number(facts.plays)],
    [text('evidence.states'), list(facts.states, key => plays(`values.${key}`))],
    [
      text('evidence.proven'),
      text('evidence.of', { n: format.number(facts.proven), all: format.number(facts.plays) }),
    ],
    [
      text('evidence.ledgers'),
      text('evidence.gaps', { ledgers: format.number(facts.ledgers), missing: format.number(facts.missing) }),
    ],
    [text('evidence.clock'), list(facts.clock, key => key)],
    [text('evidence.place'), list(facts.place, key => plays(`place.${key}`))],
  ];
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
