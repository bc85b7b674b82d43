/** Which base map the server's page names: see server/app/baseMap.ts. */
export type BaseMap = { as: 'outline' } | { as: 'tiles' | 'style' | 'pmtiles'; url: string };

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
/** A page that no server filled in, as in a test, names none. */
const filled = (text: string) => (text.startsWith('__') ? '' : text);

export function baseMap(address = filled(metaOf('base-map')), origin = location.origin): BaseMap {
  if (address === '') return { as: 'outline' };
  if (address.includes('{z}')) return { as: 'tiles', url: address };
  const { href, pathname } = new URL(address, origin);
  return { as: pathname.endsWith('.pmtiles') ? 'pmtiles' : 'style', url: href };
}
export const baseAttribution = () => filled(metaOf('map-attribution'));
/** Sources say whom they thank in markup; we say it in words. */
export const withoutMarkup = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim();
