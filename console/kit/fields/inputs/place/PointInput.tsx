import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { decimalOf } from '../amount/decimal.ts';
import { Group, partAria } from '../Group.tsx';
import { BLANK, refuse, type Parsed } from '../parsed.ts';
import type { WidgetProps } from '../props.ts';
import { TypedInput } from '../TypedInput.tsx';
import { Circle } from './Circle.tsx';
import { parsePlace, pointProblem, type Point } from './point.ts';

type Part = keyof Point;
const WRONG = { lat: 'lat', lng: 'lng', radius: 'radius_m' } as const;
const PARTS: readonly Part[] = ['lat', 'lng', 'radius_m'];
const numberOf = (typed: string): Parsed<number> => {
  if (typed.trim() === '') return BLANK;
  const decimal = decimalOf(typed);
  return decimal === null ? refuse('number') : { value: Number(decimal) };
};

/** A place and how far around it counts; a pair that is pasted or typed into either field fills both. */
export function PointInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'point'>) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const point = (value ?? {}) as Partial<Point>;
  const { min = 1, max = 50_000 } = input;
  const isWhole = PARTS.every(part => typeof point[part] === 'number');
  const problem = isWhole ? pointProblem(point, { min, max }) : null;
  useRefusal(
    problem ? t(`refused.${problem}`, { min: format.number(min), max: format.number(max) }) : undefined,
  );

  function change(part: Part, number: unknown) {
    const next: Record<string, unknown> = { ...point, [part]: number };
    const isBlank = PARTS.every(one => next[one] === undefined);
    onChange(isBlank ? (input.nullable ? null : undefined) : next);
  }
  function take(text: string): boolean {
    const place = parsePlace(text);
    if (place) onChange({ ...point, ...place });
    return place !== null;
  }
  const paste = (event: ClipboardEvent) => {
    if (!disabled && take(event.clipboardData.getData('text'))) event.preventDefault();
  };
  return (
    <Group aria={aria}>
      <div className="flex flex-wrap items-start gap-4">
        <div className="flex min-w-48 flex-1 flex-col gap-3" onPaste={paste}>
          {PARTS.map((part, i) => (
            <div key={part} className="flex flex-col gap-1">
              <label htmlFor={`${aria.id}-${part}`} className="text-13 text-ink-2">
                {t(`point.${part}`)}
              </label>
              <TypedInput<number>
                aria={{
                  ...partAria(aria, part),
                  ...(problem && { 'aria-invalid': WRONG[problem] === part || undefined }),
                }}
                name={`${name}.${part}`}
                value={point[part]}
                disabled={disabled}
                onChange={number => change(part, number)}
                onBlur={onBlur}
                ref={i === 0 ? ref : undefined}
                kind="number"
                inputMode={part === 'radius_m' ? 'decimal' : 'text'}
                blank={undefined}
                parse={numberOf}
                write={String}
                onLeave={part === 'radius_m' ? undefined : take}
              />
            </div>
          ))}
        </div>
        <Circle point={isWhole && problem === null ? (point as Point) : null} />
      </div>
    </Group>
  );
}
