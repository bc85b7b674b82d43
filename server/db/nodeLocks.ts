/** Advisory locks by which the nodes on one PostgreSQL know of each other. PostgreSQL frees them with the connection that took them. */
import pg from 'pg';

/** Shared by every node as long as it runs; a migration that older nodes do not survive takes it alone. */
export const NODES = 'wayside nodes';
/** Of the node that does what one of them is to do. */
export const LEADER = 'wayside leader';
/** Of the node that migrates and sets up. */
const START = 'wayside start';

/** SQL; the names above hold nothing that would have to be escaped. */
export const lockKey = (name: string) => `hashtextextended('${name}', 0)`;

/** A lock that one call of one node holds. */
export interface NodeLock {
  /** Whether it is still ours: it ends with the connection. */
  isHeld: () => boolean;
  release: () => void;
}

export function locksOfOneProcess(): (name: string) => Promise<NodeLock | null> {
  const held = new Set<string>();
  return name => {
    if (held.has(name)) return Promise.resolve(null);
    held.add(name);
    return Promise.resolve({ isHeld: () => held.has(name), release: () => void held.delete(name) });
  };
}

export interface StartLock {
  /** Whether no other node runs; if so, none does until `joinNodes`. */
  isAlone: () => Promise<boolean>;
  /** Once it has migrated: from here on it is one of the running nodes itself. */
  joinNodes: () => Promise<void>;
  release: () => Promise<void>;
}

/** Nodes that start at once migrate and set up one after the other. */
export async function takeStartLock(url: string): Promise<StartLock> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const taken = async (sql: string) =>
    (await client.query<{ taken: boolean }>(`select ${sql} as taken`)).rows[0]?.taken === true;
  if (!(await taken(`pg_try_advisory_lock(${lockKey(START)})`))) {
    process.stderr.write('Another server is being set up on this database; waiting for it.\n');
    await client.query(`select pg_advisory_lock(${lockKey(START)})`);
  }
  let isAlone = false;
  return {
    async isAlone() {
      isAlone = await taken(`pg_try_advisory_lock(${lockKey(NODES)})`);
      return isAlone;
    },
    async joinNodes() {
      if (isAlone) await client.query(`select pg_advisory_unlock(${lockKey(NODES)})`);
      isAlone = false;
    },
    release: () => client.end(),
  };
}
