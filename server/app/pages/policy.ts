/** What the two pages and the worker of the maps may load, as content security policies. */
const common = {
  'default-src': "'none'",
  'script-src': "'self'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  /** Trusted Types: no string becomes script, markup or a script URL. */
  'require-trusted-types-for': "'script'",
  /** The only policy allows the addresses of the service worker and of the worker of the maps. */
  'trusted-types': 'wayside',
};
const policy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
const ownAnd = (...addresses: (string | null)[]) =>
  ["'self'", ...new Set(addresses.flatMap(one => (one === null ? [] : [new URL(one).origin])))].join(' ');

/** The console shows the player in a same-origin frame, as a preview. */
export const PLAYER_POLICY = policy({
  ...common,
  'style-src': "'self'",
  'frame-ancestors': "'self'",
});

interface Opened {
  nonce: string;
  geocoder: string | null;
  /** Address of the base map, where it is another's. */
  map: string | null;
}
export const consolePolicy = ({ nonce, geocoder, map }: Opened) =>
  policy({
    ...common,
    'img-src': `${ownAnd(map)} blob: data:`,
    'connect-src': ownAnd(geocoder, map),
    'style-src': `'self' 'nonce-${nonce}'`,
    'frame-src': "'self'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  });

/** The page of proofs brings the rest of its policy along, with the hashes of its script and style: it calls nobody. */
export const VERIFY_POLICY = policy({ 'connect-src': "'none'", 'frame-ancestors': "'none'" });

/** A worker has a policy of its own: this one fetches tiles and does nothing else. */
export const mapWorkerPolicy = (map: string | null) =>
  policy({ 'default-src': "'none'", 'connect-src': ownAnd(map), 'frame-ancestors': "'none'" });
