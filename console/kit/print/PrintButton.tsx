import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSearchParams } from 'wouter';
import { Button } from '../ui/controls/Button.tsx';
import { printAs } from './printAs.ts';

/** A paper calls `ready` once it is drawn whole, or `fail` with why it cannot be. */
export interface PaperProps {
  ready: () => void;
  fail: (error: unknown) => void;
}
/** One that is whole as soon as it is there. */
export function Drawn({ ready, children }: { ready: () => void; children: ReactNode }) {
  useEffect(ready, []);
  return children;
}
export interface PrintButtonProps {
  label: string;
  /** Of the file that "Save as PDF" proposes. */
  name: string;
  /** The page itself, or a paper that is drawn for the print alone. */
  prints: 'page' | ((paper: PaperProps) => ReactNode);
  /** An address that ends with `print=<link>` prints it as it opens. */
  link?: string;
  onFailed?: (error: unknown) => void;
}

export function PrintButton({ label, name, prints, link = '1', onFailed }: PrintButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [params, setParams] = useSearchParams();
  const isAsked = params.get('print') === link;
  const close = () => setOpen(false);
  const start = () => {
    if (prints === 'page') void printAs(name, prints);
    else setOpen(true);
  };
  useEffect(() => {
    if (!isAsked) return;
    setParams(
      before => {
        const next = new URLSearchParams(before);
        next.delete('print');
        return next;
      },
      { replace: true },
    );
    start();
  });
  const fail = (error: unknown) => {
    close();
    onFailed?.(error);
  };
  return (
    <>
      <Button variant="outline" busy={isOpen} onClick={start}>
        {label}
      </Button>
      {isOpen &&
        prints !== 'page' &&
        createPortal(
          <div className="paper" aria-hidden="true" inert>
            {prints({ ready: () => void printAs(name, 'paper', close), fail })}
          </div>,
          document.body,
        )}
    </>
  );
}
