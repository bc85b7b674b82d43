/** What other fields of the same form hold: the currency of an amount, the zone of a time. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ByField } from './lazyInput.ts';

export interface Siblings {
  read: (name: string) => unknown;
  subscribe: (changed: () => void) => () => void;
}
export const SiblingsContext = createContext<Siblings>({
  read: () => undefined,
  subscribe: () => () => undefined,
});

/** Its text; empty where there is no such field or nothing in it. */
export function useSibling(name: string | undefined): string {
  const { read, subscribe } = useContext(SiblingsContext);
  return useSyncExternalStore(subscribe, () => {
    const value = name === undefined ? undefined : read(name);
    return typeof value === 'string' ? value : '';
  });
}
/** A word that is given, or that of another field. */
export function useSetting(given: string | ByField | undefined): string {
  const sibling = useSibling(typeof given === 'object' ? given.field : undefined);
  return typeof given === 'string' ? given : sibling;
}
