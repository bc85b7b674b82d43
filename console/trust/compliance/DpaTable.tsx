import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { acceptDpa, dpaStatuses, type DpaStatus } from '../../../shared/contract/trust/consent.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { read } from '../../../shared/net/queries.ts';
import { PUBLIC_PATHS } from '../../app/publicPaths.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { SystemTable } from '../system/SystemTable.tsx';

const MARKS = {
  accepted: { shape: 'approved', tone: 'ok' },
  outdated: { shape: 'degraded', tone: 'warn' },
  missing: { shape: 'never', tone: 'neutral' },
} as const;

/** Which tenant accepted which version of the data processing agreement; its own people accept it here. */
export function DpaTable() {
  const text = useText('complianceFigures');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, dpaStatuses, {}));
  const who = ({ accepted_by, accepted_role }: DpaStatus) =>
    accepted_by === null
      ? '–'
      : [accepted_by, accepted_role && text(`roles.${accepted_role}`)].filter(Boolean).join(', ');
  return (
    <SystemTable
      title={text('dpa.title')}
      heads={['tenant', 'state', 'version', 'at', 'by'].map(key => text(`dpa.${key}`))}
      tools={
        <Link href={PUBLIC_PATHS.dpa} className="font-semibold underline">
          {text('dpa.read')}
        </Link>
      }
      note={
        answer.isError ? (
          <ErrorPanel error={answer.error} />
        ) : answer.data ? (
          <Accept edition={answer.data.edition} items={answer.data.items} />
        ) : null
      }
      rows={(answer.data?.items ?? []).map(row => ({
        key: row.tenant_id,
        cells: [
          row.tenant_name,
          <Mark key="state" {...MARKS[row.state]} label={text(`dpaStates.${row.state}`)} />,
          row.edition ?? '–',
          row.accepted_at === null ? '–' : format.time(row.accepted_at),
          who(row),
        ],
      }))}
      {...(answer.data && { empty: text('dpa.none') })}
    />
  );
}

function Accept({ edition, items }: { edition: string; items: readonly DpaStatus[] }) {
  const text = useText('complianceFigures');
  const canAccept = useCanAccess()('compliance', 'A');
  const { user } = useSignedIn();
  const save = useSave();
  const toast = useToast();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await save(client => client.call(acceptDpa, { body: { edition } }));
      toast({ tone: 'ok', title: text('dpa.done', { edition }) });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const isDue = items.some(({ state }) => state !== 'accepted');
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <span className="text-ink-2">{text('dpa.current', { edition })}</span>
        {isDue && canAccept && !isStaff(user.role) && (
          <Button busy={busy} onClick={() => void accept()}>
            {text('dpa.accept', { edition })}
          </Button>
        )}
      </div>
    </>
  );
}
