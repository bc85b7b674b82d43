/** What comes when it is needed: healed after a deploy, asked for again after a failure. */
import { createElement, lazy, type ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import { unsavedChangesStore } from './leave.ts';
import { BUILD, servedBuild } from '../app/update/build.ts';
import { createStaleChunkReload } from '../app/update/heal.ts';

export type LazyComponent = ComponentType;
export type Loader<T> = () => Promise<{ default: T }>;

const reloadOnStaleChunk = createStaleChunkReload({
  build: BUILD,
  pingServer: () => servedBuild((input, init) => fetch(input, init)),
  createLazy: (input, init) => fetch(input, init),
  tabStorage: {
    getItem: key => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  reload: () => location.reload(),
  isDirty: () => unsavedChangesStore.getState().dirty,
});

/** The page is being replaced: what waits for this keeps waiting. */
const neverSettles = () => new Promise<never>(() => undefined);

/** React remembers a load that failed for ever; each of these makes one forgotten. */
const failedLoads = new Set<() => void>();
/** Once the failure is on the screen, and not before, or it would be asked for again and again. */
export function forgetFailedLoads() {
  for (const forget of failedLoads) forget();
  failedLoads.clear();
}

/** As React's lazy, but healed after a deploy, and drawn again after a failure it loads again. */
export function lazyWithRetry<P extends object>(load: Loader<ComponentType<P>>): ComponentType<P> {
  const ask = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        if (await reloadOnStaleChunk(error)) return neverSettles();
        failedLoads.add(() => void (current = ask()));
        throw error;
      }
    }) as ComponentType<P>;
  let current = ask();
  return props => createElement(current, props);
}

async function withTexts<P extends object>(load: Loader<ComponentType<P>>, namespaces: readonly string[]) {
  const [module] = await Promise.all([load(), getI18n().loadNamespaces([...namespaces])]);
  return module;
}

/** For what a page can do without: left out where it does not come. */
export const lazyOptional = (load: Loader<ComponentType>, namespaces: readonly string[] = []): LazyComponent =>
  lazyWithRetry(() => withTexts(load, namespaces).catch(() => ({ default: () => null })));

/** With its texts, so that neither waits for the other. */
export const lazyPage = <P extends object = object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[],
): ComponentType<P> => lazyWithRetry(() => withTexts(load, namespaces));
