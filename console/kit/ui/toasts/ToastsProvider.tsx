import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Boundary } from '../../../app/boundary/Boundary.tsx';
import { lazyWithRetry } from '../../lazyPage.ts';
import type { Toasts } from './toasts.ts';
import { ToastsContext } from './useToasts.ts';

const ToastArea = lazyWithRetry(() => import('./Toasts.tsx'));

/** The toast area is loaded after the first paint, so that the sign-in form neither waits for it nor fails with it. */
export function ToastsProvider({ toasts, children }: { toasts: Toasts; children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <ToastsContext value={toasts}>
      {children}
      {painted && (
        <Boundary name="toasts" fallback={() => null}>
          <Suspense>
            <ToastArea />
          </Suspense>
        </Boundary>
      )}
    </ToastsContext>
  );
}
