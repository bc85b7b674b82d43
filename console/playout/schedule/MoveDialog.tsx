import type { ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { nameOf, whenText } from './describe.ts';

interface MoveDialogProps {
  entry: ScheduleEntry;
  /** The day that was taken hold of. */
  day: string;
  moveDay: () => void;
  moveAll: () => void;
  close: () => void;
}

/** Of what repeats: whether one day of it moves, or each. */
export function MoveDialog({ entry, day, moveDay, moveAll, close }: MoveDialogProps) {
  const text = useText('schedule');
  const format = useFormat('UTC');
  const run = (act: () => void) => () => {
    act();
    close();
  };
  return (
    <Confirm
      title={text('move.title', { name: nameOf(entry) })}
      text={text('move.text', { when: whenText(entry, text, format) })}
      close={close}
      action={
        <>
          <Button variant="outline" onClick={run(moveAll)}>
            {text('move.all')}
          </Button>
          <Button onClick={run(moveDay)}>{text('move.day', { day: format.day(day) })}</Button>
        </>
      }
    />
  );
}
