import { useFieldText } from '../../../text/fieldText.ts';
import { useText } from '../../../text/useText.ts';
import { Field } from '../../../ui/controls/Field.tsx';
import { firstMessage } from '../problem.ts';
import type { WidgetProps } from '../props.ts';

interface RowFormProps extends Pick<
  WidgetProps<'rows'>,
  'resource' | 'input' | 'inputOf' | 'disabled' | 'onBlur' | 'ref'
> {
  row: Readonly<Record<string, unknown>>;
  /** What the schema says of each field of this row. */
  problem: unknown;
  prefix: string;
  isFirst: boolean;
  onChange: (row: Record<string, unknown>) => void;
}
const noRef = () => undefined;
/** A drawing or several fields in one: half a row is too narrow. */
const WIDE: readonly string[] = ['dayparts', 'point', 'rows', 'bilingual', 'rules', 'area'];
const problemOf = (problem: unknown, name: string) =>
  (problem as Record<string, unknown> | undefined)?.[name];

/** The fields of one row; the first of the first row takes the focus of the whole. */
export function RowForm(props: RowFormProps) {
  const {
    resource,
    input,
    inputOf: InputOf,
    row,
    problem,
    prefix,
    isFirst,
    disabled,
    onChange,
    onBlur,
  } = props;
  const text = useText(resource);
  const fieldText = useFieldText();
  return (
    <div className="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2">
      {input.fields.map(({ name, input: inner, hint }, i) => {
        const wrong = problemOf(problem, name);
        return (
          <div key={name} className={WIDE.includes(inner.as) ? 'sm:col-span-2' : ''}>
            <Field
              label={text(`fields.${name}`)}
              hint={hint ? text(`hints.${name}`) : undefined}
              error={wrong === undefined ? undefined : fieldText(firstMessage(wrong), inner)}
            >
              {aria => (
                <InputOf
                  resource={resource}
                  input={inner}
                  aria={aria}
                  name={`${prefix}.${name}`}
                  value={row[name]}
                  disabled={disabled}
                  problem={wrong}
                  onChange={value => onChange({ ...row, [name]: value })}
                  onBlur={onBlur}
                  ref={isFirst && i === 0 ? props.ref : noRef}
                />
              )}
            </Field>
          </div>
        );
      })}
    </div>
  );
}
