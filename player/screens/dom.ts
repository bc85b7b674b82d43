/** Elements in one line; text is always text, never markup. */
import type { Bilingual, Key, Params } from './texts.ts';

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

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
