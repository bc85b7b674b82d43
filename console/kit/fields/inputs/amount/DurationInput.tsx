import { useFormat } from '../../../text/useFormat.ts';
import type { WidgetProps } from '../props.ts';
import { Tail, TypedInput } from '../TypedInput.tsx';
import { parseDuration, writeDuration } from './duration.ts';

const S = 1_000;

/** A length of time: `90`, `1:30` or `1h 5m`; beside it what it means in words. */
export function DurationInput({ input, ...props }: WidgetProps<'duration'>) {
  const format = useFormat();
  const ms = typeof props.value === 'number' ? props.value * (input.unit === 's' ? S : 1) : NaN;
  const words = Number.isFinite(ms) ? format.duration(ms) : undefined;
  return (
    <TypedInput<number>
      {...props}
      kind="number"
      className="pr-36!"
      blank={input.nullable ? null : undefined}
      parse={typed => parseDuration(typed, input.unit)}
      write={value => writeDuration(value, input.unit)}
      tail={words && <Tail>{words}</Tail>}
    />
  );
}
