/** Uploads that were begun and are not finished: their bytes are promised, though they are not on the disk yet. */
import { readdir } from 'node:fs/promises';
import type { FileStore } from '@tus/file-store';

interface Announced {
  id: string;
  tenant_id: string;
  user_id: string;
  size: number;
  /** Bytes still to come. */
  missing: number;
}
const SUFFIX = '.json';

export function openAnnounced(store: FileStore, directory: string) {
  /** By the request that begins it: the store has not written it down yet. */
  const beginning = new Map<object, Announced>();

  async function read(id: string): Promise<Announced[]> {
    const upload = await store.getUpload(id).catch(() => null);
    if (!upload) return [];
    const size = upload.size ?? 0;
    const { tenant_id, user_id } = upload.metadata ?? {};
    const missing = size - upload.offset;
    return [{ id, tenant_id: tenant_id ?? '', user_id: user_id ?? '', size, missing }];
  }

  return {
    begin: (request: object, upload: Omit<Announced, 'missing'>) =>
      void beginning.set(request, { ...upload, missing: upload.size }),
    /** The store knows it, or it was refused. */
    begun: (request: object) => void beginning.delete(request),
    /** Bytes still to come for the disk, bytes that will be the tenant's, and what this person has begun. */
    async sums({ tenant_id, user_id }: Pick<Announced, 'tenant_id' | 'user_id'>) {
      /** Taken first: one that begins to be known meanwhile is counted in one of the two, not in none. */
      const begun = [...beginning.values()];
      const names = await readdir(directory);
      const ids = names.filter(name => name.endsWith(SUFFIX)).map(name => name.slice(0, -SUFFIX.length));
      const known = (await Promise.all(ids.map(read))).flat();
      const all = new Map([...begun, ...known].map(one => [one.id, one]));
      const sum = (of: (one: Announced) => number) =>
        [...all.values()].reduce((total, one) => total + of(one), 0);
      const own = [...all.values()].filter(one => one.user_id === user_id);
      return {
        own: { count: own.length, missing: own.reduce((total, one) => total + one.missing, 0) },
        missing: sum(one => one.missing),
        ofTenant: sum(one => (one.tenant_id === tenant_id ? one.size : 0)),
      };
    },
  };
}
