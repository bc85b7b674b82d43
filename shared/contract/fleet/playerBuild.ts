const ENTRY = /\/assets\/index-([\w-]+)\.js/;
/**
 * Names a build by its entry, whose hash changes with each of its scripts: a name put into them would change them.
 * `text`: the address of the entry, or a page that has it. Of `npm run dev` and of tests there is none.
 */
export const playerBuildIn = (text: string): string => ENTRY.exec(text)?.[1] ?? 'dev';
