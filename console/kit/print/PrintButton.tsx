import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSearchParams } from 'wouter';
import { Button } from '../ui/controls/Button.tsx';
import { printAs } from './printAs.ts';

/** A paper calls `ready` once it is drawn whole, or `fail` with why it cannot be. */
export interface PaperProps {
  ready: () => void;
  fail: (error: unknown) => void;
}
/** Says once that the paper is whole, or why it cannot be. */
export function useDrawn({ ready, fail }: PaperProps, isDrawn: boolean, error: unknown = null): void {
  const isSaid = useRef(false);
  useEffect(() => {
    if (isSaid.current || (!isDrawn && !error)) return;
    isSaid.current = true;
    if (isDrawn) ready();
    else fail(error);
  }, [ready, fail, isDrawn, error]);
}
/** One that is whole as soon as it is there. */
export function Drawn({ children, ...paper }: PaperProps & { children: ReactNode }) {
  useDrawn(paper, true);
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
  const [params, setParams] = useSearchParams();
  const isAsked = params.get('print') === link;
  const [isOpen, setOpen] = useState(isAsked && prints !== 'page');
  const close = () => setOpen(false);
  const start = () => {
    if (prints === 'page') void printAs(name, prints);
    else setOpen(true);
  };
  const printsPage = prints === 'page';
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
    if (printsPage) void printAs(name, 'page');
  }, [isAsked, printsPage, name, setParams]);
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
            {prints({ ready: () => void printAs(name, 'paper', close).catch(fail), fail })}
          </div>,
          document.body,
        )}
    </>
  );
}
