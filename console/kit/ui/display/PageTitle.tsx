import clsx from 'clsx';
import { useEffect, useRef } from 'react';

let pagesShown = 0;

/** What lies above the page and closes when it loses the focus: somebody opened it while the page was coming. */
const ABOVE = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox]';

/** The one h1. After a move inside the console it takes the focus, so that a reader hears where he is. */
export function PageTitle({ children, className }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} | Wayside`;
  }, [children]);
  useEffect(() => {
    pagesShown += 1;
    if (pagesShown > 1 && !document.querySelector(ABOVE)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={clsx('text-28', className)}>
      {children}
    </h1>
  );
}
