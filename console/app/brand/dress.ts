/** Puts a white label on this page, and keeps it for the next start: public/theme.js puts it on before the first paint. */

/** What the page wears, and whose it is. */
interface Worn {
  tenant: string;
  name: string;
  css: string;
}

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

export function dress(brand: Worn | null): void {
  const kept = brand && JSON.stringify(brand);
  if (kept === worn) return;
  worn = kept;
  if (kept === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, kept);
  ownSheet().replaceSync(brand?.css ?? '');
  const { dataset } = document.documentElement;
  const former = dataset['brand'] ?? 'Wayside';
  if (brand) dataset['brand'] = brand.name;
  else delete dataset['brand'];
  document.title = document.title.replace(`| ${former}`, `| ${brand?.name ?? 'Wayside'}`);
  dispatchEvent(new Event('brand'));
}

/** Takes off the white label of any other tenant, before that of this one is known. */
export function undressOther(tenant: string): void {
  if (worn !== null && (JSON.parse(worn) as Partial<Worn>).tenant !== tenant) dress(null);
}
