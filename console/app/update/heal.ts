/**
 * A chunk that is gone after a deploy: the page is loaded anew, once; a second failure is shown. What was seen to be
 * away and is back brings a new page too: some browsers let only that one have it.
 */
import { isBack, isMissing } from '../../../shared/web/modules.ts';

export interface StaleChunkPorts {
  /** Of this page. */
  build: string;
  /** Resolves when the server answers at all. */
  pingServer: () => Promise<unknown>;
  /** For the file itself. */
  createLazy: typeof fetch;
  /** Of the tab: outlives the reload, not the tab. */
  tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** Unsaved work stands on the page. */
  isDirty: () => boolean;
}

const KEY = 'healed_build';

export function createStaleChunkReload({ build, pingServer, createLazy: fetch, tabStorage, reload, isDirty }: StaleChunkPorts) {
  const unreachableFiles = new Set<string>();

  /** Once for each build. No note that it was tried, no try: it could go on for ever. */
  async function claimReload(): Promise<boolean> {
    try {
      if (tabStorage.getItem(KEY) === build) return false;
      await pingServer();
      tabStorage.setItem(KEY, build);
      return true;
    } catch {
      // No link: a new page would not come either.
      return false;
    }
  }
  async function isReachableAgain(error: Error): Promise<boolean> {
    const isReachable = await isBack(error, fetch);
    if (!isReachable) unreachableFiles.add(error.message);
    return isReachable && unreachableFiles.has(error.message);
  }

  /** true: the page is being replaced, so nothing more is to be drawn. */
  return async (error: unknown): Promise<boolean> => {
    if (!isMissing(error) || isDirty()) return false;
    if (!(await claimReload()) && !(await isReachableAgain(error))) return false;
    reload();
    return true;
  };
}
