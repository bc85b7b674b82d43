import type { ClipboardEvent } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldAria } from '../../../ui/controls/Field.tsx';
import { decimalOf } from '../amount/decimal.ts';
import { partAria } from '../Group.tsx';
import { BLANK, refuse, type Parsed } from '../parsed.ts';
import { TypedInput } from '../TypedInput.tsx';
import { parsePlace, type Point } from './point.ts';

type Part = keyof Point;
export const PARTS: readonly Part[] = ['lat', 'lng', 'radius_m'];
export const numberOf = (typed: string): Parsed<number> => {
  if (typed.trim() === '') return BLANK;
  const decimal = decimalOf(typed);
  return decimal === null ? refuse('number') : { value: Number(decimal) };
};

interface PlaceFieldsProps {
  aria: FieldAria;
  name: string;
  point: Partial<Point>;
  /** Which of them is out of its bounds. */
  wrong: Part | null;
  disabled: boolean;
  onChange: (point: Partial<Point>) => void;
  onBlur: () => void;
  ref?: RefCallBack | undefined;
}
/** A place and how far around it counts, in numbers; a pair that is pasted or typed into either field fills both. */
export function PlaceFields({ aria, name, point, wrong, disabled, onChange, onBlur, ref }: PlaceFieldsProps) {
  const { t } = useTranslation('inputs');
  function take(text: string): boolean {
    const place = parsePlace(text);
    if (place) onChange({ ...point, ...place });
    return place !== null;
  }
  const paste = (event: ClipboardEvent) => {
    if (!disabled && take(event.clipboardData.getData('text'))) event.preventDefault();
  };
  return (
    <div className="flex min-w-48 flex-1 flex-col gap-3" onPaste={paste}>
      {PARTS.map((part, i) => (
        <div key={part} className="flex flex-col gap-1">
          <label htmlFor={`${aria.id}-${part}`} className="text-13 text-ink-2">
            {t(`point.${part}`)}
          </label>
          <TypedInput<number>
            aria={{
              ...partAria(aria, part),
              ...(wrong && { 'aria-invalid': wrong === part || undefined }),
            }}
            name={`${name}.${part}`}
            value={point[part]}
            disabled={disabled}
            onChange={number => onChange({ ...point, [part]: number })}
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
  );
}
