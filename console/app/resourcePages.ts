/** Lazy routes that combine a generic screen, a resource definition and its texts. */
import { createElement, type ComponentType } from 'react';
import type { Loader } from '../kit/lazyPage.ts';
import { screenPage } from './screenPage.ts';
import type { Resource, Row } from '../kit/resource/defineResource.ts';
import type { Settings } from '../kit/resource/defineSettings.ts';

type Definition<R extends Row> = Loader<Resource<R>>;

/** Loads a generic screen and its definition in parallel. */
const resourcePage = <R extends Row>(
  screen: Loader<ComponentType<{ resource: Resource<R> }>>,
  definition: Definition<R>,
  namespaces: readonly string[],
) =>
  Object.assign(
    screenPage(async () => {
      const [{ default: Screen }, { default: resource }] = await Promise.all([screen(), definition()]);
      return { default: () => createElement(Screen, { resource }) };
    }, namespaces),
    { definition, namespaces },
  );

export const listPage = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  resourcePage<R>(() => import('../kit/screens/list/ListScreen.tsx'), definition, namespaces);
export const recordPage = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  resourcePage<R>(() => import('../kit/screens/record/RecordScreen.tsx'), definition, namespaces);
export const createPage = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  resourcePage<R>(() => import('../kit/screens/form/CreateScreen.tsx'), definition, namespaces);
export const settingsPage = (definition: Loader<Settings>, namespaces: readonly string[]) =>
  screenPage(async () => {
    const [{ default: Screen }, { default: settings }] = await Promise.all([
      import('../kit/screens/form/SettingsScreen.tsx'),
      definition(),
    ]);
    return { default: () => createElement(Screen, { settings }) };
  }, namespaces);
