/** Where a file or a creative is used. */
import * as z from 'zod/mini';
import { CREATIVE_STATES } from '../creative.ts';
import { SUBMISSION_STATES } from '../submissionState.ts';
import { id, int, MAX_INT, bilingual } from '../../wire/wire.ts';

/** Screens that an answer names; their count covers all. */
export const NAMED_SCREENS = 50;
const named = { id, name: z.string() };
export const usage = z.object({
  creatives: z.array(z.object({ ...named, state: z.enum(CREATIVE_STATES) })),
  /** `is_live`: screens play it by the version that is published; `in_draft`: the draft has it. */
  playlists: z.array(z.object({ ...named, is_live: z.boolean(), in_draft: z.boolean() })),
  screens: z.array(z.object(named)),
  screen_count: int(0, MAX_INT),
  /** That wait for a decision. */
  submissions: z.array(z.object({ ...named, state: z.enum(SUBMISSION_STATES) })),
  /** Slides that were made with it. */
  slides: z.array(z.object(named)),
  /** Local content with its picture. */
  content: z.array(z.object({ id, title: bilingual(1_000) })),
  replaces: z.nullable(z.object(named)),
  replaced_by: z.nullable(z.object(named)),
});
export type Usage = z.infer<typeof usage>;
