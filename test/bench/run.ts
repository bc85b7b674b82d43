/** `npm run bench [-- filter]`: each prints a ratio against a peer or a floor measured in the same run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const filter = process.argv[2] ?? '';
const files = readdirSync(import.meta.dirname).filter(
  name => name.endsWith('.bench.ts') && name.includes(filter),
);
for (const name of files.sort()) {
  process.stdout.write(`\n${name}\n`);
  await import(join(import.meta.dirname, name));
}
