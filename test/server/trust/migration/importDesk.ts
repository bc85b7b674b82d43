/** Brings files as the page does: uploads, checks, runs and takes back. */
import { expect } from 'vitest';
import type { MigrationJob, MigrationLine } from '../../../../shared/contract/trust/migration.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { deviceGroups, mediaAssets } from '../../../../server/db/schema.ts';
import { workOnNext } from '../../../../server/trust/migration/worker.ts';
import { call } from '../../../support/server/playlist.ts';
import type { TestServer } from '../../../support/server/server.ts';

type Method = 'GET' | 'POST';
const SIDE_PX = 640;
const BYTES = 1_000;

export function importDesk(test: TestServer, by: Pick<TestServer['admin'], 'headers'> = test.admin) {
  const work = async () => {
    while (
      await workOnNext(test.server, new AbortController().signal, error => {
        throw error;
      })
    );
  };
  const request = async <T = MigrationJob>(method: Method, path: string, body?: object, status = 200) => {
    const answer = await call(test, by, method, path, body && { payload: body });
    expect(answer.statusCode, answer.body).toBe(status);
    return answer.json<T>();
  };
  const read = ({ id }: MigrationJob) => request('GET', `/api/migrations/${id}`);
  const act = async (job: MigrationJob, verb: string) => {
    await request('POST', `/api/migrations/${job.id}/${verb}`);
    await work();
    return read(job);
  };
  const bring = (kind: string, content: string, mode = 'create') =>
    request('POST', '/api/migrations', { kind, mode, content, file_name: `${kind}.csv` });
  const checked = async (kind: string, content: string, mode?: string) =>
    act(await bring(kind, content, mode), 'dry-run');
  const finish = (job: MigrationJob) => act(job, 'run');
  const lines = async (job: MigrationJob) =>
    (await request<{ lines: MigrationLine[] }>('GET', `/api/migrations/${job.id}/lines`)).lines;
  return {
    ...{ bring, checked, finish, lines, read, work, call: request },
    run: async (kind: string, content: string, mode?: string) => finish(await checked(kind, content, mode)),
    undone: (job: MigrationJob) => act(job, 'rollback'),
    exported: async (kind: string, format: 'csv' | 'json') => {
      const path = `/api/migrations/data/${kind}?format=${format}`;
      const answer = await call(test, by, 'GET', path);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body;
    },
    /** What is wrong with its lines, as one text. */
    remarks: async (job: MigrationJob) =>
      (await lines(job))
        .flatMap(({ problems }) => problems.map(({ field, text }) => `${field}: ${text}`))
        .join('\n'),
    async group(name: string) {
      const id = uuid7(test.server.clock.now());
      await test.db.insert(deviceGroups).values({ id, tenant_id: test.tenant_id, name });
      return id;
    },
    /** A picture in the media library, without its bytes. */
    async picture(filename: string) {
      const id = uuid7(test.server.clock.now());
      const sha256 = id.replaceAll('-', '').padEnd(64, '0');
      await test.db.insert(mediaAssets).values({
        ...{ id, tenant_id: test.tenant_id, filename, mime: 'image/png', bytes: BYTES },
        ...{ sha256, chunks_sha256: sha256, w: SIDE_PX, h: SIDE_PX },
      });
      return id;
    },
  };
}
export type ImportDesk = ReturnType<typeof importDesk>;
