import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessDoc, FILE } from './tools/docs/accessDoc.ts';
import { idsOf, literalTitles } from './tools/requirements.ts';
import { ROOT } from './tools/steps.ts';
import { TEXTS_FILE, textsFile } from './tools/docs/texts.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('docs/access.md says what the tables of the contract say: npm run docs writes it', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(accessDoc());
});

it('the types of the texts are those of the locales: npm run docs writes them', () => {
  expect(readFileSync(TEXTS_FILE, 'utf8')).toBe(textsFile());
});

describe('docs/promises.md', () => {
  const [proven = '', open = ''] = read('docs/promises.md').split('## Not proven yet');
  const pending = new Set(read('docs/requirements.pending').split('\n'));
  const promises = read('docs/requirements.tsv')
    .split('\n')
    .filter(line => line.split('\t')[1]?.startsWith('promise-'))
    .map(line => line.split('\t')[0]!);
  const known = new Set(
    read('docs/requirements.tsv')
      .split('\n')
      .map(line => line.split('\t')[0]!),
  );
  const chapters = [...proven.matchAll(/^### (\w+) [^]*?(?=^##|(?![^]))/gm)].map(([text, id = '']) => ({
    id,
    tests: [...text.matchAll(/^- `([^`]+)` › (.+)$/gm)].map(([, file = '', title = '']) => ({ file, title })),
  }));
  /** A title as Markdown has it, with its signs as they stand in the source. */
  const plain = (title: string) => title.replaceAll('\\', '');

  it('lists each promise once: as proven, or as not proven yet where it is pending', () => {
    const waiting = [...open.matchAll(/^- (\w+): /gm)].map(([, id]) => id!);
    expect([...chapters.map(({ id }) => id), ...waiting].sort()).toEqual([...promises].sort());
    expect(waiting.sort()).toEqual(promises.filter(id => pending.has(id)).sort());
  });

  it.each(chapters)('names tests that are there and claim it: $id', ({ id, tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(literalTitles(read(file)).map(plain)).toContain(plain(title));
      expect(idsOf(plain(title), known)).toContain(id);
    }
  });
});
