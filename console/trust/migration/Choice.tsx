import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly V[];
  choose: (value: V) => void;
}
/** One of a few words of imports. */
export function Choice<V extends string>({ label, value, options, choose }: ChoiceProps<V>) {
  const text = useText('migrations');
  return (
    <Field label={label}>
      {aria => (
        <select {...aria} className="control" value={value} onChange={e => choose(e.target.value as V)}>
          {options.map(one => (
            <option key={one} value={one}>
              {text(`values.${one}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
