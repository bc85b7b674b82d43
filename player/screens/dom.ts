/** Elements in one line; text is always text, never markup. */
import { el } from '../../shared/web/el.ts';
import type { Bilingual, Key, Params } from './texts.ts';

export { el };

/** One row per language. */
export const rows = (both: Bilingual, key: Key, params?: Params) =>
  both.map(({ language, say }) => {
    const row = el('div', 'row', say(key, params));
    row.lang = language;
    return row;
  });

/** Changes the document only where the text is another. */
export function put(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

export function button(text: string, onPress: () => void, className = 'button'): HTMLButtonElement {
  const made = Object.assign(el('button', className, text), { type: 'button' });
  made.addEventListener('click', onPress);
  return made;
}
