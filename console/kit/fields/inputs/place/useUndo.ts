import { useState } from 'react';

const MOST = 50;

/** Earlier values of one control. A value from elsewhere, such as a form that is reset, begins anew. */
export function useUndo<T>(value: T, onChange: (value: T) => void) {
  const [past, setPast] = useState<readonly T[]>([]);
  const [own, setOwn] = useState(value);
  /** A form gives back a copy of what it was given. */
  const isOwn = JSON.stringify(own) === JSON.stringify(value);
  const set = (next: T) => {
    setOwn(next);
    onChange(next);
  };
  return {
    canUndo: isOwn && past.length > 0,
    change: (next: T) => {
      setPast([...(isOwn ? past : []), value].slice(-MOST));
      set(next);
    },
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      set(before);
    },
  };
}
