import clsx from 'clsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { IconButton } from '../../../ui/controls/Button.tsx';
import { clockOf } from './clock.ts';
import { DAYS, type Daypart } from './dayparts.ts';

interface DaypartRowProps {
  part: Daypart;
  n: number;
  name: string;
  onChange: (part: Daypart) => void;
  onBlur: () => void;
  remove: () => void;
}

/** Days as buttons, from and to as text. */
export function DaypartRow({ part, n, name, onChange, onBlur, remove }: DaypartRowProps) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const toggle = (day: number) =>
    onChange({
      ...part,
      days: part.days.includes(day)
        ? part.days.filter(one => one !== day)
        : [...part.days, day].sort((a, b) => a - b),
    });
  const isNight = part.end <= part.start;
  return (
    <li aria-label={t('dayparts.row', { n })} className="flex flex-wrap items-center gap-2">
      <div role="group" aria-label={t('dayparts.days', { n })} className="flex flex-wrap">
        {DAYS.map(day => (
          <button
            key={day}
            type="button"
            aria-pressed={part.days.includes(day)}
            onClick={() => toggle(day)}
            className={clsx(
              'min-h-12 min-w-12 border border-control px-1 not-first:-ml-px',
              part.days.includes(day)
                ? 'bg-neutral-tint font-semibold text-ink shadow-[inset_0_-3px_0_var(--lamp)]'
                : 'text-ink-2 hover:bg-neutral-tint',
            )}
          >
            {format.dayName(day)}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Clock
          label={t('dayparts.from', { n })}
          name={`${name}.start`}
          value={part.start}
          onChange={start => onChange({ ...part, start })}
          onBlur={onBlur}
        />
        <span aria-hidden="true">–</span>
        <Clock
          label={t('dayparts.to', { n })}
          name={`${name}.end`}
          value={part.end}
          onChange={end => onChange({ ...part, end })}
          onBlur={onBlur}
        />
        <span className="text-13 whitespace-nowrap text-ink-3">{isNight ? t('dayparts.night') : ''}</span>
        <IconButton data-remove label={t('dayparts.remove', { n })} onClick={remove}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

interface ClockProps {
  label: string;
  name: string;
  value: string;
  onChange: (clock: string) => void;
  onBlur: () => void;
}
/** Taken when it is left: half a time is no other time. */
function Clock({ label, name, value, onChange, onBlur }: ClockProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function leave() {
    if (typed !== null) onChange(clockOf(typed) ?? (/^24:?00$/.test(typed.trim()) ? '00:00' : typed));
    setTyped(null);
    onBlur();
  }
  return (
    <input
      aria-label={label}
      name={name}
      autoComplete="off"
      className="control w-20! text-center font-mono"
      value={typed ?? value}
      onChange={event => setTyped(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && leave()}
      onBlur={leave}
    />
  );
}
