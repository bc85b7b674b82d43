/** Paths that belong to the player: nothing below them is a page of the console or carries a bearer token. */
const PLAYER = '/player';
/** Leads to the player, also without the server. */
const ALIAS = '/display';

const isAtOrBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`);
/** The exact path, or one below it; `/players` is another page. */
export const isPlayerPath = (path: string): boolean => [PLAYER, ALIAS].some(root => isAtOrBelow(path, root));
/** Addresses that are answered by a redirect to the player. */
export const leadsToPlayer = (path: string): boolean =>
  path === '/' || (isPlayerPath(path) && path !== PLAYER);
