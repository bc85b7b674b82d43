import { createContext, use } from 'react';
import type { Toasts, ToastText } from './toasts.ts';

export const ToastsContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new Error('useToasts must be used within a ToastsProvider');
  return toasts;
}

export const useToast = (): ((toast: ToastText) => void) => useToasts().show;
