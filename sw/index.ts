/** The event listeners of the service worker; the logic is in the other files. */
import { systemClock } from '../shared/clock.ts';
import { connect } from '../shared/device/storage.ts';
import { sessionKeyValueStore } from '../shared/net/sessionStore.ts';
import { readLastUser } from '../shared/net/lastUser.ts';
import { createTokenStore } from '../shared/net/tokens.ts';
import { LOCKS, QUEUE_CHANNEL, RUN_LANE, SYNC_TAG } from '../shared/queue/names.ts';
import { createConsoleCache } from './console.ts';
import { createGate } from './gate.ts';
import { createGuide } from './guide.ts';
import { subjectOf } from '../shared/net/subject.ts';
import { createWorkerLane } from './lane.ts';
import { createMedia } from './media.ts';
import { createNetworkFirst } from './networkFirst.ts';
import { createShell, type PrecacheEntry } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const { origin } = self.location;
const fetch = self.fetch.bind(self);
const networkFirst = createNetworkFirst(systemClock);
const gate = createGate(caches, systemClock);
const shell = createShell({ entries: self.__WB_MANIFEST, caches, fetch, origin, gate });
const guide = createGuide({ caches, fetch, networkFirst, origin });
const consoleCache = createConsoleCache({ caches, fetch, networkFirst, origin });
const db = connect();
const media = createMedia({
  db,
  caches,
  origin,
  pages: () => self.clients.matchAll({ includeUncontrolled: true }),
});

/** A worker has no localStorage. */
const noMirror = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const sessionStore = sessionKeyValueStore();
const channel = new BroadcastChannel(QUEUE_CHANNEL);
const tokens = createTokenStore(noMirror);
/** Whom the console may show without a server is forgotten after a day; whose changes wait, his token says. */
async function userOfTokens(): Promise<string | null> {
  const stored = await tokens.read();
  return stored && subjectOf(stored.access_token);
}
const lane = createWorkerLane({
  db,
  clock: systemClock,
  fetch,
  tokens,
  user: async () => (await readLastUser(sessionStore, systemClock.now()))?.user.id ?? (await userOfTokens()),
  lock: name => work => navigator.locks.request(LOCKS[name], work),
  pages: async () => (await self.clients.matchAll({ includeUncontrolled: true })).map(({ url }) => url),
  onChange: () => channel.postMessage(null),
  log: error => console.warn('what waits could not be sent', error),
});

channel.onmessage = () => lane.reread();

async function onHealthy(entry: string, page: ExtendableMessageEvent['source']): Promise<void> {
  const bad = await shell.recordHealthy(entry);
  if (bad) page?.postMessage({ type: 'build-bad', build: bad });
  const lost = await shell.missingEntries(entry);
  if (lost.length === 0) return;
  page?.postMessage({ type: 'shell-lost' });
  await shell.precache(lost);
}

self.addEventListener('install', event => {
  event.waitUntil(shell.precache());
});

self.addEventListener('activate', event => {
  event.waitUntil(shell.dropOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener('message', event => {
  const message = event.data as { type?: string; paths?: readonly string[]; entry?: string } | null;
  if (message?.type === 'take-over') void self.skipWaiting();
  if (message?.type === 'healthy') event.waitUntil(onHealthy(message.entry ?? '', event.source));
  if (message?.type === 'call-back')
    event.waitUntil(
      shell.rollBack(message.entry ?? '').then(async isLeft => {
        if (isLeft && event.source instanceof WindowClient) await event.source.navigate(event.source.url);
      }),
    );
  if (message?.type === RUN_LANE) event.waitUntil(lane.run());
  if (message?.type === 'console-used') event.waitUntil(consoleCache.cacheFiles(message.paths ?? []));
});

/** Background Sync is missing in the DOM types. */
self.addEventListener('sync', (event: Event) => {
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag === SYNC_TAG) sync.waitUntil(lane.onSync());
});

const watch = (id: string) =>
  gate.restartIfDark(shell.name, async () => {
    const page = await self.clients.get(id);
    if (page instanceof WindowClient && page.visibilityState === 'visible') await page.navigate(page.url);
  });

self.addEventListener('fetch', event => {
  const { request } = event;
  if (media.handles(request)) event.respondWith(media.answer(request));
  else if (shell.handles(request)) {
    const isStart = shell.isStart(request);
    /** Opens the database early, while the page loads. The page itself reports errors. */
    if (isStart) void db().catch(() => undefined);
    const answer = shell.answer(request);
    event.respondWith(answer);
    if (isStart) event.waitUntil(answer.then(() => watch(event.resultingClientId)));
  } else if (guide.handles(request)) event.respondWith(guide.answer(request));
  else if (consoleCache.handles(request))
    event.respondWith(consoleCache.answer(request, work => event.waitUntil(work)));
});
