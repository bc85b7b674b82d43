/** Listeners, nothing else. */
import { systemClock } from '../shared/clock.ts';
import { connect } from '../shared/device/storage.ts';
import { createBeside } from '../shared/net/beside.ts';
import { readLastUser } from '../shared/net/lastUser.ts';
import { createTokenStore } from '../shared/net/tokens.ts';
import { LOCKS, QUEUE_CHANNEL, RUN_LANE, SYNC_TAG } from '../shared/queue/names.ts';
import { createConsole } from './console.ts';
import { createGate } from './gate.ts';
import { createGuide } from './guide.ts';
import { createWorkerLane } from './lane.ts';
import { createMedia } from './media.ts';
import { createNetworkFirst } from './networkFirst.ts';
import { createShell, type Entry } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Entry[] };

const { origin } = self.location;
const fetch = self.fetch.bind(self);
const networkFirst = createNetworkFirst(systemClock);
const gate = createGate(caches, systemClock);
const shell = createShell({ entries: self.__WB_MANIFEST, caches, fetch, origin, gate });
const guide = createGuide({ caches, fetch, networkFirst, origin });
const desk = createConsole({ caches, fetch, networkFirst, origin });
const db = connect();
const media = createMedia({
  db,
  caches,
  origin,
  pages: () => self.clients.matchAll({ includeUncontrolled: true }),
});

/** A worker has no mirror to keep. */
const noMirror = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const beside = createBeside();
const channel = new BroadcastChannel(QUEUE_CHANNEL);
const lane = createWorkerLane({
  db,
  clock: systemClock,
  fetch,
  tokens: createTokenStore(noMirror),
  user: async () => (await readLastUser(beside, systemClock.now()))?.user.id ?? null,
  lock: name => work => navigator.locks.request(LOCKS[name], work),
  pages: async () => (await self.clients.matchAll({ includeUncontrolled: true })).map(({ url }) => url),
  changed: () => channel.postMessage(null),
  log: error => console.warn('what waits could not be sent', error),
});

channel.onmessage = () => lane.look();

async function hear(entry: string, page: ExtendableMessageEvent['source']): Promise<void> {
  const bad = await shell.heard(entry);
  if (bad) page?.postMessage({ type: 'build-bad', build: bad });
  const lost = await shell.lost(entry);
  if (lost.length === 0) return;
  page?.postMessage({ type: 'shell-lost' });
  await shell.fill(lost);
}

self.addEventListener('install', event => {
  event.waitUntil(shell.fill());
});

self.addEventListener('activate', event => {
  event.waitUntil(shell.dropOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener('message', event => {
  const told = event.data as { type?: string; paths?: readonly string[]; entry?: string } | null;
  if (told?.type === 'take-over') void self.skipWaiting();
  if (told?.type === 'healthy') event.waitUntil(hear(told.entry ?? '', event.source));
  if (told?.type === 'call-back')
    event.waitUntil(
      shell.leave(told.entry ?? '').then(async isLeft => {
        if (isLeft && event.source instanceof WindowClient) await event.source.navigate(event.source.url);
      }),
    );
  if (told?.type === RUN_LANE) event.waitUntil(lane.run());
  if (told?.type === 'console-used') event.waitUntil(desk.keep(told.paths ?? []));
});

/** Not yet among the types of the platform. */
self.addEventListener('sync', (event: Event) => {
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag === SYNC_TAG) sync.waitUntil(lane.onSync());
});

const watch = (id: string) =>
  gate.watch(shell.name, async () => {
    const page = await self.clients.get(id);
    if (page instanceof WindowClient && page.visibilityState === 'visible') await page.navigate(page.url);
  });

self.addEventListener('fetch', event => {
  const { request } = event;
  if (media.isOurs(request)) event.respondWith(media.answer(request));
  else if (shell.isOurs(request)) {
    const isStart = shell.isStart(request);
    /** The page opens it next, and tells if it cannot: what takes long is done while the page comes. */
    if (isStart) void db().catch(() => undefined);
    const answer = shell.answer(request);
    event.respondWith(answer);
    if (isStart) event.waitUntil(answer.then(() => watch(event.resultingClientId)));
  } else if (guide.isOurs(request)) event.respondWith(guide.answer(request));
  else if (desk.isOurs(request)) event.respondWith(desk.answer(request, work => event.waitUntil(work)));
});
