/** Where somebody wanted to go before he had to sign in: kept by the tab, never in the address. */
const KEY = 'wanted_path';

export const rememberReturnTo = (path: string) => sessionStorage.setItem(KEY, path);
export const clearReturnTo = () => sessionStorage.removeItem(KEY);
/** The path, once; null where nothing was wanted. */
export function takeReturnTo(): string | null {
  const path = sessionStorage.getItem(KEY);
  clearReturnTo();
  return path;
}
