/** Screens that come when they are opened, each with its texts, so that neither waits for the other. */
import { createElement, lazy, type ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import { leaveStore } from './leave.ts';
import type { Resource, Row } from './resources/define.ts';
import type { Settings } from './resources/defineSettings.ts';
import { BUILD, servedBuild } from './update/build.ts';
import { createHeal } from './update/heal.ts';

export type Lazy = ComponentType;
type Load<T> = () => Promise<{ default: T }>;
type Definition<R extends Row> = Load<Resource<R>>;

const heal = createHeal({
  build: BUILD,
  reach: () => servedBuild((input, init) => fetch(input, init)),
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

export const page = (load: Load<ComponentType>, namespaces: readonly string[]): Lazy =>
  fresh(async () => {
    const [module] = await Promise.all([load(), getI18n().loadNamespaces([...namespaces])]);
    return module;
  });

/** One of the generic screens, fed with a definition. */
const fed = <R extends Row>(
  screen: Load<ComponentType<{ resource: Resource<R> }>>,
  definition: Definition<R>,
  namespaces: readonly string[],
) =>
  page(async () => {
    const [{ default: Screen }, { default: resource }] = await Promise.all([screen(), definition()]);
    return { default: () => createElement(Screen, { resource }) };
  }, namespaces);

export const list = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  fed<R>(() => import('./screens/ListScreen.tsx'), definition, namespaces);
export const record = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  fed<R>(() => import('./screens/RecordScreen.tsx'), definition, namespaces);
export const form = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  fed<R>(() => import('./screens/CreateScreen.tsx'), definition, namespaces);
export const settings = (definition: Load<Settings>, namespaces: readonly string[]) =>
  page(async () => {
    const [{ default: Screen }, { default: settings }] = await Promise.all([
      import('./screens/SettingsScreen.tsx'),
      definition(),
    ]);
    return { default: () => createElement(Screen, { settings }) };
  }, namespaces);
