/** Finds texts that a page truncates, in the pseudo-locale, where each text is a third longer than in English. */
import { expect, type Page } from '@playwright/test';
import { visit } from '../pages/everyPage.ts';
import { pseudoLocalize } from '../pages/pseudo.ts';

/** Containers that a text must not overflow, even where the overflow stays visible. */
const HOLDERS = 'a, button, header, label, li, main, nav, p, section, td, th, [role=dialog]';
const SLACK_PX = 1;

/** Texts that overflow their box or the page, or are truncated without being meant to truncate or scroll; words of a picture are not the page's. */
function cut([holders, slack]: [string, number]): { text: string; tag: string }[] {
  const isMeant = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none' ||
    /auto|scroll/.test(style.overflowX);
  const isCut = (element: HTMLElement) => {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('.sr-only, .shown-when-focused:not(:focus), option, svg, [role=img]')
    )
      return false;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (isMeant(style) || style.clipPath !== 'none') return false;
      const edge = box.getBoundingClientRect();
      const isHidden = /hidden|clip/.test(style.overflowX);
      if (!isHidden && !box.matches(holders)) continue;
      if (text.right > edge.right + slack || text.left < edge.left - slack) return true;
      if (isHidden && (text.bottom > edge.bottom + slack || text.top < edge.top - slack)) return true;
    }
    return text.right > innerWidth + slack;
  };
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(one =>
      [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    )
    .filter(isCut)
    .map(one => ({ text: one.innerText.slice(0, 60), tag: `${one.tagName} ${one.className}` }));
}

/** `more`: further containers a text must not overflow. */
export async function cutOf(page: Page, more = ''): Promise<string[]> {
  const holders = more === '' ? HOLDERS : `${more}, ${HOLDERS}`;
  const found = await page.evaluate(cut, [holders, SLACK_PX] as [string, number]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...(isWide ? ['the page itself'] : []), ...found.map(({ tag, text }) => `${tag}: ${text}`)];
}

const taught = new WeakSet<Page>();
/** From now on the English texts of pages opened with `?lng=qps` are those of the pseudo-locale. */
async function teach(page: Page): Promise<void> {
  if (taught.has(page)) return;
  taught.add(page);
  await page.exposeFunction('pseudoLocalize', pseudoLocalize);
  await page.addInitScript(() => {
    if (new URLSearchParams(location.search).get('lng') !== 'qps') return;
    const plain = window.fetch.bind(window);
    const { pseudoLocalize } = window as unknown as { pseudoLocalize: (texts: unknown) => Promise<unknown> };
    window.fetch = async (input, init) => {
      const answer = await plain(input, init);
      if (!new URL(answer.url, location.href).pathname.startsWith('/locales/en/')) return answer;
      return Response.json(await pseudoLocalize(await answer.json()));
    };
  });
}

/** Opens the page in the pseudo-locale and returns the overflowing texts. */
export async function stickingOut(page: Page, origin: string, path: string): Promise<string[]> {
  await teach(page);
  await visit(page, `${origin}${path}${path.includes('?') ? '&' : '?'}lng=qps`);
  // The title of a record is user data, not a text of ours.
  await expect(page.locator('#root')).toContainText('[');
  return (await cutOf(page)).map(what => `${path} ${what}`);
}
