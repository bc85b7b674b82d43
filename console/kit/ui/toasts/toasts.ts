/** State of the toasts: only the newest is shown. Toasts.tsx draws them. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../../shared/clock.ts';
import { TOAST } from '../../../../shared/constants.ts';
import type { Tone } from '../display/Notice.tsx';

export interface ToastText {
  title: string;
  text?: string;
  tone?: Tone;
  durationMs?: number;
  /** `altText` describes another way to do the same; if empty, Radix omits the action. */
  action?: { label: string; altText: string; run: () => void };
}
export interface ToastEntry extends ToastText {
  id: number;
  open: boolean;
}

export function createToasts(clock: Clock) {
  const store = createStore<{ list: readonly ToastEntry[] }>(() => ({ list: [] }));
  let lastId = 0;
  let cancelRemoval = () => {};
  return {
    store,
    show: (toast: ToastText): void => {
      cancelRemoval();
      lastId += 1;
      store.setState(({ list }) => ({
        list: [{ ...toast, id: lastId, open: true }, ...list].slice(0, TOAST.limit),
      }));
    },
    clear: (): void => {
      cancelRemoval();
      store.setState({ list: [] });
    },
    close: (id: number): void => {
      store.setState(({ list }) => ({ list: list.map(t => (t.id === id ? { ...t, open: false } : t)) }));
      cancelRemoval();
      cancelRemoval = clock.after(TOAST.removeDelayMs, () =>
        store.setState(({ list }) => ({ list: list.filter(t => t.id !== id) })),
      );
    },
  };
}
export type Toasts = ReturnType<typeof createToasts>;
