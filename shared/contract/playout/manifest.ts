/** What a device needs to play. It names no advertiser, price or other device. */
import * as z from 'zod/mini';
import { UPDATE_DIRECTIVES } from '../fleet/build.ts';
import { MAX_COMMANDS_PER_HEARTBEAT, pendingCommand } from '../fleet/command.ts';
import { BRIGHTNESS, FITS, METERING, reported } from '../fleet/device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { publicJwk } from '../fleet/jwk.ts';
import { CONTENT_KINDS } from '../content/contentKinds.ts';
import { CREATIVE_KINDS } from '../content/creative.ts';
import { MIMES } from '../content/media.ts';
import { daypart, itemRights, LAYOUTS, SHUFFLES, TRANSITIONS, weatherReading } from './schedule.ts';
import { codeRule } from './codes.ts';
import { audience, pacing, weatherFactor, weights } from './playerValues.ts';
import { id, instant, int, localDate, MAX_INT, sha256, wallClock } from '../wire/wire.ts';

const documentFile = {
  sha256,
  bytes: int(1, MAX_INT),
  mime: z.enum(MIMES),
  chunk_bytes: int(1, MAX_INT),
  /** SHA-256 of the chunk list. */
  chunks_sha256: sha256,
};
const pixels = int(1, 100_000);
const documentRendition = z.object({ ...documentFile, w: pixels, h: pixels });
export type DocumentRendition = z.infer<typeof documentRendition>;
/** Identified by the original's hash, whichever rendition is played. */
export const documentAsset = z.object({
  ...documentFile,
  /** Of an original that screens do not play: its largest rendition stands here in its place. */
  original_sha256: z.optional(sha256),
  /** Renditions, smallest first; missing in documents of older servers. */
  renditions: z.optional(z.array(documentRendition)),
  /** Of the same sizes in AV1, smallest first, for screens that play it; the others pass over this field. */
  av1: z.optional(z.array(documentRendition)),
});
export type DocumentAsset = z.infer<typeof documentAsset>;

/** ms */
export const SHORTEST_ITEM_MS = 1_000;
export const documentItem = z.object({
  id,
  creative_id: id,
  kind: z.enum(CREATIVE_KINDS),
  name: z.string(),
  asset: documentAsset,
  /** ms the item stays on screen; a shorter video loops. */
  duration_ms: int(SHORTEST_ITEM_MS, 3_600_000),
  transition: z.enum(TRANSITIONS),
  fit: z.nullable(z.enum(FITS)),
  ...itemRights,
  /** Chance in a weighted shuffle; 1 where it is left out. */
  weight: z.optional(int(1, 100)),
  /**
   * Items of one turn stand for each other: each time the loop comes to them the next of them that may play does. They
   * follow each other in the list.
   */
  turn: z.optional(id),
  /** Of local content: what its time counts as. */
  content_kind: z.optional(z.enum(CONTENT_KINDS)),
  /** The creative leads somewhere: a rule may put its code over it. The server alone knows where to. */
  qr: z.optional(z.literal(true)),
});
export type DocumentItem = z.infer<typeof documentItem>;

const documentLoop = {
  playlist_id: id,
  version: int(1, MAX_INT),
  items: z.array(documentItem),
  /** In their order where it is left out; `all` plays each once before any comes again. */
  shuffle: z.optional(z.enum(SHUFFLES)),
};
export const playlistDocument = z.object({
  kind: z.literal('playlist'),
  ...documentLoop,
  /** Full where it is left out. */
  layout: z.optional(z.enum(LAYOUTS)),
  /** The loop of the second zone; planned apart and recorded apart. */
  beside: z.optional(z.object(documentLoop)),
});
export type PlaylistDocument = z.infer<typeof playlistDocument>;

