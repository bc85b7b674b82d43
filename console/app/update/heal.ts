/**
 * A chunk that is gone after a deploy: the page is loaded anew, once; a second failure is shown. What was seen to be
 * away and is back brings a new page too: some browsers let only that one have it.
 */
import { isModuleAvailable, isModuleLoadError } from '../../../shared/web/modules.ts';

export interface HealPorts {
  /** Of this page. */
  build: string;
  /** Resolves when the server answers at all. */
  reach: () => Promise<unknown>;
  /** For the file itself. */
  ask: typeof fetch;
  /** Of the tab: outlives the reload, not the tab. */
  tab: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** Unsaved work stands on the page. */
  isDirty: () => boolean;
}

const KEY = 'healed_build';

export function createHeal({ build, reach, ask, tab, reload, isDirty }: HealPorts) {
  const away = new Set<string>();

  /** Once for each build. No note that it was tried, no try: it could go on for ever. */
  async function isFirst(): Promise<boolean> {
    try {
      if (tab.getItem(KEY) === build) return false;
      await reach();
      tab.setItem(KEY, build);
      return true;
    } catch {
      // No link: a new page would not come either.
      return false;
    }
  }
  async function isBackAgain(error: Error): Promise<boolean> {
    const isThere = await isModuleAvailable(error, ask);
    if (!isThere) away.add(error.message);
    return isThere && away.has(error.message);
  }

  /** true: the page is being replaced, so nothing more is to be drawn. */
  return async (error: unknown): Promise<boolean> => {
    if (!isModuleLoadError(error) || isDirty()) return false;
    if (!(await isFirst()) && !(await isBackAgain(error))) return false;
    reload();
    return true;
  };
}
