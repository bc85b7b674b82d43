import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { brandName } from '../../brandName.ts';

let pagesShown = 0;

/** Overlays that close when they lose the focus; the user may have opened one while the page was loading. */
const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox]';

/** The only h1. After a navigation it takes the focus, so that screen readers announce the page. */
export function PageTitle({ children, className }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} | ${brandName()}`;
  }, [children]);
  useEffect(() => {
    pagesShown += 1;
    if (pagesShown > 1 && !document.querySelector(OVERLAYS)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={clsx('text-28', className)}>
      {children}
    </h1>
  );
}
