/** Valid requests for each write: fresh rows and their owners. */
import { eq } from 'drizzle-orm';
import { devices, incidentNotes } from '../../../server/db/schema.ts';
import { instant } from '../../../shared/clock.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeScreen } from '../../support/device.ts';
import { addCreative } from '../../support/server/upload.ts';
import { PLACE, type World } from './world.ts';

export interface Sample {
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Of If-Match. */
  version?: number;
  /** Of whoever says it, where that is no manager. */
  role?: Role;
  /** Whom it is said by, where that is not the head of staff acting in our tenant. */
  headers?: Record<string, string>;
}
export type Make = (world: World) => Promise<Sample>;

export const onUser =
  (status: 'active' | 'pending_approval' | 'suspended', body: Record<string, unknown> = {}): Make =>
  async world => {
    const { id, version } = await world.addUser(status);
    return { params: { id }, body, version };
  };
export const onTenant =
  (status: 'pending' | 'active' | 'suspended', body: Record<string, unknown> = {}): Make =>
  async world => {
    const { id, version } = await world.addCustomer(status);
    return { params: { id }, body, version };
  };
export const onPlaylist =
  (body: Record<string, unknown> = {}, isFull = false): Make =>
  async world => {
    const { id, version } = await world.newPlaylist(isFull);
    return { params: { id }, body, version };
  };
export const onScreen =
  (body: Record<string, unknown> = {}): Make =>
  async ({ test }) => {
    const screen = makeScreen(test);
    const { id, version } = await screen.pair(await test.signIn('manager'));
    return { params: { id, key_id: screen.key.key_id }, body, version };
  };
export const onIncident: Make = async ({ test }) => {
  const screen = makeScreen(test);
  await screen.pair(await test.signIn('manager'));
  const at = instant(test.server.clock.now());
  const note = { id: uuid7(Date.now()), kind: 'playback', at, detail: '' };
  await screen.call('POST', '/api/player/incidents', { notes: [note] });
  const [row] = await test.db.select().from(incidentNotes).where(eq(incidentNotes.id, note.id));
  return { params: { id: row?.incident_id ?? '' }, body: {} };
};
export const onCreative =
  (body: Record<string, unknown> = {}): Make =>
  async ({ test, root }) => {
    const { id, version } = await addCreative(test, root, 'picture.jpg');
    return { params: { id }, body, version };
  };
export const byOneself =
  (body: Record<string, unknown> = {}): Make =>
  async ({ test }) => ({ body, headers: (await test.signIn('manager')).headers, version: 1 });
export const gone = async (world: World, base: string, { params, version }: Sample): Promise<Sample> => {
  await world.remove(`${base}/${params?.['id']}`, version ?? 1);
  return { ...(params && { params }), body: {} };
};
export const VIEW = { name: 'Night shift', query: 'status=offline', shared: false, is_default: false };
/** A row made a moment ago by the call that makes one. */
export const onNew =
  (base: string, made: object, body: Record<string, unknown> = {}): Make =>
  async world => {
    const { id, version } = await world.post<{ id: string; version: number }>(base, made);
    return { params: { id }, body, version };
  };
export const onLocation = (body?: Record<string, unknown>) => onNew('/api/locations', PLACE, body);
export const onGroup = (body?: Record<string, unknown>) =>
  onNew('/api/device-groups', { name: 'Airport' }, body);
export const screenOf = ({ params }: Sample) => params?.['id'] ?? '';
export const setScreen = ({ test }: World, sample: Sample, to: { state?: string; owner_user_id?: string }) =>
  test.db
    .update(devices)
    .set(to)
    .where(eq(devices.id, screenOf(sample)));
export const onActive =
  (state = 'active'): Make =>
  async world => {
    const sample = await onScreen()(world);
    await setScreen(world, sample, { state });
    return { ...sample, body: {} };
  };
export const IDENTIFY = { kind: 'identify', params: {} };
export const toScreen = async (w: World) => ({
  device_ids: [screenOf(await onScreen()(w))],
  command: IDENTIFY,
});
export const onView = (body?: Record<string, unknown>) =>
  onNew('/api/saved-views', { ...VIEW, resource: 'devices' }, body);
/** Of the tenant acted in, whose version nobody knows beforehand. */
export const onSettings =
  (section: string, body: Record<string, unknown>): Make =>
  async ({ test, root }) => {
    const answer = await test.app.inject({ url: section, headers: root.headers });
    return { body, version: answer.json<{ version: number }>().version };
  };
export const word = () => uuid7(Date.now()).slice(-12);

export const onFile = ({ ours }: World) =>
  Promise.resolve({ params: { id: ours.creative.asset.id }, body: {} });
