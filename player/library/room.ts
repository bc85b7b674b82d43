/** Keeps the library within its share of the disk; says once when that is not enough. */
import type { DocumentAsset } from '../../shared/contract/playout/manifest.ts';
import type { Library } from '../../shared/library/store.ts';
import type { Incidents } from '../link/incidents.ts';
import { planLibrary, spareOf, type LibraryPlan, type Stock } from './plan.ts';

interface Ports {
  library: Pick<Library, 'held' | 'drop'>;
  storage: Pick<StorageManager, 'estimate'>;
  incidents: Pick<Incidents, 'note'>;
  wanted: () => ReadonlyMap<string, DocumentAsset>;
  pinned: () => ReadonlySet<string>;
  onFault: (error: unknown) => void;
}
const MB = 1_000_000;

export function createRoom({ library, storage, incidents, wanted, pinned, onFault }: Ports) {
  let isTold = false;
  /** Noted as soon as the disk takes it. */
  let owed: string | null = null;

  async function tell(what: string) {
    if (isTold) return;
    isTold = true;
    const { usage = 0, quota = 0 } = await storage.estimate();
    owed = `${what}: ${Math.round(usage / MB)} of ${Math.round(quota / MB)} MB used`;
  }
  async function note() {
    const detail = owed;
    if (detail === null) return;
    owed = null;
    await incidents.note('storage', detail).catch((error: unknown) => {
      owed = detail;
      onFault(error);
    });
  }

  return {
    /** What is to be fetched next; the room for it is there when this ends. */
    async plan(isPut: Stock['isPut']): Promise<LibraryPlan> {
      const [held, { usage = 0, quota = Infinity }] = await Promise.all([library.held(), storage.estimate()]);
      const room = { used: usage, quota };
      const plan = planLibrary({ wanted: wanted(), held, room, pinned: pinned(), isPut });
      await library.drop(new Set(plan.evict));
      if (plan.short.length > 0) await tell(`${plan.short.length} files do not fit`);
      else if (plan.isTight) await tell('Storage is nearly full');
      else isTold = false;
      await note();
      return plan;
    },

    /** A write was refused: all that may go goes, and somebody hears of it where nothing may. */
    async make(): Promise<void> {
      const spare = spareOf({ wanted: wanted(), held: await library.held(), pinned: pinned() });
      await library.drop(new Set(spare.map(({ sha256 }) => sha256)));
      if (spare.length === 0) await tell('A write was refused');
      await note();
    },
  };
}
