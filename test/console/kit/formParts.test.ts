import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCREENS = join(import.meta.dirname, '../../../console/kit/screens/form');

it('a form does without the list of what is wrong where that does not come: what was typed is not lost with it', () => {
  const source = readFileSync(join(SCREENS, 'FormPanel.tsx'), 'utf8');
  const [, load] =
    /const \w+ = (\w+)\(\s*async \(\) => \(\{\s*default: \(await import\('\.\/ProblemList/.exec(source) ?? [];
  expect(load).toBe('lazyOptional');
});
