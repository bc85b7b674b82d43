/** Lazy components that survive deploys: a stale chunk reloads the page, a failed load is retried. */
import { createElement, lazy, type ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import { unsavedChangesStore } from './unsavedChanges.ts';
import { BUILD, servedBuild } from '../app/update/build.ts';
import { createStaleChunkReload } from '../app/update/staleChunks.ts';

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

/** The page is being reloaded, so the component suspends until then. */
const neverSettles = () => new Promise<never>(() => undefined);

/** React caches a failed lazy load for ever; each function replaces one such component. */
const failedLoads = new Set<() => void>();
/** Called once the failure is on screen; earlier it would retry in a loop. */
export function forgetFailedLoads() {
  for (const forget of failedLoads) forget();
  failedLoads.clear();
}

/** What it needs may be fetched before it is drawn; a failure is that of the drawing. */
export type Preloadable<P> = ComponentType<P> & { preload?: () => void };
/** Like React.lazy, but reloads the page after a deploy and retries a failed load on the next render. */
export function lazyWithRetry<P extends object>(load: Loader<ComponentType<P>>): Preloadable<P> {
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
  const Lazy: Preloadable<P> = props => createElement(current, props);
  Lazy.preload = () => void load().catch(() => undefined);
  return Lazy;
}

export async function withTexts<P extends object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[],
) {
  const [module] = await Promise.all([load(), getI18n().loadNamespaces([...namespaces])]);
  return module;
}

/** For optional parts: renders nothing if the load fails. */
export const lazyOptional = <P extends object = object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[] = [],
): ComponentType<P> =>
  lazyWithRetry(() => withTexts(load, namespaces).catch(() => ({ default: (_: P) => null })));

/** Loads the component and its texts in parallel. */
export const lazyPage = <P extends object = object>(
  load: Loader<ComponentType<P>>,
  namespaces: readonly string[],
): Preloadable<P> => lazyWithRetry(() => withTexts(load, namespaces));
