import { useListState } from '../../../kit/screens/list/useListState.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { EVERY_STATE } from './StatusFilter.tsx';

/** Says that the list holds no more than what waits, and lifts that: on a narrow screen its filter is out of sight. */
export function AwaitedOnly() {
  const text = useText('submissions');
  const { state, change } = useListState(['status']);
  if (state.values['status'] !== undefined) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-ink-2">
      {text('awaitedOnly')}
      <Button variant="quiet" className="px-2! text-primary!" onClick={() => change({ status: EVERY_STATE })}>
        {text('showAll')}
      </Button>
    </p>
  );
}
