import type { WidgetProps } from '../props.ts';
import { Tail, TypedInput } from '../TypedInput.tsx';
import { parsePercent, writePercent } from './percent.ts';

export function PercentInput({ input, ...props }: WidgetProps<'percent'>) {
  return (
    <TypedInput<number>
      {...props}
      kind="number"
      inputMode="decimal"
      className="pr-10! text-right"
      blank={input.nullable ? null : undefined}
      parse={typed => parsePercent(typed, input.scale)}
      write={value => writePercent(value, input.scale)}
      tail={<Tail>%</Tail>}
    />
  );
}
