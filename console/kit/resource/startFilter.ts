/** The filter that a queue starts with. It comes with the pages that have one, so that other lists do not carry it. */
import type { StartFilter } from './defineResource.ts';

/** The value by which it is lifted in the URL. */
const LIFTED = 'all';

/** It counts until it, or a filter that it yields to, is chosen; whoever empties it does not want it back. */
export const startFilter = (key: string, value: string, yieldsTo: readonly string[]): StartFilter => ({
  values(chosen) {
    if ([key, ...yieldsTo].every(one => chosen[one] === undefined)) return { ...chosen, [key]: value };
    const { [key]: own, ...others } = chosen;
    return own === LIFTED ? others : chosen;
  },
  changes: changes => (changes[key] === '' ? { ...changes, [key]: LIFTED } : changes),
});
