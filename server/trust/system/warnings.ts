/** What of the platform's state needs attention. Pure. */
import {
  SYSTEM_WARNINGS,
  type SystemStatus,
  type SystemWarning,
} from '../../../shared/contract/trust/system.ts';

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
/** Below either, uploads and the database are about to be refused. */
const LOW_DISK = { share: 0.1, bytes: 5 * GIB };
const CERTIFICATE_DAYS = 14;
const BACKUP_DAYS = 7;

type Facts = Omit<SystemStatus, 'warnings'> & { failedJobs: number; failedTasks: number };

const HOLDS: Record<SystemWarning, (facts: Facts) => boolean> = {
  object_store_away: ({ object_store }) => !object_store.is_available,
  disk_low: ({ disk }) =>
    disk.free_bytes < LOW_DISK.bytes && disk.free_bytes < disk.total_bytes * LOW_DISK.share,
  jobs_failed: ({ failedJobs }) => failedJobs > 0,
  task_failed: ({ failedTasks }) => failedTasks > 0,
  certificate_expires: ({ as_of, certificate_until: until }) =>
    until !== null && Date.parse(until) < Date.parse(as_of) + CERTIFICATE_DAYS * DAY_MS,
  backup_old: ({ as_of, last_backup_at: last, server }) =>
    Date.parse(last ?? server.started_at) < Date.parse(as_of) - BACKUP_DAYS * DAY_MS,
  tenant_access: ({ tenancy }) => tenancy.access === 'spec' && tenancy.customers > 1,
  no_mail_server: ({ mail }) => mail === 'files',
  no_ffmpeg: ({ ffmpeg }) => ffmpeg === null,
};

/** The worst first. */
export const warningsOf = (facts: Facts): SystemWarning[] =>
  SYSTEM_WARNINGS.filter(name => HOLDS[name](facts));
