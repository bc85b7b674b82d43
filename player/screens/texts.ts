/** The player's texts: small files per language, each fetched when words of it are shown. */
import { LANGUAGES, type Language } from '../../shared/constants.ts';
import { ownLanguage } from './language.ts';
import type { EmergencyText, PanelText, PlayerText, RiderText } from '../../shared/device/texts.ts';

type Tree = { [key: string]: string | Tree };
export type Key = PlayerText | PanelText | RiderText | EmergencyText;
export type Params = Record<string, string | number>;
export type Translate = (key: Key, params?: Params) => string;

type File = 'player' | 'panels' | 'rider' | 'emergency';

const loading = new Map<string, Promise<Tree>>();

async function load(path: string): Promise<Tree> {
  const response = await fetch(path, { credentials: 'omit' });
  return (await response.json()) as Tree;
}

function fetchTexts(language: Language, file: File): Promise<Tree> {
  const path = `/locales/${language}/${file}.json`;
  let tree = loading.get(path);
  if (!tree) {
    tree = load(path);
    tree.catch(() => loading.delete(path));
    loading.set(path, tree);
  }
  return tree;
}

function lookUp(tree: Tree, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
  return typeof found === 'string' ? found : key;
}

export async function loadTexts(language: Language, files: readonly File[] = ['player']): Promise<Translate> {
  const trees = await Promise.all(files.map(file => fetchTexts(language, file)));
  const texts: Tree = Object.assign({}, ...trees) as Tree;
  return (key, params = {}) =>
    lookUp(texts, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Screens that everybody sees say everything in both languages. */
export const loadBothLanguages = (file: File = 'player') =>
  Promise.all(LANGUAGES.map(async language => ({ language, say: await loadTexts(language, [file]) })));
export type Bilingual = Awaited<ReturnType<typeof loadBothLanguages>>;

/** What is asked and shown where a hand is. */
export const loadPanelTexts = () => loadTexts(ownLanguage(), ['player', 'panels']);
