import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { readProof, type PlayProof } from '../../../shared/contract/proof/proof.ts';
import { isAccountState, type Play } from '../../../shared/contract/proof/play.ts';
import { checkLines } from '../../../shared/proof/check.ts';
import { faultText } from '../../../shared/proof/describe.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { DisputePlay } from '../disputes/openDialogs.ts';
import { useReportTexts } from './useReportTexts.ts';
import { VERIFY_PAGE } from './verifyPage.ts';

const ROWS = 6;

/** What is sold by hand has an account through an invoice alone. */
const isSoldByAuction = ({ state, invoice }: Play) => isAccountState(state) && invoice === null;

export function ProofPanel({ row }: { row: Play }) {
  const text = useText('plays');
  const verify = useText('verify');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-4">
      {isSoldByAuction(row) && (
        <Notice tone="neutral" title={text('soldByAuction.title')}>
          {text('soldByAuction.text')}
        </Notice>
      )}
      {row.gps_apart_ms !== null && row.gps_apart_ms > 0 && (
        <Notice tone="warn" title={verify('doubt.title', { apart: format.duration(row.gps_apart_ms) })}>
          {verify('doubt.text')}
        </Notice>
      )}
      {row.has_root ? (
        <Proof play_id={row.id} />
      ) : (
        <Notice tone="neutral" title={text('proof.waiting')}>
          {text('proof.waitingText')}
        </Notice>
      )}
      <DisputeButton row={row} />
    </div>
  );
}

/** For whoever may open one: it stands with the evidence, because the list loads nothing of it. */
function DisputeButton({ row }: { row: Play }) {
  const text = useText('plays');
  const canAccess = useCanAccess();
  const [isOpen, setOpen] = useState(false);
  if (!canAccess('billing', 'W')) return null;
  return (
    <div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {text('actions.dispute')}
      </Button>
      {isOpen && <DisputePlay row={row} close={() => setOpen(false)} />}
    </div>
  );
}

function Proof({ play_id }: { play_id: string }) {
  const text = useText('plays');
  const { client } = useAuth();
  const answer = useQuery({ ...read(client, readProof, { params: { id: play_id } }), staleTime: Infinity });
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const proof = answer.data;
  const save = () => {
    const file = new Blob([JSON.stringify(proof)], { type: 'application/json' });
    downloadFile(file, `play-${isoDate(systemClock.now())}-${play_id}.proof.json`);
  };
  return (
    <div className="flex flex-col gap-4">
      <Verdict proof={proof} />
      <Evidence proof={proof} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={save}>
          {text('proof.download')}
        </Button>
        <a className={buttonClass('quiet')} href={VERIFY_PAGE} target="_blank" rel="noreferrer">
          {text('proof.check')}
        </a>
      </div>
      <p className="text-13 text-ink-2">{text('proof.checkText')}</p>
    </div>
  );
}

/** By the same code as everybody else's check, here and now. */
function Verdict({ proof }: { proof: PlayProof }) {
  const text = useText('plays');
  const texts = useReportTexts();
  const { data } = useQuery({
    queryKey: ['proof', proof.record['record_hash'], proof.root.root],
    queryFn: () => checkLines([proof], null),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!data) return null;
  return (
    <Notice tone={data.ok ? 'ok' : 'danger'} title={text(data.ok ? 'proof.holds' : 'proof.fails')}>
      {data.fault && faultText(data.fault, texts)}
    </Notice>
  );
}

function Evidence({ proof: { root, index, siblings, device, checkpoint } }: { proof: PlayProof }) {
  const text = useText('plays');
  const format = useFormat();
  const { day, number } = root;
  /** Hashes break anywhere, words between them alone. */
  const facts: [label: string, value: string, isHash?: true][] = [
    [
      text('proof.root'),
      text('proof.rootOf', { day, number, count: root.plays, shown: format.number(root.plays) }),
    ],
    [text('proof.rootHash'), root.root, true],
    [text('proof.place'), format.number(index + 1)],
    [text('proof.key'), device.device_key_id, true],
    [text('proof.checkpoint'), format.number(checkpoint.seq)],
    [text('proof.server'), root.key_id, true],
  ];
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([label, value, isHash]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className={clsx('font-mono text-13 select-all', isHash && 'break-all')}>{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="min-h-12 cursor-pointer py-3">{text('proof.siblings')}</summary>
        <ol className="list-decimal pl-8 font-mono text-13 break-all">
          {siblings.map(hash => (
            <li key={hash}>{hash}</li>
          ))}
        </ol>
      </details>
    </>
  );
}
