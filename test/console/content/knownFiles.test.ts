import { describe, expect, it } from 'vitest';
import { findOwn } from '../../../console/content/upload/knownFiles.ts';
import type { Client } from '../../../shared/net/client.ts';
import { idOf } from '../../support/console/content.ts';

describe('a file that is to be submitted', () => {
  const file = new File(['snow'], 'snow.png', { type: 'image/png' });
  const client = (own: object[]) => {
    const queries: unknown[] = [];
    const call = (endpoint: { path: string }, { query }: { query: object }) => {
      queries.push(query);
      return Promise.resolve({
        items: endpoint.path === '/api/media' ? [{ id: idOf(7), filename: 'of-another.png' }] : own,
      });
    };
    return { queries, client: { call } as unknown as Client };
  };

  it('is known to whoever has uploaded it before, by the name of his creative', async () => {
    const { queries, client: own } = client([{ id: idOf(8), name: 'Snow' }]);
    expect(await findOwn(own, file, idOf(9))).toEqual({ id: idOf(8), filename: 'Snow', isOwn: true });
    expect(queries[1]).toMatchObject({ asset_id: idOf(7), created_by: idOf(9) });
  });

  it('that only others have uploaded is not', async () => {
    expect(await findOwn(client([]).client, file, idOf(9))).toBeNull();
  });
});
