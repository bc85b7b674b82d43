import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../server/root.ts';

const FOLDER = join(ROOT, 'server/db/migrations');
/** It makes the policies itself, in a database without rows. */
const FIRST = '0000_first.sql';
const WRITES_ROWS = /^\s*(UPDATE|INSERT INTO|DELETE FROM)\b/m;
const SEES_ALL = "SELECT set_config('wayside.scope', 'everywhere', true)";

it('each migration that writes rows takes the scope of all tenants: without it a login bound by row-level security changes none', () => {
  const blind = readdirSync(FOLDER)
    .filter(name => name.endsWith('.sql') && name !== FIRST)
    .filter(name => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const first = WRITES_ROWS.exec(text)?.index;
      return first !== undefined && !text.slice(0, first).includes(SEES_ALL);
    });
  expect(blind).toEqual([]);
});
