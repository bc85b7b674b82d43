/** Plays one by one with the picture of their file: what was on which screen, and when. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant, logOf, logQuery } from '../wire/wire.ts';
import { MAX_CURSOR_CHARS, play, playFilter } from './play.ts';

/** Of one page: it fits on two sheets of paper. */
export const GALLERY_PAGE = 24;

export const galleryPlay = z.extend(play, {
  /** Zone of the screen. */
  tz: z.string(),
  /** Of the grid of the map; null: the place is no part of the play, or fewer plays are in that cell than are shown there. */
  cell: z.nullable(z.string()),
  /** Signed link to a still of the file that it names; null: there is none, or it is withheld. */
  still_url: z.nullable(z.string()),
  /** What was on its stage, received from the screen while it ran; only for those who may monitor screens. */
  stage: z.nullable(z.object({ received_at: instant, picture: z.string() })),
});
export type GalleryPlay = z.infer<typeof galleryPlay>;

/** Of all plays that the figures of the same filter count; the plays themselves are no more than the log of plays has. */
export const analyticsGallery = endpoint({
  method: 'GET',
  path: '/api/analytics/gallery',
  access: { who: 'user', area: 'analytics', level: 'R' },
  summary: 'Plays with a still of what they showed, newest first',
  query: z.extend(logQuery, {
    ...playFilter,
    cursor: z.optional(z.string().check(z.maxLength(MAX_CURSOR_CHARS))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(GALLERY_PAGE)), GALLERY_PAGE),
    /** Whose days these are; UTC where none is named. */
    tz: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.extend(logOf(galleryPlay), { from: instant, to: instant }),
});
