/** Databases of a PostgreSQL cluster, made and dropped by its owner. */
import pg from 'pg';

/** Runs statements as the owner of a cluster; the rows of the last. */
export async function asOwner(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
export function urlOf(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${name}`;
  return named.href;
}
