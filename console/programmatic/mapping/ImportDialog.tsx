/** A CSV of names: first it is said what would become of each line, then it is taken. */
import { useState, type ChangeEvent } from 'react';
import { importMappings } from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

type Outcome = Answer<typeof importMappings>;
const NS = 'programmaticMappings';
const SHOWN_FAILURES = 20;

interface Props {
  partner: { id: string; name: string };
  close: () => void;
}
export default function ImportDialog({ partner, close }: Props) {
  const text = useText(NS);
  const { client } = useAuth();
  const save = useSave();
  const toast = useToast();
  const [csv, setCsv] = useState<string | null>(null);
  const [plan, setPlan] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    await work().catch(setFailure);
    setBusy(false);
  };
  const read = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    setPlan(null);
    void attempt(async () => {
      const content = await file.text();
      const body = { partner_id: partner.id, csv: content };
      setPlan(await client.call(importMappings, { query: { dry_run: '1' }, body }));
      setCsv(content);
    });
  };
  const take = () =>
    void attempt(async () => {
      const body = { partner_id: partner.id, csv: csv ?? '' };
      const { made, changed } = await save(c => c.call(importMappings, { query: {}, body }));
      toast({ tone: 'ok', title: text('import.done', { made, changed }) });
      close();
    });
  const count = (plan?.made ?? 0) + (plan?.changed ?? 0);
  return (
    <Dialog title={text('import.title', { name: partner.name })} text={text('import.text')} close={close}>
      <label className="flex flex-col gap-2">
        {text('import.file')}
        <input type="file" accept=".csv,text/csv" className="min-h-12" onChange={read} />
      </label>
      {failure !== null && <ErrorPanel error={failure} />}
      {plan && <Plan plan={plan} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('import.cancel')}
        </Button>
        <Button busy={busy} disabled={count === 0} onClick={take}>
          {text('import.take', { count, shown: String(count) })}
        </Button>
      </div>
    </Dialog>
  );
}

function Plan({ plan }: { plan: Outcome }) {
  const text = useText(NS);
  const format = useFormat();
  const { made, changed, same, failed } = plan;
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p>
        {text('import.plan', {
          made: format.number(made),
          changed: format.number(changed),
          same: format.number(same),
        })}
      </p>
      {failed.length > 0 && (
        <Notice
          tone="warn"
          title={text('import.failed', { count: failed.length, shown: String(failed.length) })}
        >
          <ul>
            {failed.slice(0, SHOWN_FAILURES).map(({ line, screen, error }) => (
              <li key={line}>
                {text('import.line', { line, screen })}: {text(`import.faults.${error}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
