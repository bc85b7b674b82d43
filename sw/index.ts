/** Listeners, nothing else. */
import { createGuide } from './guide.ts';
import { createMedia } from './media.ts';
import { createShell, type Entry } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Entry[] };

const { origin } = self.location;
const shell = createShell({ entries: self.__WB_MANIFEST, caches, fetch: self.fetch.bind(self), origin });
const guide = createGuide({ caches, fetch: self.fetch.bind(self), origin });
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
  if ((event.data as { type?: string } | null)?.type === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', event => {
  const { request } = event;
  if (media.isOurs(request)) event.respondWith(media.answer(request));
  else if (shell.isOurs(request)) event.respondWith(shell.answer(request));
  else if (guide.isOurs(request)) event.respondWith(guide.answer(request));
});
