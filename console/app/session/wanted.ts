/** Where somebody wanted to go before he had to sign in: kept by the tab, never in the address. */
const KEY = 'wanted_path';

export const wantBack = (path: string) => sessionStorage.setItem(KEY, path);
export const forgetWanted = () => sessionStorage.removeItem(KEY);
/** The path, once; null where nothing was wanted. */
export function takeWanted(): string | null {
  const path = sessionStorage.getItem(KEY);
  forgetWanted();
  return path;
}
