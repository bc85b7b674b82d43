/** What the toast area shows: one at a time, the newest. The area itself is drawn by Toasts.tsx. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../../shared/clock.ts';
import { TOAST } from '../../../../shared/constants.ts';
import type { Tone } from '../display/Notice.tsx';

export interface ToastText {
  title: string;
  text?: string;
  tone?: Tone;
  durationMs?: number;
  /** `altText` says how to reach the same by other means; empty, the action is left out. */
  action?: { label: string; altText: string; run: () => void };
}
export interface Shown extends ToastText {
  id: number;
  open: boolean;
}

export function createToasts(clock: Clock) {
  const store = createStore<{ list: readonly Shown[] }>(() => ({ list: [] }));
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
