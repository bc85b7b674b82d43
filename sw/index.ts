/** Listeners, nothing else. */
import { systemClock } from '../shared/clock.ts';
import { createConsole } from './console.ts';
import { createGuide } from './guide.ts';
import { createMedia } from './media.ts';
import { createNetworkFirst } from './networkFirst.ts';
import { createShell, type Entry } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Entry[] };

const { origin } = self.location;
const fetch = self.fetch.bind(self);
const networkFirst = createNetworkFirst(systemClock);
const shell = createShell({ entries: self.__WB_MANIFEST, caches, fetch, origin });
const guide = createGuide({ caches, fetch, networkFirst, origin });
const desk = createConsole({ caches, fetch, networkFirst, origin });
const media = createMedia({
  caches,
  origin,
  pages: () => self.clients.matchAll({ includeUncontrolled: true }),
});

self.addEventListener('install', event => {
  event.waitUntil(shell.fill());
});

self.addEventListener('activate', event => {
  event.waitUntil(shell.dropOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener('message', event => {
  const told = event.data as { type?: string; paths?: readonly string[] } | null;
  if (told?.type === 'take-over') void self.skipWaiting();
  if (told?.type === 'console-used') event.waitUntil(desk.keep(told.paths ?? []));
});

self.addEventListener('fetch', event => {
  const { request } = event;
  if (media.isOurs(request)) event.respondWith(media.answer(request));
  else if (shell.isOurs(request)) event.respondWith(shell.answer(request));
  else if (guide.isOurs(request)) event.respondWith(guide.answer(request));
  else if (desk.isOurs(request)) event.respondWith(desk.answer(request, work => event.waitUntil(work)));
});
