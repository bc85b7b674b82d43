/** What holds now, field by field, and where it comes from; a value of the tenant's own may be given back. */
import { useState } from 'react';
import type { Origin } from '../../../shared/contract/identity/settings/origin.ts';
import {
  bidRequests,
  counting,
  flags,
  security,
  uploads,
} from '../../../shared/contract/identity/settings/layered.ts';
import { isQueued } from '../../../shared/net/client.ts';
import type { Row } from '../../kit/resource/defineResource.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useRefetchOnConflict } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';

/** Any of the sections that have a default of the platform. */
const SECTIONS = { uploads, security, counting, bidRequests, flags } as unknown as Record<
  string,
  typeof uploads
>;
interface LayeredRow extends Row {
  effective: Record<string, number | string>;
  origins: Record<string, Origin>;
}
const hasLayers = (row: Row): row is LayeredRow => 'origins' in row;

export function Origins({ row }: { row: Row }) {
  const text = useText('settings');
  if (!hasLayers(row))
    return <p className="mb-6 max-w-[640px] text-13 text-ink-2">{text('origins.ownOnly')}</p>;
  return <OriginList row={row} />;
}

function OriginList({ row }: { row: LayeredRow }) {
  const text = useText('settings');
  const format = useFormat();
  const canAccess = useCanAccess();
  const shownValue = (name: string, value: number | string) =>
    typeof value === 'number'
      ? text(`amounts.${name}`, { n: format.number(value) })
      : text(`values.${value}`);
  return (
    <section aria-labelledby="in-force" className="mb-8 max-w-[640px]">
      <h3 id="in-force" className="mb-2 text-16">
        {text('origins.title')}
      </h3>
      <ul className="border-t-2 border-ink">
        {Object.entries(row.effective).map(([name, value]) => (
          <li
            key={name}
            className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-1 py-1"
          >
            <span className="min-w-48 flex-1">{text(`fields.${name}`)}</span>
            <span className="font-semibold tabular-nums">{shownValue(name, value)}</span>
            <span className="min-w-40 text-13 text-ink-2">{text(`origins.${row.origins[name]!}`)}</span>
            {canAccess('settings', 'W') && (row[name as keyof Row] ?? null) !== null && (
              <GiveBack row={row} name={name} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** At once, and not with what else is typed below: it is an act of its own. */
function GiveBack({ row, name }: { row: LayeredRow; name: string }) {
  const text = useText('settings');
  const problemText = useProblemText();
  const write = useWrite();
  const toast = useToast();
  const refetchOnConflict = useRefetchOnConflict();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { patch } = SECTIONS[row.id]!;
  async function giveBack() {
    setBusy(true);
    setFailure(null);
    try {
      const version = (row as unknown as { version: number }).version;
      const answer = await refetchOnConflict(
        patch,
        write(
          patch,
          { body: { [name]: null }, version },
          {
            type: `settings.${row.id}`,
            description: text('origins.giveBackOf', { field: text(`fields.${name}`) }),
          },
        ),
      );
      if (!isQueued(answer)) toast({ tone: 'ok', title: text('origins.givenBack') });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="outline"
        busy={busy}
        aria-label={text('origins.giveBackOf', { field: text(`fields.${name}`) })}
        onClick={() => void giveBack()}
      >
        {text('origins.giveBack')}
      </Button>
      {failure !== null && (
        <Notice tone="danger" alert>
          {problemText(failure)}
        </Notice>
      )}
    </>
  );
}
