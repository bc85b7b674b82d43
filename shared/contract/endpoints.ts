/** Every call in one table, for the server and the tests alone: a bundle that imports this pays for all. */
import * as analytics from './analytics.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as build from './build.ts';
import * as command from './command.ts';
import * as creative from './creative.ts';
import * as device from './device.ts';
import * as deviceGroup from './deviceGroup.ts';
import type { Endpoint } from './endpoint.ts';
import { callsOf, type Entity } from './entity.ts';
import * as health from './health.ts';
import * as incident from './incident.ts';
import * as live from './live.ts';
import * as location from './location.ts';
import * as manifest from './manifest.ts';
import * as media from './media.ts';
import * as notice from './notice.ts';
import * as owner from './owner.ts';
import * as pairing from './pairing.ts';
import * as play from './play.ts';
import * as playlist from './playlist.ts';
import * as savedView from './savedView.ts';
import * as settings from './settings.ts';
import * as tenant from './tenant.ts';
import * as user from './user.ts';

const has = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value;
const isEndpoint = (value: unknown): value is Endpoint => has(value, 'method') && has(value, 'path');
const isEntity = (value: unknown): value is Entity => has(value, 'asks') && has(value, 'list');

const modules = [
  analytics,
  audit,
  auth,
  build,
  command,
  creative,
  device,
  deviceGroup,
  health,
  incident,
  live,
  location,
  manifest,
  media,
  notice,
  owner,
  pairing,
  play,
  playlist,
  savedView,
  tenant,
  user,
];
const sections = Object.values(settings).flatMap(section => [section.read, section.patch]);
const values: unknown[] = modules.flatMap(module => Object.values<unknown>(module));

export const entities: readonly Entity[] = values.filter(isEntity);
export const endpoints: readonly Endpoint[] = [
  ...values.filter(isEndpoint),
  ...sections,
  ...entities.flatMap(callsOf),
];
