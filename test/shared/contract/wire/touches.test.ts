import { describe, expect, it } from 'vitest';
import { UPLOADS_PATH } from '../../../../shared/contract/content/media.ts';
import { collectionOf, touchedBy, TOUCHES } from '../../../../shared/contract/wire/touches.ts';
import { endpoints } from '../../../support/contract.ts';

const ofUsers = endpoints.filter(({ access }) => access.who === 'user');
/** Uploads speak a protocol of their own and are no endpoint of the contract. */
const collections = new Set([...ofUsers.map(({ path }) => path), UPLOADS_PATH].map(collectionOf));
const cached = new Set(
  ofUsers.filter(({ method }) => method === 'GET').map(({ path }) => collectionOf(path)),
);
const writes = [...ofUsers.filter(({ method }) => method !== 'GET').map(({ path }) => path), UPLOADS_PATH];

describe('what a write touches', () => {
  it('stands in one table with a line for each collection of the contract and for no other', () => {
    expect(Object.keys(TOUCHES).sort()).toEqual([...collections].sort());
  });

  it.each(writes)('%s touches its own collection, the audit log and addresses that are read', path => {
    const touched = touchedBy(path);
    expect(touched).toContain(collectionOf(path));
    expect(touched).toContain('audit-events');
    const unread = touched.filter(name => !cached.has(name) && name !== collectionOf(UPLOADS_PATH));
    expect(unread).toEqual([]);
  });

  it('has no line for a collection that nobody writes', () => {
    const written = new Set(writes.map(collectionOf));
    const idle = Object.entries(TOUCHES).filter(([name, list]) => list.length > 0 && !written.has(name));
    expect(idle).toEqual([]);
  });
});
