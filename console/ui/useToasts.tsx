import { createContext, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import type { Toasts, ToastText } from './toasts.ts';

const ToastsContext = createContext<Toasts | null>(null);
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

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new Error('useToasts must be used within a ToastsProvider');
  return toasts;
}

export const useToast = (): ((toast: ToastText) => void) => useToasts().show;
