/** Nested transactions fail at once: on a single connection the inner one would wait for the outer one for ever. */
import { AsyncLocalStorage } from 'node:async_hooks';

const transactionMark = new AsyncLocalStorage<true>();

export const markTransaction = <T>(act: () => Promise<T>): Promise<T> => transactionMark.run(true, act);

export function requireNoTransaction(): void {
  if (transactionMark.getStore()) throw new Error('a transaction was asked for within another');
}
