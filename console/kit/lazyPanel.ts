/** A panel with texts of its own, for a page that does not bring them. */
import type { ComponentType } from 'react';
import { lazyWithRetry, withTexts, type Loader } from './lazyPage.ts';

export const lazyPanel = <P extends object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[],
): ComponentType<P> => lazyWithRetry(() => withTexts(load, namespaces));
