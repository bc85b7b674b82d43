/** Screens that come when they are opened, each with its texts, so that neither waits for the other. */
import { createElement, lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { getI18n } from 'react-i18next';
import type { Resource, Row } from './resources/define.ts';

export type Lazy = LazyExoticComponent<ComponentType>;
type Load<T> = () => Promise<{ default: T }>;
type Definition<R extends Row> = Load<Resource<R>>;

export const page = (load: Load<ComponentType>, namespaces: readonly string[]): Lazy =>
  lazy(async () => {
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
