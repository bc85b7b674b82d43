import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { putSampling, readSampling, type BidLogSampling } from '../../../shared/contract/programmatic/bid.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { NumberInput } from '../../kit/fields/NumberInput.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess, useRefetchOnConflict, useSave } from '../../kit/useSave.ts';

/** Below the log: how many requests and answers are kept, and for how long. */
export function Sampling() {
  const text = useText('auctions');
  const { client } = useAuth();
  const mayChange = useCanAccess()('settings', 'W');
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(read(client, readSampling, {}));
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-ink-2">
      <p>{text('sampling.kept', { pct: data.sample_pct, days: data.kept_d })}</p>
      {mayChange && (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {text('sampling.change')}
        </Button>
      )}
      {isOpen && <SamplingDialog current={data} close={() => setIsOpen(false)} />}
    </div>
  );
}

function SamplingDialog({ current, close }: { current: BidLogSampling; close: () => void }) {
  const text = useText('auctions');
  const save = useSave();
  const refetchOnConflict = useRefetchOnConflict();
  const [pct, setPct] = useState<number>(current.sample_pct);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    const body = { sample_pct: pct };
    try {
      await refetchOnConflict(
        putSampling,
        save(client => client.call(putSampling, { body, version: current.version })),
      );
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('sampling.title')} text={text('sampling.text')} close={close}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={text('sampling.pct')}>
          {aria => (
            <NumberInput
              {...aria}
              name="sample_pct"
              value={pct}
              disabled={busy}
              onChange={n => setPct(n ?? NaN)}
              onBlur={() => undefined}
            />
          )}
        </Field>
        {failure !== null && <ErrorPanel error={failure} />}
        <div className="flex justify-end gap-2">
          <Button type="submit" busy={busy}>
            {text('sampling.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
