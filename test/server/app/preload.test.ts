import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preloadLinks } from '../../../server/app/pages/preload.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayside-early-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function built(chunks: object) {
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, '.vite/player.json'), JSON.stringify(chunks));
}

it('names what a new page asks for next, and not what the page names itself', () => {
  built({
    'player/index.html': { file: 'assets/index-1.js', name: 'index', css: ['assets/index-1.css'] },
    '_online-2.js': {
      file: 'assets/online-2.js',
      name: 'online',
      imports: ['_runtime-3.js', 'player/index.html'],
    },
    '_runtime-3.js': { file: 'assets/runtime-3.js', name: 'runtime' },
  });
  expect(preloadLinks(root)).toBe(
    '</assets/online-2.js>; rel=modulepreload, </assets/runtime-3.js>; rel=modulepreload',
  );
});

it('names nothing before the first build', () => {
  expect(preloadLinks(root)).toBeNull();
});
