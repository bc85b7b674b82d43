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
  /** An exception that the parts of the rule would come to stand above: then no day moves alone. */
  lifted: ScheduleEntry | undefined;
  moveDay: () => void;
  moveAll: () => void;
  close: () => void;
}

/** Of what repeats: whether one day of it moves, or each. */
export function MoveDialog({ entry, day, lifted, moveDay, moveAll, close }: MoveDialogProps) {
  const text = useText('schedule');
  const format = useFormat('UTC');
  const run = (act: () => void) => () => {
    act();
    close();
  };
  return (
    <Confirm
      title={text('move.title', { name: nameOf(entry) })}
      text={text(lifted ? 'move.whole' : 'move.text', {
        when: whenText(entry, text, format),
        other: lifted ? nameOf(lifted) : '',
      })}
      close={close}
      action={
        <>
          <Button variant="outline" onClick={run(moveAll)}>
            {text('move.all')}
          </Button>
          {!lifted && <Button onClick={run(moveDay)}>{text('move.day', { day: format.day(day) })}</Button>}
        </>
      }
    />
  );
}
