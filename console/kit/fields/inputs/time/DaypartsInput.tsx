import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Group } from '../Group.tsx';
import { replaced } from '../list/order.ts';
import { useMoves } from '../list/useMoves.ts';
import type { WidgetProps } from '../props.ts';
import { DaypartRow } from './DaypartRow.tsx';
import { daypartProblem, daypartsOf, daypartText, MAX_DAYPARTS, slotsOf, type Daypart } from './dayparts.ts';
import { WeekGrid } from './WeekGrid.tsx';

const WORKDAYS: Daypart = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' };

/** The hours of a week, painted hour by hour or typed to five minutes; both show the same. */
export function DaypartsInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'dayparts'>) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const parts = useMemo(() => (Array.isArray(value) ? (value as Daypart[]) : []), [value]);
  const slots = useMemo(() => slotsOf(parts), [parts]);
  const { list, keyOf, add, remove, told } = useMoves<Daypart>({ rows: parts, onChange });
  const max = input.max ?? MAX_DAYPARTS;
  const problem = daypartProblem(parts, max);
  useRefusal(problem ? t(`refused.${problem}`, { n: max }) : undefined);
  return (
    <Group aria={aria}>
      <WeekGrid slots={slots} disabled={disabled} onChange={next => onChange(daypartsOf(next))} ref={ref} />
      <p className="text-13 text-ink-3">
        {parts.length === 0
          ? t(`dayparts.${input.empty ?? 'always'}`)
          : parts.map(part => daypartText(part, format.dayName)).join(' | ')}
      </p>
      {!disabled && (
        <>
          <ol ref={list} className="flex flex-col gap-3">
            {parts.map((part, i) => (
              <DaypartRow
                key={keyOf(i)}
                part={part}
                n={i + 1}
                name={`${name}.${i}`}
                onChange={next => onChange(replaced(parts, i, next))}
                onBlur={onBlur}
                remove={() => remove(i, t('dayparts.removed', { n: i + 1 }))}
              />
            ))}
          </ol>
          <Button
            data-add
            variant="outline"
            className="self-start"
            icon={<Plus size={18} aria-hidden />}
            disabled={parts.length >= max}
            onClick={() => add(WORKDAYS)}
          >
            {t('dayparts.add')}
          </Button>
        </>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </Group>
  );
}
