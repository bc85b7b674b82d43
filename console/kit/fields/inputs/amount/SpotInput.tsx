import { useTranslation } from 'react-i18next';
import { decimalOf } from './decimal.ts';
import { Group, partAria } from '../Group.tsx';
import { BLANK, refuse, type Parsed } from '../parsed.ts';
import type { WidgetProps } from '../props.ts';
import { TypedInput } from '../TypedInput.tsx';
import { parseLengths, writeLengths, type Spot } from './spot.ts';

const SIDES = ['w', 'h'] as const;
const pixels = (typed: string): Parsed<number> => {
  if (typed.trim() === '') return BLANK;
  const decimal = decimalOf(typed);
  return decimal === null ? refuse('number') : { value: Number(decimal) };
};
/** The text of lengths as it is written, so that what is typed stays for as long as it means the same. */
function lengthsText(typed: string): Parsed<string> {
  const parsed = parseLengths(typed);
  return 'value' in parsed ? { value: writeLengths(parsed.value) } : parsed;
}
/** A text without meaning stays a text, which no schema takes. */
function lengthsOf(text: string): readonly number[] | string {
  const parsed = parseLengths(text);
  return 'value' in parsed ? parsed.value : 'blank' in parsed ? [] : text;
}

/** Size and lengths of a spot; what is empty is null, or none. */
export function SpotInput({ aria, name, value, disabled, onChange, onBlur, ref }: WidgetProps<'spot'>) {
  const { t } = useTranslation('inputs');
  const spot: Partial<Spot> = value ?? {};
  const lengths: unknown = spot.durations_ms ?? [];
  const change = (part: object) => onChange({ w: null, h: null, durations_ms: [], ...spot, ...part });
  const label = (part: keyof Spot) => (
    <label htmlFor={`${aria.id}-${part}`} className="text-13 text-ink-2">
      {t(`spot.${part}`)}
    </label>
  );
  return (
    <Group aria={aria}>
      <div className="flex flex-wrap gap-3">
        {SIDES.map((side, i) => (
          <div key={side} className="flex min-w-32 flex-1 flex-col gap-1">
            {label(side)}
            <TypedInput<number>
              aria={partAria(aria, side)}
              name={`${name}.${side}`}
              value={spot[side]}
              disabled={disabled}
              onChange={px => change({ [side]: px })}
              onBlur={onBlur}
              ref={i === 0 ? ref : undefined}
              kind="number"
              inputMode="decimal"
              blank={null}
              parse={pixels}
              write={String}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-1">
        {label('durations_ms')}
        <TypedInput<string>
          aria={partAria(aria, 'durations_ms')}
          name={`${name}.durations_ms`}
          value={Array.isArray(lengths) ? writeLengths(lengths as number[]) : lengths}
          disabled={disabled}
          onChange={text => change({ durations_ms: lengthsOf(String(text)) })}
          onBlur={onBlur}
          kind="text"
          blank=""
          parse={lengthsText}
          write={text => text}
        />
      </div>
    </Group>
  );
}
