/** Listeners, nothing else. */
import { answerMedia, isMedia } from './media.ts';
import { adopt, answerShell, fill, isShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', event => {
  event.waitUntil(fill());
});

self.addEventListener('activate', event => {
  event.waitUntil(adopt());
});

self.addEventListener('message', event => {
  if ((event.data as { type?: string } | null)?.type === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', event => {
  const { request } = event;
  if (isMedia(request)) event.respondWith(answerMedia(request));
  else if (isShell(request)) event.respondWith(answerShell(request));
});
