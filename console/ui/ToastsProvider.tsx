import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Toasts } from './toasts.ts';
import { ToastsContext } from './useToasts.ts';

const ToastArea = lazy(() => import('./Toasts.tsx'));

/** The area comes after the first paint: a sign-in form must not wait for it. */
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
        <Suspense>
          <ToastArea />
        </Suspense>
      )}
    </ToastsContext>
  );
}
