/** Defined by Vite for the console only, so that the player's files do not change with each build. */
declare const __WAYSIDE_BUILD__: string | undefined;
/** The build of this page; 'dev' in `npm run dev` and in tests. */
export const BUILD = typeof __WAYSIDE_BUILD__ === 'string' ? __WAYSIDE_BUILD__ : 'dev';
/** Fetched with no-store, so that it names the build the server has now. */
const VERSION_PATH = '/version.json';

/** The build the server serves now; rejects if the server cannot be reached. */
export async function servedBuild(fetchVersion: typeof fetch): Promise<string> {
  const answer = await fetchVersion(VERSION_PATH, { cache: 'no-store', redirect: 'error' });
  const { build } = (await answer.json()) as { build?: unknown };
  if (!answer.ok || typeof build !== 'string') throw new Error('The build is not said');
  return build;
}
