import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessDoc, FILE } from './tools/accessDoc.ts';

it('docs/access.md says what the tables of the contract say: npm run docs writes it', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(accessDoc());
});
