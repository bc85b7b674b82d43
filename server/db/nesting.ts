/** A transaction within a transaction would wait for itself for ever on one connection: it fails at once instead. */
import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<true>();

export const asTransaction = <T>(act: () => Promise<T>): Promise<T> => inside.run(true, act);

export function requireOutside(): void {
  if (inside.getStore()) throw new Error('a transaction was asked for within another');
}
