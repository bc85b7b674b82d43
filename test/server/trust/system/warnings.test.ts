/** When each warning of the status page stands, and when it does not yet. */
import { expect, it } from 'vitest';
import type { SystemWarning } from '../../../../shared/contract/trust/system.ts';
import { warningsOf } from '../../../../server/trust/system/warnings.ts';

const GIB = 1024 ** 3;
const NOW = '2026-11-26T12:00:00.000Z';
type Facts = Parameters<typeof warningsOf>[0];
const WELL: Facts = {
  as_of: NOW,
  server: {
    ...{ version: '0.1.0', build: 'b', player_build: 'p', node: '20', memory_bytes: 1 },
    started_at: '2026-11-25T12:00:00.000Z',
  },
  database: { engine: 'postgres', version: '15', bytes: 1, migrations: 1, tables: [] },
  object_store: { kind: 'folder', is_available: true },
  disk: { free_bytes: 50 * GIB, total_bytes: 100 * GIB },
  media: { files: 0, bytes: 0 },
  ffmpeg: '5.1',
  mail: 'smtp',
  certificate_until: null,
  last_backup_at: null,
  tenancy: { access: 'spec', customers: 1 },
  screens: { paired: 0, online: 0 },
  failedJobs: 0,
  failedTasks: 0,
};
const started_at = '2026-11-18T12:00:00.000Z';

it.each<[what: string, facts: Partial<Facts>, warnings: SystemWarning[]]>([
  ['all is well', {}, []],
  ['4 GiB are free of 100', { disk: { free_bytes: 4 * GIB, total_bytes: 100 * GIB } }, ['disk_low']],
  ['4 GiB are free of 20', { disk: { free_bytes: 4 * GIB, total_bytes: 20 * GIB } }, []],
  ['6 GiB are free of 100', { disk: { free_bytes: 6 * GIB, total_bytes: 100 * GIB } }, []],
  [
    'the store of files does not answer',
    { object_store: { kind: 's3', is_available: false } },
    ['object_store_away'],
  ],
  ['an e-mail was given up', { failedJobs: 1 }, ['jobs_failed']],
  ['a task failed', { failedTasks: 1 }, ['task_failed']],
  [
    'a certificate ends in 13 days',
    { certificate_until: '2026-12-09T12:00:00.000Z' },
    ['certificate_expires'],
  ],
  ['a certificate ends in 15 days', { certificate_until: '2026-12-11T12:00:00.000Z' }, []],
  ['a backup is 8 days old', { last_backup_at: started_at }, ['backup_old']],
  ['a backup is 6 days old', { last_backup_at: '2026-11-20T12:00:00.000Z' }, []],
  ['a server runs for 8 days without one', { server: { ...WELL.server, started_at } }, ['backup_old']],
  ['two customers stand under spec', { tenancy: { access: 'spec', customers: 2 } }, ['tenant_access']],
  ['two customers stand under strict', { tenancy: { access: 'strict', customers: 2 } }, []],
  ['no mail server is set', { mail: 'files' }, ['no_mail_server']],
  ['there is no ffmpeg', { ffmpeg: null }, ['no_ffmpeg']],
  ['two things are wrong', { ffmpeg: null, failedTasks: 1 }, ['task_failed', 'no_ffmpeg']],
])('where %s', (_what, facts, warnings) => expect(warningsOf({ ...WELL, ...facts })).toEqual(warnings));
