/** Makes a second build from the first: the same files with a different page, and a worker that knows it. */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ENTRY = /\/assets\/index-[\w-]+\.js(?="><\/script>)/;
const PAGE = /("revision":")[^"]*(","url":"\/player")/;

function edit(web: string, path: string, change: (text: string) => string): void {
  const file = join(web, path);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path} is what it was`);
  writeFileSync(file, after);
  rmSync(`${file}.br`, { force: true });
}

const THROWS =
  "self.addEventListener('install', event => event.waitUntil(Promise.reject(new Error('refused'))));";
/** The worker throws on install; calling it again repairs it. */
export const breakInstall = (web: string): void =>
  edit(web, 'sw.js', text => (text.includes(THROWS) ? text.replace(THROWS, '') : THROWS + text));

/** The worker's half minutes last three seconds: what it waits for a page that shows nothing nobody has to sit out. */
const HURRIED =
  '{const later=self.setTimeout;self.setTimeout=(act,ms,...more)=>later(act,ms===30000?3000:ms,...more)};';
export const hurryGate = (web: string): void => edit(web, 'sw.js', text => HURRIED + text);

/** Removes the lazy chunks with this name and returns their URLs. */
export function loseChunk(web: string, name: RegExp): string[] {
  const gone = readdirSync(join(web, 'assets')).filter(file => name.test(file));
  for (const file of gone) renameSync(join(web, 'assets', file), join(web, `${file}.gone`));
  return gone.map(file => `/assets/${file}`);
}
export function bringBack(web: string, gone: readonly string[]): void {
  for (const path of gone) renameSync(join(web, `${basename(path)}.gone`), join(web, path));
}
const entryIn = (web: string) => ENTRY.exec(readFileSync(join(web, 'player/index.html'), 'utf8'))?.[0] ?? '';

/** Updates page and worker of the new build with the renamed files. */
function announce(web: string, name: string, renamed: (text: string) => string): void {
  edit(web, 'player/index.html', text =>
    renamed(text).replace('</title>', `</title><meta name="build" content="${name}" />`),
  );
  edit(web, 'sw.js', text => renamed(text).replace(PAGE, `$1${name}$2`));
}

/** `entry`: the script the page of the new build runs. */
export function ship(web: string, name: string, entry: string | null): void {
  const other = `/assets/index-${name}.js`;
  const own = entryIn(web);
  if (entry !== null) writeFileSync(join(web, other), entry);
  announce(web, name, text => (entry === null ? text : text.replaceAll(own, other)));
}

/** The same program with another entry: files that refer to a renamed file are renamed as well. */
export function shipAgain(web: string, name: string): void {
  const assets = join(web, 'assets');
  const texts = new Map(
    readdirSync(assets)
      .filter(file => file.endsWith('.js'))
      .map(file => [file, readFileSync(join(assets, file), 'utf8')] as const),
  );
  const changed = new Set([basename(entryIn(web))]);
  /** Grows while it is walked. */
  for (const file of changed) for (const [other, text] of texts) if (text.includes(file)) changed.add(other);
  const renamed = (text: string) =>
    [...changed].reduce((all, file) => all.replaceAll(file, file.replace('.js', `-${name}.js`)), text);
  for (const file of changed) writeFileSync(join(assets, renamed(file)), renamed(texts.get(file)!));
  announce(web, name, renamed);
}
