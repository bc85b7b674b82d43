import type { Play } from '../../shared/contract/play.ts';
import { Tip } from '../ui/Tip.tsx';
import { useText } from '../useText.ts';

/** How sure the time is; the letter's meaning comes when it is pointed at or focused. */
export function ClockCell({ value }: { value: Play['clock_quality'] }) {
  const text = useText('plays');
  return (
    <Tip text={text(`clock.${value}`)}>
      <span tabIndex={0} className="font-mono">
        {value}
      </span>
    </Tip>
  );
}
