import { useLayoutEffect, useRef, type RefObject } from 'react';

/** In a row that scrolls sideways what is chosen stands in sight; the page itself does not move. */
export function useChosenInSight<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const row = useRef<E>(null);
  useLayoutEffect(() => {
    const one = row.current?.querySelector('[aria-selected=true], [aria-current]');
    if (!row.current || !one) return;
    const [frame, place] = [row.current.getBoundingClientRect(), one.getBoundingClientRect()];
    if (place.left >= frame.left && place.right <= frame.right) return;
    row.current.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
  }, [chosen]);
  return row;
}
