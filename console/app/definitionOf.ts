/** The definition of a resource by its name, for what shows rows of any of them. Its file comes when it is needed. */
import { use } from 'react';
import type { Loader } from '../kit/lazyPage.ts';
import type { Resource, Row } from '../kit/resource/defineResource.ts';
import { routes } from './routes/index.ts';

type Definition = Resource<Row> | null;
interface DefinedPage {
  definition: Loader<Resource<Row>>;
  namespaces: readonly string[];
}
const isDefined = (screen: object): screen is DefinedPage => 'definition' in screen;

/** The texts that a page brings are those of its resource, and of others that it shows beside it. */
async function find(name: string): Promise<Definition> {
  const screens: object[] = routes.map(({ screen }) => screen);
  for (const { definition, namespaces } of screens.filter(isDefined)) {
    if (!namespaces.includes(name)) continue;
    const { default: resource } = await definition();
    if (resource.name === name) return resource;
  }
  return null;
}

const loading = new Map<string, Promise<Definition>>();
function load(name: string): Promise<Definition> {
  const before = loading.get(name);
  if (before) return before;
  /** A file that did not come is fetched again the next time. */
  const loaded = find(name).catch(() => {
    loading.delete(name);
    return null;
  });
  loading.set(name, loaded);
  return loaded;
}

/** Suspends until it is there; null: there is none, or its file did not come. */
export const useDefinition = (name: string): Definition => use(load(name));
