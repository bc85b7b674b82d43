/** What comes when it is needed: healed after a deploy, asked for again after a failure. */
import { createElement, lazy, type ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import { leaveStore } from './leave.ts';
import { BUILD, servedBuild } from '../app/update/build.ts';
import { createHeal } from '../app/update/heal.ts';

export type Lazy = ComponentType;
export type Load<T> = () => Promise<{ default: T }>;

const heal = createHeal({
  build: BUILD,
  reach: () => servedBuild((input, init) => fetch(input, init)),
  ask: (input, init) => fetch(input, init),
  tab: {
    getItem: key => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  reload: () => location.reload(),
  isDirty: () => leaveStore.getState().dirty,
});

/** The page is being replaced: what waits for this keeps waiting. */
const forever = () => new Promise<never>(() => undefined);

/** React remembers a load that failed for ever; each of these makes one forgotten. */
const failures = new Set<() => void>();
/** Once the failure is on the screen, and not before, or it would be asked for again and again. */
export function forgetFailedLoads() {
  for (const forget of failures) forget();
  failures.clear();
}

/** As React's lazy, but healed after a deploy, and drawn again after a failure it loads again. */
export function fresh<P extends object>(load: Load<ComponentType<P>>): ComponentType<P> {
  const ask = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        if (await heal(error)) return forever();
        failures.add(() => void (current = ask()));
        throw error;
      }
    }) as ComponentType<P>;
  let current = ask();
  return props => createElement(current, props);
}

async function withTexts<P extends object>(load: Load<ComponentType<P>>, namespaces: readonly string[]) {
  const [module] = await Promise.all([load(), getI18n().loadNamespaces([...namespaces])]);
  return module;
}

/** For what a page can do without: left out where it does not come. */
export const spare = (load: Load<ComponentType>, namespaces: readonly string[] = []): Lazy =>
  fresh(() => withTexts(load, namespaces).catch(() => ({ default: () => null })));

/** With its texts, so that neither waits for the other. */
export const page = <P extends object = object>(
  load: Load<ComponentType<P>>,
  namespaces: readonly string[],
): ComponentType<P> => fresh(() => withTexts(load, namespaces));
