/** Outcomes of finished uploads, for clients whose last answer was lost. */
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Server } from '../../context/server.ts';
import { isMissing } from '../../objectStore/errors.ts';

const finished = z.object({ creative_id: z.string(), bytes: z.number(), user_id: z.string() });
export type FinishedUpload = z.infer<typeof finished>;

const FOLDER = 'uploads/finished/';

export function openFinishedUploads({ objects }: Pick<Server, 'objects'>) {
  const keyOf = (id: string) => `${FOLDER}${id}.json`;

  return {
    keep: (id: string, outcome: FinishedUpload) => objects.put(keyOf(id), [JSON.stringify(outcome)]),
    async find(id: string, user_id: string): Promise<FinishedUpload | null> {
      try {
        const outcome = finished.parse(JSON.parse(await text(await objects.read(keyOf(id)))));
        return outcome.user_id === user_id ? outcome : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    /** Deletes those that are older, ms since 1970. */
    async sweep(before: number): Promise<void> {
      for await (const { key, modified_at } of objects.list(FOLDER))
        if (modified_at < before) await objects.delete(key);
    },
  };
}
