/** Outcomes of finished uploads, for clients whose last answer was lost; and the clean-up of abandoned uploads. */
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Server } from '../../context/server.ts';

const finished = z.object({ creative_id: z.string(), bytes: z.number(), user_id: z.string() });
export type FinishedUpload = z.infer<typeof finished>;

const KEPT_MS = 24 * 60 * 60_000;

/** What describes an upload is written once, at its beginning, and is as young as the bytes beside it. */
async function lastWrittenAt(file: string): Promise<number> {
  const beside = file.replace(/\.json$/, '');
  const times = await Promise.all(
    [file, beside].map(one => stat(one).then(({ mtimeMs }) => mtimeMs, ifMissing)),
  );
  return Math.max(...times);
}
const ifMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return 0;
  throw error;
};

export function openFinishedUploads(server: Pick<Server, 'clock'>, uploads: string) {
  const directory = join(uploads, 'finished');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(directory, `${id}.json`);

  return {
    keep: (id: string, outcome: FinishedUpload) => writeFile(fileOf(id), JSON.stringify(outcome)),
    async find(id: string, user_id: string): Promise<FinishedUpload | null> {
      try {
        const outcome = finished.parse(JSON.parse(await readFile(fileOf(id), 'utf8')));
        return outcome.user_id === user_id ? outcome : null;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    /** Deletes abandoned uploads and old outcomes. */
    async sweep(): Promise<void> {
      for (const place of [uploads, directory])
        for (const entry of await readdir(place, { withFileTypes: true })) {
          const file = join(place, entry.name);
          if (!entry.isFile()) continue;
          if (server.clock.now() - (await lastWrittenAt(file)) > KEPT_MS) await rm(file, { force: true });
        }
    },
  };
}
