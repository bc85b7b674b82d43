import { useEffect, useState } from 'react';
import { systemClock } from '../../shared/clock.ts';

const DEBOUNCE_MS = 250;

/** The value as it was 250 ms after the last change. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => systemClock.after(DEBOUNCE_MS, () => setSettled(value)), [value]);
  return settled;
}
