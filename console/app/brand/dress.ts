/** Puts a white label on this page, and keeps it for the next start: public/theme.js puts it on before the first paint. */
import type { Brand } from '../../../shared/contract/identity/whiteLabel.ts';
import { styleSheetOf } from './styleSheet.ts';

const KEY = 'brand';

let sheet: CSSStyleSheet | undefined;
/** What this page wears, which another tab of this browser may not. */
let worn: string | null = localStorage.getItem(KEY);
/** The one that theme.js has put in, or a new one. A sheet of the script's own is no inline style, which the page's policy refuses. */
function ownSheet(): CSSStyleSheet {
  sheet ??= document.adoptedStyleSheets[0] ?? new CSSStyleSheet();
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

export function dress(brand: Brand | null): void {
  const kept = brand && JSON.stringify({ name: brand.app_name, css: styleSheetOf(brand) });
  if (kept === worn) return;
  worn = kept;
  if (kept === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, kept);
  ownSheet().replaceSync(brand ? styleSheetOf(brand) : '');
  const { dataset } = document.documentElement;
  const former = dataset['brand'] ?? 'Wayside';
  if (brand) dataset['brand'] = brand.app_name;
  else delete dataset['brand'];
  document.title = document.title.replace(`| ${former}`, `| ${brand?.app_name ?? 'Wayside'}`);
  dispatchEvent(new Event('brand'));
}
