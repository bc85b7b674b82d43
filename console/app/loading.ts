/** The generic screens, each with the definition that feeds it and its texts. */
import { createElement, type ComponentType } from 'react';
import { page, type Load } from '../kit/fresh.ts';
import type { Resource, Row } from '../kit/resource/define.ts';
import type { Settings } from '../kit/resource/defineSettings.ts';

type Definition<R extends Row> = Load<Resource<R>>;

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
  fed<R>(() => import('../kit/screens/list/ListScreen.tsx'), definition, namespaces);
export const record = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  fed<R>(() => import('../kit/screens/record/RecordScreen.tsx'), definition, namespaces);
export const form = <R extends Row>(definition: Definition<R>, namespaces: readonly string[]) =>
  fed<R>(() => import('../kit/screens/form/CreateScreen.tsx'), definition, namespaces);
export const settings = (definition: Load<Settings>, namespaces: readonly string[]) =>
  page(async () => {
    const [{ default: Screen }, { default: settings }] = await Promise.all([
      import('../kit/screens/form/SettingsScreen.tsx'),
      definition(),
    ]);
    return { default: () => createElement(Screen, { settings }) };
  }, namespaces);
