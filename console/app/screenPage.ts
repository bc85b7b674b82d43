import { lazyPage, type Loader } from '../kit/lazyPage.ts';
import type { ComponentType } from 'react';

/** A page of the table of routes: it brings the words of the generic screens beside its own, since the shell needs only its four (I18N-03). */
export const screenPage = <P extends object = object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[],
): ComponentType<P> => lazyPage(load, ['screens', ...namespaces]);
