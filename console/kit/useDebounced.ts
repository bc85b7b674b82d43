import { useEffect, useState } from 'react';
import { systemClock } from '../../shared/clock.ts';

const DEBOUNCE_MS = 250;

/** The value, debounced by 250 ms. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => systemClock.after(DEBOUNCE_MS, () => setSettled(value)), [value]);
  return settled;
}
