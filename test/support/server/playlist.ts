/** Playlists through the app, as the console makes them. */
import type { PlaylistDetail, PlaylistItemInput } from '../../../shared/contract/content/playlist.ts';
import { checkAll } from './checks.ts';
import type { TestServer } from './server.ts';

interface By {
  headers: Record<string, string>;
}
type App = Pick<TestServer, 'app'>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  payload?: object;
  /** If-Match. */
  version?: number;
}
export const call = (
  { app }: App,
  by: By,
  method: Method,
  url: string,
  { payload, version }: CallOptions = {},
) =>
  app.inject({
    method,
    url,
    headers: { ...by.headers, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
    ...(payload === undefined ? {} : { payload }),
  });

export const readPlaylist = async (test: App, by: By, id: string) =>
  (await call(test, by, 'GET', `/api/playlists/${id}`)).json<PlaylistDetail>();

export async function addPlaylist(test: App, by: By, items: PlaylistItemInput[], name = 'Day loop') {
  const made = (await call(test, by, 'POST', '/api/playlists', { payload: { name } })).json<PlaylistDetail>();
  const put = await call(test, by, 'PUT', `/api/playlists/${made.id}/items`, {
    payload: { items },
    version: made.version,
  });
  if (put.statusCode !== 200) throw new Error(`items answered ${put.statusCode}: ${put.body}`);
  return put.json<PlaylistDetail>();
}

/** With the checks of its videos, which take their time. */
export async function publish(
  test: Pick<TestServer, 'app' | 'server'>,
  by: By,
  id: string,
): Promise<PlaylistDetail> {
  const ask = () => call(test, by, 'POST', `/api/playlists/${id}/publish`);
  let answer = await ask();
  if (answer.json<{ error?: string }>().error === 'BEING_CHECKED') {
    await checkAll(test);
    answer = await ask();
  }
  if (answer.statusCode !== 200) throw new Error(`publish answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<PlaylistDetail>();
}
export const assign = (test: App, by: By, id: string, device_ids: string[]) =>
  call(test, by, 'POST', `/api/playlists/${id}/assign`, { payload: { device_ids } });
