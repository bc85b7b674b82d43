/** One transaction of one actor in one tenant: what every repository is handed. */
import type { RuleName } from '../../shared/contract/wire/rules.ts';
import type { Db } from '../db/database.ts';
import type { Server } from '../context/server.ts';
import { announceDevices } from './notices.ts';

export interface Work {
  server: Server;
  tx: Db;
  /** Whose rows it reads and writes. */
  tenant_id: string;
  /** null: the server itself. */
  by: string | null;
  /** What the actor's level is bound to, where it does not hold for every row: a rule of the matrix. */
  only: RuleName | null;
  /** ms; one time for all that is written. */
  now: number;
  /** Devices that get something else to play: every node forgets them with the commit. */
  touched: Set<string>;
  /** What the audit row says of it, beyond who and where. */
  noted: Note;
}
export interface Note {
  target_id?: string;
  /** Whose chain it stands in, where that is not the tenant acted in. */
  tenant_id?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
export interface Actor {
  tenant_id: string;
  by: string | null;
  only?: RuleName | null;
  /** Rows of all tenants: only where the endpoint says so. */
  over?: 'all';
}

export async function inTenant<T>(server: Server, actor: Actor, act: (work: Work) => Promise<T>): Promise<T> {
  const touched = new Set<string>();
  const run = async (tx: Db) => {
    touched.clear();
    const { tenant_id, by, only = null } = actor;
    const result = await act({
      server,
      tx,
      tenant_id,
      by,
      only,
      now: server.clock.now(),
      touched,
      noted: {},
    });
    await announceDevices(tx, touched);
    return result;
  };
  const result = await (actor.over === 'all'
    ? server.doors.everywhere(run)
    : server.doors.inTenant(actor.tenant_id, run));
  if (touched.size > 0) server.devices.changed(touched);
  return result;
}
