/** What open uploads hold back: bytes for the disk, bytes of a tenant, files of a person. */
import type { Announced, UploadStore } from './uploadStore.ts';

export function openAnnounced(store: UploadStore) {
  /** By the request that begins it: the store has not written it down yet. */
  const beginning = new Map<object, Announced>();

  return {
    begin: (request: object, upload: Omit<Announced, 'missing'>) =>
      void beginning.set(request, { ...upload, missing: upload.size }),
    /** The store knows it, or it was refused. */
    begun: (request: object) => void beginning.delete(request),
    /** Bytes still to come for the disk, bytes that will be the tenant's, and what this person has begun. */
    async sums({ tenant_id, user_id }: Pick<Announced, 'tenant_id' | 'user_id'>) {
      /** Taken first: one that begins to be known meanwhile is counted in one of the two, not in none. */
      const begun = [...beginning.values()];
      const known = await store.list();
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