export const MAX_WITHDRAWN = 500;
export const configDocument = z.object({
  kind: z.literal('config'),
  name: z.string(),
  orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  fit: z.enum(FITS),
  volume: int(0, 100),
  /** Left out for auto, as in documents of older servers. */
  brightness: z.optional(z.enum(BRIGHTNESS)),
  tz: z.string(),
  /** Missing in documents of older servers. */
  metered: z.optional(z.enum(METERING)),
  /** Monthly data plan of the SIM that media downloads must respect. */
  data_plan: z.optional(z.object({ mb: int(1, MAX_INT), day: int(1, 28) })),
  /** Hours of the depot's Wi-Fi, when downloads cost nothing. */
  depot: z.optional(z.object({ from: wallClock, to: wallClock })),
  /** The weather where the screen belongs, as the server last knew it. */
  weather: z.optional(weatherReading),
  /** Left out, as what follows, until somebody has published it. */
  weights: z.optional(weights),
  pacing: z.optional(pacing),
  /** In the order they are asked; left out where there are none. */
  weather_rules: z.optional(z.array(weatherFactor)),
  /** Left out where nobody's presence is estimated. */
  audience: z.optional(audience),
  /** In the order they are asked; left out where there are none. */
  qr_rules: z.optional(z.array(codeRule)),
  /** Files in quarantine: none begins, though the version that no longer names it still waits for others. */
  withdrawn: z.optional(z.array(sha256).check(z.maxLength(MAX_WITHDRAWN))),
});
export type ConfigDocument = z.infer<typeof configDocument>;

/** Exceptions from the standing playlist, in the order in which they are asked: the first that holds is played. */
export const scheduleDocument = z.object({
  kind: z.literal('schedule'),
  entries: z.array(
    z.object({
      id,
      playlist_id: id,
      dayparts: z.optional(z.array(daypart)),
      valid_from: z.optional(localDate),
      valid_until: z.optional(localDate),
    }),
  ),
});
export type ScheduleDocument = z.infer<typeof scheduleDocument>;

/** What the tenant shows on a screen that has no content yet. Nothing that plays reads it, so it stands apart. */
export interface SplashDocument {
  kind: 'splash';
  /** A data URL. */
  picture: string;
}

/** `playlist` names the standing one, `scheduled` each of those that exceptions play. */
export const DOCUMENT_KINDS = ['playlist', 'config', 'flights', 'schedule', 'scheduled', 'splash'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Signed by the server: `sig` is ES256 over the canonical bytes of everything else. */
export const head = z.object({
  device_id: id,
  /** Only rises; players refuse a lower version. */
  version: int(1, MAX_INT),
  /** Kinds that a player does not know are none of its business. */
  documents: z.array(z.object({ kind: z.string().check(z.maxLength(40)), sha256 })),
  issued_at: instant,
  /** Thumbprint of the key that signs. */
  key_id: z.string(),
  /** The next server key, authenticated by this head's signature. */
  next_key: z.optional(publicJwk),
  sig: z.string(),
});
export type Head = z.infer<typeof head>;

/** ETag `"v<version>"`; a 304 needs no database query. */
export const manifest = endpoint({
  method: 'GET',
  path: '/api/player/manifest',
  access: { who: 'device' },
  summary: "The signed head of this device's desired state",
  answer: head,
});
export const document = endpoint({
  method: 'GET',
  path: '/api/player/documents/:sha256',
  access: { who: 'device' },
  summary: 'An immutable document; its bytes have this SHA-256',
  params: z.object({ sha256 }),
  answer: 'bytes',
});
export const heartbeat = endpoint({
  method: 'POST',
  path: '/api/player/heartbeat',
  access: { who: 'device' },
  summary: 'What the player says of itself',
  body: reported,
  answer: z.object({
    manifest_version: int(0, MAX_INT),
    server_ms: z.number(),
    /** Left out where none are pending, because metered links pay for each byte. */
    commands: z.optional(z.array(pendingCommand).check(z.maxLength(MAX_COMMANDS_PER_HEARTBEAT))),
    /** Left out where the player may update. */
    update: z.optional(z.enum(UPDATE_DIRECTIVES)),
  }),
});
/** The server's two timestamps of an NTP-style exchange; the player adds its own two. */
export const playerTime = endpoint({
  method: 'GET',
  path: '/api/player/time',
  access: { who: 'anyone' },
  summary: "The server's clock",
  answer: z.object({ received_ms: z.number(), sent_ms: z.number() }),
});
