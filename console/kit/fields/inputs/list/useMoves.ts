import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moved, without } from './order.ts';

interface Moves<T> {
  rows: readonly T[];
  onChange: (rows: readonly T[]) => void;
}

/** An ordered list that is added to, taken from and moved in: each row keeps its key, and the focus its place. */
export function useMoves<T>({ rows, onChange }: Moves<T>) {
  const count = useRef(rows.length);
  const [keys, setKeys] = useState<readonly number[]>(() => rows.map((_, i) => i));
  /** Read out, since a row that moves is only seen. */
  const [told, setTold] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** Rows that came from elsewhere have their place for a key. */
  const keyOf = (i: number) => (keys.length === rows.length ? keys[i]! : -1 - i);

  function move(from: number, to: number, sentence: string) {
    const next = moved(rows, from, to);
    if (next === rows) return;
    const focused = document.activeElement;
    // A row that is put elsewhere in the page loses the focus; it is given back at once.
    flushSync(() => {
      if (keys.length === rows.length) setKeys(moved(keys, from, to));
      onChange(next);
      setTold(sentence);
    });
    if (focused instanceof HTMLElement) focused.focus();
  }
  function add(row: T) {
    flushSync(() => {
      const known = keys.length === rows.length ? keys : rows.map(() => count.current++);
      setKeys([...known, count.current++]);
      onChange([...rows, row]);
    });
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }
  function remove(at: number, sentence: string) {
    flushSync(() => {
      if (keys.length === rows.length) setKeys(without(keys, at));
      onChange(without(rows, at));
      setTold(sentence);
    });
    const near = list.current?.children[Math.min(at, rows.length - 2)];
    const next = near ?? list.current?.parentElement;
    next?.querySelector<HTMLElement>('[data-remove], [data-add]')?.focus();
  }
  return { list, keyOf, move, add, remove, told };
}
