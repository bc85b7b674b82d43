/** Where a tab stores the pages that were opened from the palette. A sign-out needs no more of them than this. */
export const RECENTS_KEY = 'palette_recents';
export const clearRecents = (tabStorage: Storage) => tabStorage.removeItem(RECENTS_KEY);
