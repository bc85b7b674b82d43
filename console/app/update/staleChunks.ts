/**
 * A chunk that is gone after a deploy: the page is loaded anew, once; a second failure is shown. What was seen to be
 * away and is back brings a new page too: some browsers let only that one have it.
 */
import { isModuleAvailable, isModuleLoadError } from '../../../shared/web/modules.ts';

export interface StaleChunkPorts {
  /** Of this page. */
  build: string;
  /** Resolves when the server answers at all. */
  pingServer: () => Promise<unknown>;
  /** Fetches the chunk itself. */
  createLazy: typeof fetch;
  /** Per-tab storage: survives the reload. */
  tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** The page has unsaved changes. */
  isDirty: () => boolean;
}

const KEY = 'healed_build';

export function createStaleChunkReload({
  build,
  pingServer,
  createLazy: fetch,
  tabStorage,
  reload,
  isDirty,
}: StaleChunkPorts) {
  const unreachableFiles = new Set<string>();

  /** Allows one reload per build. If that cannot be stored, it does not reload, because that could loop. */
  async function claimReload(): Promise<boolean> {
    try {
      if (tabStorage.getItem(KEY) === build) return false;
      await pingServer();
      tabStorage.setItem(KEY, build);
      return true;
    } catch {
      // Without a network a reload would fail as well.
      return false;
    }
  }
  async function isReachableAgain(error: Error): Promise<boolean> {
    const isReachable = await isModuleAvailable(error, fetch);
    if (!isReachable) unreachableFiles.add(error.message);
    return isReachable && unreachableFiles.has(error.message);
  }

  /** true: the page is being reloaded, so nothing more is rendered. */
  return async (error: unknown): Promise<boolean> => {
    if (!isModuleLoadError(error) || isDirty()) return false;
    if (!(await claimReload()) && !(await isReachableAgain(error))) return false;
    reload();
    return true;
  };
}
