import { useState } from 'react';
import { setBreaker, type Adapter, type BreakerMode } from '../../../shared/contract/programmatic/adapter.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';

const MODES = ['auto', 'closed', 'open'] as const satisfies readonly BreakerMode[];
const ACTIONS = { auto: 'auto', closed: 'close', open: 'open' } as const satisfies Record<
  BreakerMode,
  string
>;

/** By hand, or left to itself again; whoever may only read sees its state alone. */
export function BreakerControl({ adapter: { partner_id, partner_name, breaker } }: { adapter: Adapter }) {
  const text = useText('adapters');
  const save = useSave();
  const toast = useToast();
  const mayChange = useCanAccess()('programmatic', 'W');
  const [failure, setFailure] = useState<unknown>(null);
  if (!mayChange) return null;
  const change = async (mode: BreakerMode) => {
    setFailure(null);
    try {
      const body = { action: ACTIONS[mode] };
      await save(client => client.call(setBreaker, { params: { partner_id }, body }));
      toast({ tone: 'ok', title: text('breaker.changed', { partner: partner_name }) });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <div>
      <Segmented
        label={text('breaker.label', { partner: partner_name })}
        value={breaker.mode}
        options={MODES.map(value => ({ value, label: text(`breaker.${value}`) }))}
        onChange={mode => void change(mode)}
      />
      {failure !== null && <ErrorPanel error={failure} />}
    </div>
  );
}
