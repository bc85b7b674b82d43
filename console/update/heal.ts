/** A chunk that is gone after a deploy: the page is loaded anew, once; a second failure is shown. */
export interface HealPorts {
  /** Of this page. */
  build: string;
  /** Resolves when the server answers at all. */
  reach: () => Promise<unknown>;
  /** Of the tab: outlives the reload, not the tab. */
  tab: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** Unsaved work stands on the page. */
  isDirty: () => boolean;
}

const KEY = 'healed_build';
/** What browsers, and Vite for a style sheet, say of a module that does not come. */
const GONE = /dynamically imported module|module script|preload/i;

export const createHeal =
  ({ build, reach, tab, reload, isDirty }: HealPorts) =>
  /** true: the page is being replaced, so nothing more is to be drawn. */
  async (error: unknown): Promise<boolean> => {
    if (!(error instanceof Error) || !GONE.test(error.message)) return false;
    if (isDirty()) return false;
    try {
      if (tab.getItem(KEY) === build) return false;
      await reach();
      tab.setItem(KEY, build);
    } catch {
      // No link: a new page would not come either. No note that it was tried: it could go on for ever.
      return false;
    }
    reload();
    return true;
  };
