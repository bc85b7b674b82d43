import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Boundary } from '../../../app/boundary/Boundary.tsx';
import { lazyWithRetry } from '../../fresh.ts';
import type { Toasts } from './toasts.ts';
import { ToastsContext } from './useToasts.ts';

const ToastArea = lazyWithRetry(() => import('./Toasts.tsx'));

/** The area comes after the first paint: a sign-in form must not wait for it, nor fall with it. */
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
