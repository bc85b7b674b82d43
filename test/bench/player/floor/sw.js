const FILES = ['/', '/floor.css', '/floor.js', '/i1.jpg', '/v1.mp4', '/i2.jpg', '/v2.mp4', '/i3.jpg'];

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(caches.open('floor').then(cache => cache.addAll(FILES)));
});
addEventListener('activate', event => event.waitUntil(clients.claim()));

async function answer(request) {
  const kept = await caches.match(request.url);
  if (!kept) return fetch(request);
  const range = /bytes=(\d+)-(\d*)/.exec(request.headers.get('range') ?? '');
  if (!range) return kept;
  const blob = await kept.blob();
  const from = Number(range[1]);
  const to = range[2] ? Math.min(Number(range[2]), blob.size - 1) : blob.size - 1;
  return new Response(blob.slice(from, to + 1), {
    status: 206,
    headers: {
      'content-type': kept.headers.get('content-type'),
      'content-range': `bytes ${from}-${to}/${blob.size}`,
    },
  });
}
addEventListener('fetch', event => event.respondWith(answer(event.request)));
