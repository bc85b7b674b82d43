import { useEffect, useState } from 'react';
import { systemClock } from '../../shared/clock.ts';

const DEBOUNCE_MS = 250;

/** The value, debounced by 250 ms. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => systemClock.after(DEBOUNCE_MS, () => setSettled(value)), [value]);
  return settled;
}

/** A field whose text is handed on, trimmed, 250 ms after the last key; a change from outside (Back, Clear) is applied at once. */
export function useDebouncedField(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    return systemClock.after(DEBOUNCE_MS, () => onChange(typed.trim()));
  }, [typed, value, onChange]);
  return [typed, setTyped] as const;
}
