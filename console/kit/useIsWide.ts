import { useLayoutEffect, useState, type RefObject } from 'react';

/** Is the table wider than its box? Only then does the box scroll sideways, because the head of a table cannot stay at the top of the page from within a box that scrolls. */
export function useIsWide(box: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const measure = () => setWide(table.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return isWide;
}
