import { useListState } from '../../../kit/screens/list/useListState.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { AWAITED } from '../states.ts';
import { AWAITED_QUEUE } from './queue.ts';

/** Says that the list holds no more than what waits, and lifts that: on a narrow screen its filter is out of sight. */
export function AwaitedOnly() {
  const text = useText('submissions');
  const { state, change } = useListState(['status'], AWAITED_QUEUE.start);
  if (state.values['status'] !== AWAITED.join()) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-ink-2">
      {text('awaitedOnly')}
      <Button variant="quiet" className="px-2! text-primary!" onClick={() => change(AWAITED_QUEUE.lift)}>
        {text('showAll')}
      </Button>
    </p>
  );
}
