import { useEffect, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';

const DEBOUNCE_MS = 400;
/** What an action is written with. */
const DISALLOWED_CHARS = /[^a-z_.-]/g;

/** The name of an action, exactly: `users.suspend`. */
export function ActionFilter({ values, change }: CustomFilterProps) {
  const text = useText('audit');
  const value = values.action ?? '';
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    return systemClock.after(DEBOUNCE_MS, () => change({ action: typed }));
  }, [typed, value, change]);
  return (
    <label className="w-full sm:w-56">
      <span className="sr-only">{text('filters.action')}</span>
      <input
        value={typed}
        maxLength={60}
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text('filters.actionExample')}
        onChange={e => setTyped(e.target.value.toLowerCase().replace(DISALLOWED_CHARS, ''))}
        className="control"
      />
    </label>
  );
}
