/** Put in by Vite, into the console alone: the player's files must not change with it. */
declare const __WAYSIDE_BUILD__: string | undefined;
/** The build this page was made of; of `npm run dev` and of tests there is none. */
export const BUILD = typeof __WAYSIDE_BUILD__ === 'string' ? __WAYSIDE_BUILD__ : 'dev';
/** Asked past every cache: it says what the server has now. */
const VERSION_PATH = '/version.json';

/** Build the server has now; rejects where it cannot be asked. */
export async function servedBuild(fetchVersion: typeof fetch): Promise<string> {
  const answer = await fetchVersion(VERSION_PATH, { cache: 'no-store', redirect: 'error' });
  const { build } = (await answer.json()) as { build?: unknown };
  if (!answer.ok || typeof build !== 'string') throw new Error('The build is not said');
  return build;
}
