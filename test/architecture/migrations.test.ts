import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BREAKING } from '../../server/db/migrations.ts';
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

/** Servers of the build before it go on while nodes are replaced one by one. */
const BREAKS_OLDER =
  /\bDROP (COLUMN|TABLE|TYPE|CONSTRAINT)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN\b.*\bTYPE\b|\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i;
/** The last that was made before nodes could be replaced one by one. */
const BEFORE_NODES = 60;

it('a migration that servers of the build before it do not survive says so in its first line', () => {
  const silent = readdirSync(FOLDER)
    .filter(name => name.endsWith('.sql') && Number.parseInt(name, 10) > BEFORE_NODES)
    .filter(name => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      return BREAKS_OLDER.test(text) && !text.startsWith(BREAKING);
    });
  expect(silent).toEqual([]);
});
