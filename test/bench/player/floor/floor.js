// The least a page can do: the same loop from the same files, kept by a worker, nothing recorded, nothing verified.
const LOOP = ['i1.jpg', 'v1.mp4', 'i2.jpg', 'v2.mp4', 'i3.jpg'];
const EACH_MS = 2000;
const LEAD_MS = 250;
const sleep = ms => new Promise(done => setTimeout(done, Math.max(0, ms)));
const isVideo = name => name.endsWith('.mp4');

function made(name) {
  const element = document.createElement(isVideo(name) ? 'video' : 'img');
  if (isVideo(name)) Object.assign(element, { muted: true, loop: true, preload: 'auto' });
  element.src = `/${name}`;
  return element;
}
async function ready(element) {
  if (element instanceof HTMLImageElement) return element.decode();
  element.currentTime = 0;
  const presented = new Promise(done => element.requestVideoFrameCallback(done));
  await element.play();
  return presented;
}

navigator.serviceWorker.register('/sw.js');
const elements = LOOP.map(made);
await elements[0].decode();
document.body.append(...elements);
let front = elements[0];
front.dataset.front = '';
let due = performance.now();
for (let i = 1; ; i++) {
  due += EACH_MS;
  const next = elements[i % elements.length];
  await sleep(due - LEAD_MS - performance.now());
  await ready(next);
  await sleep(due - 8 - performance.now());
  await new Promise(requestAnimationFrame);
  next.dataset.front = '';
  delete front.dataset.front;
  if (front instanceof HTMLVideoElement) front.pause();
  front = next;
}
