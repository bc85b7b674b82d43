/** Clones an existing row many times with a single statement; tables need no description. */
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../server/db/database.ts';
import { rowsOf } from '../../../server/db/rows.ts';

interface Unique {
  table: string;
  columns: string[];
}
interface Column {
  name: string;
  type: string;
  /** References another table. */
  refers: boolean;
}

/** Columns in the order of the index: the last one tells its rows apart. */
const uniques = async (db: Db) =>
  rowsOf<Unique>(
    await db.execute(sql`
      select c.relname as table, array_agg(
        a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where i.indisunique and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(deleted_at IS NULL)')
      group by i.indexrelid, c.relname order by count(*), c.relname`),
  );
const columnsOf = async (db: Db, table: string) =>
  rowsOf<Column>(
    await db.execute(sql`
      select a.attname::text as name, t.typname::text as type, exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
      ) as refers
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        join pg_type t on t.oid = a.atttypid
      where c.relname = ${table} order by a.attnum`),
  );

/** The table that has this id as its key, and the key's column. */
export async function placeOf(db: Db, id: string): Promise<{ table: string; key: string }> {
  for (const { table, columns } of await uniques(db)) {
    const own = (await columnsOf(db, table)).filter(
      column => column.type === 'uuid' && !column.refers && columns.includes(column.name),
    );
    for (const { name: key } of own) {
      const found = await db.execute(
        sql`select from ${sql.identifier(table)} where ${sql.identifier(key)} = ${id}::uuid limit 1`,
      );
      if (rowsOf(found).length > 0) return { table, key };
    }
  }
  throw new Error(`no table has a row ${id}`);
}

interface Clone {
  varies: ReadonlySet<string>;
  table: string;
  key: string;
  /** ms */
  now: number;
}
const ofRow = (name: string) => sql`r.${sql.identifier(name)}`;
const uuidOf = (own: SQL, now: number) => sql`(lpad(to_hex(${now}::bigint + g), 12, '0') || '7'
  || substr(md5(${own}::text || g), 1, 3) || '8' || substr(md5(${own}::text || g), 4, 15))::uuid`;
/** Unique values differ, names are numbered, and each row is a second older than the previous one. */
function valueOf(column: Column, { varies, table, key, now }: Clone) {
  const own = ofRow(column.name);
  if (!varies.has(column.name)) {
    /** What names itself names its clone. */
    if (column.type === 'uuid' && !column.refers)
      return sql`case when ${own} = ${ofRow(key)} then ${uuidOf(ofRow(key), now)} else ${own} end`;
    if (column.type === 'timestamptz') return sql`${own} - g * interval '1 second'`;
    return /(^|_)name$/.test(column.name) ? sql`${own} || ' ' || g` : own;
  }
  switch (column.type) {
    case 'uuid':
      return uuidOf(own, now);
    case 'int4':
    case 'int8':
      return sql`(select max(${sql.identifier(column.name)}) from ${sql.identifier(table)}) + g`;
    case 'timestamptz':
      return sql`${own} - g * interval '1 second'`;
    default:
      return sql`case when ${own} ~ '^[0-9a-f]{64}$' then md5(${own} || g || random()) || md5(g || ${own} || random())
        else g || '-' || substr(md5(random()::text), 1, 10) || '-' || ${own} end`;
  }
}

/** `n` more rows like the one with this id; answers their own. */
export async function cloneRow(db: Db, id: string, n: number): Promise<string[]> {
  const { table, key } = await placeOf(db, id);
  const columns = await columnsOf(db, table);
  const may = (name: string) => columns.some(one => one.name === name && !one.refers);
  const varies = new Set([key]);
  for (const unique of await uniques(db)) {
    if (unique.table !== table || unique.columns.some(name => varies.has(name))) continue;
    const name = unique.columns.findLast(may);
    if (name === undefined) throw new Error(`${table}: rows can differ in none of ${unique.columns.join()}`);
    varies.add(name);
  }
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const now = Date.now();
  const values = sql.join(
    columns.map(column => valueOf(column, { varies, table, key, now })),
    sql`, `,
  );
  const inserted = await db.execute(sql`insert into ${sql.identifier(table)} (${names})
    select ${values} from ${sql.identifier(table)} r, generate_series(1, ${sql.raw(String(n))}) g
    where r.${sql.identifier(key)} = ${id}::uuid returning ${sql.identifier(key)} as id`);
  return rowsOf<{ id: string }>(inserted).map(row => row.id);
}
