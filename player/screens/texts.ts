/** The player's texts: one small file per language, fetched when a screen with words is shown. */
import { LANGUAGES, type Language } from '../../shared/constants.ts';
import { detectLanguage, LANGUAGE_KEY } from '../../shared/language.ts';
import type { PlayerText } from '../../shared/device/texts.ts';

type Tree = { [key: string]: string | Tree };
export type Key = PlayerText;
export type Params = Record<string, string | number>;
export type Say = (key: Key, params?: Params) => string;

const loading = new Map<Language, Promise<Tree>>();

async function load(language: Language): Promise<Tree> {
  const response = await fetch(`/locales/${language}/player.json`, { credentials: 'omit' });
  return (await response.json()) as Tree;
}

function lookUp(tree: Tree, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
  return typeof found === 'string' ? found : key;
}

export async function speak(language: Language): Promise<Say> {
  let tree = loading.get(language);
  if (!tree) {
    tree = load(language);
    tree.catch(() => loading.delete(language));
    loading.set(language, tree);
  }
  const texts = await tree;
  return (key, params = {}) =>
    lookUp(texts, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Screens that everybody sees say everything in both languages. */
export const speakBoth = () =>
  Promise.all(LANGUAGES.map(async language => ({ language, say: await speak(language) })));
export type Both = Awaited<ReturnType<typeof speakBoth>>;

/** The language a hand chose in the console, else the browser's. A screen never asks for its place to tell. */
export const ownLanguage = (): Language =>
  detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.language);
