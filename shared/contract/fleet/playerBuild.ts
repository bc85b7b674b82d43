const ENTRY = /\/assets\/index-([\w-]+)\.js/;
/**
 * A build is named by the hash of its entry file, which changes with each of its scripts.
 * `text`: the URL of the entry, or a page that contains it. `npm run dev` and tests have none, so their build is `dev`.
 */
export const playerBuildIn = (text: string): string => ENTRY.exec(text)?.[1] ?? 'dev';
