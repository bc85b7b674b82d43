/** The consent of whoever works with this browser: read once, said again to every tab, off until it is known. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock.ts';
import type { KeptConsent } from './keep.ts';
import { allowedBy, decided, meanwhile, type ConsentState, type Purpose, type Purposes } from './record.ts';

export interface ConsentPorts {
  keep: KeptConsent;
  clock: Pick<Clock, 'now'>;
  /** Calls back when another tab has decided. */
  otherTab: (changed: () => void) => void;
  log: (message: string, error: unknown) => void;
}

export function createConsent({ keep, clock, otherTab, log }: ConsentPorts) {
  const store = createStore<ConsentState>(() => ({ at: 'unread' }));
  let decisions = 0;
  let writing: Promise<unknown> = Promise.resolve();

  /** A decision made meanwhile is newer than what was read. */
  async function read(): Promise<void> {
    const before = decisions;
    try {
      const record = await keep.read();
      if (before === decisions) store.setState(record ? { at: 'decided', record } : { at: 'unasked' }, true);
    } catch (error) {
      // What cannot be read is no consent, and what cannot be kept is not asked for.
      log('consent cannot be read', error);
      if (before === decisions) store.setState({ at: 'unread' }, true);
    }
  }
  const ready = read();
  otherTab(() => void read());

  return {
    store,
    /** After the first reading. */
    ready,
    read,
    allows: (purpose: Purpose) => allowedBy(store.getState(), purpose),
    /** Resolves once it is kept for good; rejects where it cannot be, and then only the withdrawal holds. */
    async decide(purposes: Purposes): Promise<void> {
      const mine = ++decisions;
      const record = decided(purposes, clock.now());
      store.setState({ at: 'decided', record: meanwhile(record, store.getState()) }, true);
      const before = writing.catch(() => undefined);
      writing = before.then(() => keep.write(record));
      await writing;
      if (mine === decisions) store.setState({ at: 'decided', record }, true);
    },
  };
}
export type Consent = ReturnType<typeof createConsent>;
