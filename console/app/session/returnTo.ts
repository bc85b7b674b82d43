/** The path to return to after sign-in; stored per tab, never in the URL. */
const KEY = 'wanted_path';

export const rememberReturnTo = (path: string) => sessionStorage.setItem(KEY, path);
export const clearReturnTo = () => sessionStorage.removeItem(KEY);
/** Reads and clears the path; null if none is stored. */
export function takeReturnTo(): string | null {
  const path = sessionStorage.getItem(KEY);
  clearReturnTo();
  return path;
}
