/** The path to return to after sign-in; stored per tab, never in the URL. */
const KEY = 'wanted_path';

export const rememberReturnTo = (path: string) => sessionStorage.setItem(KEY, path);
export const clearReturnTo = () => sessionStorage.removeItem(KEY);
/** null: none is stored. It is forgotten once he is there: what is drawn may be drawn again before that. */
export const returnTo = () => sessionStorage.getItem(KEY);
