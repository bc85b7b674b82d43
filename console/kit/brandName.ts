/** What the product is called here: the name of the white label on the root element, which public/theme.js sets before the first paint. */
import { useSyncExternalStore } from 'react';

export const brandName = () => document.documentElement.dataset['brand'] ?? 'Wayside';

function subscribe(changed: () => void) {
  addEventListener('brand', changed);
  return () => removeEventListener('brand', changed);
}
export const useBrandName = () => useSyncExternalStore(subscribe, brandName);
