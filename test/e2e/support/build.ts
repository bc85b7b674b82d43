/** A second build beside the first: the built files with another page, and a worker that knows of it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = /\/assets\/index-[\w-]+\.js(?="><\/script>)/;
const PAGE = /("revision":")[^"]*(","url":"\/player")/;

const entryIn = (web: string) => ENTRY.exec(readFileSync(join(web, 'player/index.html'), 'utf8'))?.[0] ?? '';
/** The program of the player as it was built. */
export const entryOf = (web: string) => readFileSync(join(web, entryIn(web)), 'utf8');

/** `entry`: what the page of the new build runs instead of what it ran before. */
export function ship(web: string, name: string, entry: string | null): void {
  const edit = (path: string, change: (text: string) => string) => {
    const file = join(web, path);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${path} is what it was`);
    writeFileSync(file, after);
    rmSync(`${file}.br`, { force: true });
  };
  const other = `/assets/index-${name}.js`;
  const own = entryIn(web);
  if (entry !== null) writeFileSync(join(web, other), entry);
  const renamed = (text: string) => (entry === null ? text : text.replaceAll(own, other));
  edit('player/index.html', text =>
    renamed(text).replace('</title>', `</title><meta name="build" content="${name}" />`),
  );
  edit('sw.js', text => renamed(text).replace(PAGE, `$1${name}$2`));
}
