import { useRef, useState } from 'react';

const MOST = 50;

/** Earlier values of one control. A value from elsewhere, such as a form that is reset, begins anew. */
export function useUndo<T>(value: T, onChange: (value: T) => void) {
  const [past, setPast] = useState<readonly T[]>([]);
  const own = useRef<T>(value);
  const isOwn = own.current === value;
  return {
    canUndo: isOwn && past.length > 0,
    change(next: T) {
      setPast([...(isOwn ? past : []), value].slice(-MOST));
      own.current = next;
      onChange(next);
    },
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      own.current = before;
      onChange(before);
    },
  };
}
