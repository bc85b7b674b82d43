import type { KeyScope } from '../../../shared/contract/wire/access.ts';

/** The name of a scope's text, `values.<word>`: a colon names a namespace in the keys of texts. */
export const scopeWord = (scope: KeyScope): string =>
  `may_${scope.replace('alerts:', '').replaceAll(':', '_')}`;
