/** Keeps the library within its storage quota and reports an incident once if the space is too small. */
import type { DocumentAsset } from '../../shared/contract/playout/manifest.ts';
import type { Library } from '../../shared/library/store.ts';
import type { Incidents } from '../link/incidents.ts';
import { planLibrary, evictableAssets, type LibraryPlan, type LibraryState } from './plan.ts';

interface Ports {
  library: Pick<Library, 'held' | 'evict'>;
  storage: Pick<StorageManager, 'estimate'>;
  incidents: Pick<Incidents, 'note'>;
  wanted: () => ReadonlyMap<string, DocumentAsset>;
  pinned: () => ReadonlySet<string>;
  onFault: (error: unknown) => void;
}
const MB = 1_000_000;

export function createStorageQuota({ library, storage, incidents, wanted, pinned, onFault }: Ports) {
  let isReported = false;
  /** Incident that could not be stored yet. */
  let pendingIncident: string | null = null;

  async function report(what: string) {
    if (isReported) return;
    isReported = true;
    const { usage = 0, quota = 0 } = await storage.estimate();
    pendingIncident = `${what}: ${Math.round(usage / MB)} of ${Math.round(quota / MB)} MB used`;
  }
  async function flushIncident() {
    const detail = pendingIncident;
    if (detail === null) return;
    pendingIncident = null;
    await incidents.note('storage', detail).catch((error: unknown) => {
      pendingIncident = detail;
      onFault(error);
    });
  }

  return {
    /** What is to be fetched next; the room for it is there when this ends. */
    async plan(isDeferred: LibraryState['isDeferred']): Promise<LibraryPlan> {
      const [held, { usage = 0, quota = Infinity }] = await Promise.all([library.held(), storage.estimate()]);
      const room = { used: usage, quota };
      const plan = planLibrary({ wanted: wanted(), held, room, pinned: pinned(), isDeferred });
      await library.evict(new Set(plan.evict));
      if (plan.short.length > 0) await report(`${plan.short.length} files do not fit`);
      else if (plan.isTight) await report('Storage is nearly full');
      else isReported = false;
      await flushIncident();
      return plan;
    },

    /** Called after a refused write: evicts everything evictable, or reports an incident if there is nothing. */
    async freeAll(): Promise<void> {
      const spare = evictableAssets({ wanted: wanted(), held: await library.held(), pinned: pinned() });
      await library.evict(new Set(spare.map(({ sha256 }) => sha256)));
      if (spare.length === 0) await report('A write was refused');
      await flushIncident();
    },
  };
}
