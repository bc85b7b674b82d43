import { useFormat } from '../../../text/useFormat.ts';
import type { WidgetProps } from '../props.ts';
import { useSetting } from '../siblings.ts';
import { Tail, TypedInput } from '../TypedInput.tsx';
import { parseMoney, writeMoney } from './money.ts';

/** An amount in its currency; what is kept is a whole number. */
export function MoneyInput({ input, ...props }: WidgetProps<'money'>) {
  const currency = useSetting(input.currency);
  return (
    <TypedInput<number>
      {...props}
      kind="number"
      inputMode="decimal"
      className="pr-16! text-right"
      blank={input.nullable ? null : undefined}
      parse={typed => parseMoney(typed, currency, input.unit)}
      write={value => writeMoney(value, currency, input.unit)}
      note={<Reading {...{ value: props.value, currency, unit: input.unit }} />}
      tail={<Tail>{currency}</Tail>}
    />
  );
}

function Reading({ value, currency, unit }: { value: unknown; currency: string; unit?: 'minor' | 'micros' }) {
  const format = useFormat();
  if (typeof value !== 'number' || Number.isNaN(value) || currency === '')
    return <span className="sr-only">{currency}</span>;
  return unit === 'micros' ? format.micros(value, currency) : format.money(value, currency);
}
