/** The context of one transaction: one principal in one tenant. Every repository function takes it. */
import type { Role } from '../../shared/contract/wire/roles.ts';
import type { RuleName } from '../../shared/contract/wire/rules.ts';
import type { Db } from '../db/database.ts';
import type { Server } from '../context/server.ts';
import type { AuditEntry } from './audit.ts';
import type { AuditHead } from './auditHeads.ts';
import { notifyDevices } from './notices.ts';

export interface TransactionContext {
  server: Server;
  tx: Db;
  /** Rows of this tenant are read and written. */
  tenant_id: string;
  /** null: the server or a device acts. */
  user_id: string | null;
  /** The rule of the access matrix that narrows the principal's level; null: the level holds for every row. */
  rule: RuleName | null;
  /** Of the principal; null: the server or a device acts. */
  role: Role | null;
  /** ms; all rows of the transaction get this time. */
  now: number;
  /** Devices whose desired state changes: every node drops them from its cache with the commit. */
  changedDevices: Set<string>;
  /** Where the audit chains end once this is committed, by tenant. */
  auditHeads: Map<string, AuditHead>;
  /** What the handler adds to the audit entry. */
  auditNote: AuditNote;
}
export interface AuditNote {
  target_id?: string;
  /** Where neither the answer nor the row before has its name. */
  target_name?: string | null;
  /** The tenant whose audit chain takes the entry, where that is not the tenant of the transaction. */
  tenant_id?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** One for each row of a bulk call, in the place of one for the call. */
  entries?: readonly AuditEntry[];
}
export interface TransactionOptions {
  tenant_id: string;
  user_id: string | null;
  rule?: RuleName | null;
  role?: Role | null;
  /** Gives access to the rows of all tenants; only for endpoints with `tenants: 'all'`. */
  tenants?: 'all';
}

export async function inTenant<T>(
  server: Server,
  options: TransactionOptions,
  act: (ctx: TransactionContext) => Promise<T>,
): Promise<T> {
  const changedDevices = new Set<string>();
  const auditHeads = new Map<string, AuditHead>();
  const run = async (tx: Db) => {
    changedDevices.clear();
    auditHeads.clear();
    const { tenant_id, user_id, rule = null, role = null } = options;
    const result = await act({
      server,
      tx,
      tenant_id,
      user_id,
      rule,
      role,
      now: server.clock.now(),
      changedDevices,
      auditHeads,
      auditNote: {},
    });
    await notifyDevices(tx, changedDevices);
    return result;
  };
  const result = await (options.tenants === 'all'
    ? server.tenantTransactions.acrossTenants(run)
    : server.tenantTransactions.inTenant(options.tenant_id, run));
  if (changedDevices.size > 0) server.devices.changed(changedDevices);
  if (auditHeads.size > 0) await server.auditHeads.note(auditHeads.values());
  return result;
}
