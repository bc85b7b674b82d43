import { useEffect, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import type { OwnFilterProps } from '../../kit/resource/define.ts';
import { useText } from '../../kit/text/useText.ts';

const DEBOUNCE_MS = 400;
/** What an action is written with. */
const OTHERS = /[^a-z_.-]/g;

/** The name of an action, exactly: `users.suspend`. */
export function ActionFilter({ values, change }: OwnFilterProps) {
  const text = useText('audit');
  const value = values.action ?? '';
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
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
        onChange={e => setTyped(e.target.value.toLowerCase().replace(OTHERS, ''))}
        className="control"
      />
    </label>
  );
}
