/** Reads a schedule and writes its exceptions, each with a way back. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { instant } from '../../../shared/clock.ts';
import type * as z from 'zod/mini';
import {
  scheduleEntries,
  whatPlays,
  type ScheduleEntry,
  type scheduleEntryCreate,
  type scheduleEntryPatch,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { nameOf } from './describe.ts';
import type { Split } from './moves.ts';

export type Owner = { device_id: string } | { group_id: string };
type Patch = z.input<typeof scheduleEntryPatch>;
const MOST = 100;

/** `from`: ms; all that may hold from then on. */
export function usePlan(owner: Owner, from: number) {
  const { client } = useAuth();
  return useQuery({
    ...read(client, whatPlays, { query: { ...owner, from: instant(from) } }),
    placeholderData: keepPreviousData,
  });
}
/** Its own, those that are switched off or over, too. */
export function useEntries(owner: Owner) {
  const { client } = useAuth();
  return useQuery(read(client, scheduleEntries.list, { query: { ...owner, limit: MOST } }));
}

export function useEntryWrites(owner: Owner) {
  const text = useText('schedule');
  const write = useWrite();
  const versions = useRef(new Map<string, number>());
  const [failure, setFailure] = useState<unknown>(null);
  const [last, setLast] = useState<{ title: string; undo: () => void } | null>(null);
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null);
    void work().catch(setFailure);
  };
  const metadata = (verb: string, name: string) => ({
    type: `schedule.${verb}`,
    description: text(`waiting.${verb}`, { name }),
  });
  const rememberUndo = (verb: string, name: string, back: () => Promise<unknown>) =>
    setLast({
      title: text(`done.${verb}`, { name }),
      undo: () =>
        attempt(async () => {
          await back();
          setLast(null);
        }),
    });
  /** The list may show a row for a moment longer than the answer to the last change of it is here. */
  const versionOf = ({ id, version }: ScheduleEntry) => Math.max(version, versions.current.get(id) ?? 0);
  const patchEntry = async (entry: ScheduleEntry, body: Patch) => {
    const changed = await write(
      scheduleEntries.patch,
      { params: { id: entry.id }, body, version: versionOf(entry) },
      metadata('patch', nameOf(entry)),
    );
    if (!isQueued(changed)) versions.current.set(entry.id, changed.version);
    return changed;
  };
  const drop = (entry: ScheduleEntry) =>
    write(
      scheduleEntries.remove,
      { params: { id: entry.id }, version: versionOf(entry) },
      metadata('remove', nameOf(entry)),
    );
  const bringBack = (entry: ScheduleEntry) =>
    write(
      scheduleEntries.restore,
      { params: { id: entry.id }, body: {} },
      metadata('restore', nameOf(entry)),
    );

  return {
    failure,
    /** What was done last, and its way back; a toast would lie outside of the sheet, where no key comes. */
    last,
    /** Rejects with what the form shows at its fields. */
    create: async (values: Omit<z.input<typeof scheduleEntryCreate>, 'device_id' | 'group_id'>) => {
      const made = await write(
        scheduleEntries.create,
        { body: { ...values, ...owner } },
        metadata('create', values.name || text('one')),
      );
      if (!isQueued(made)) rememberUndo('create', nameOf(made), () => drop(made));
    },
    change: (entry: ScheduleEntry, patch: Patch) => {
      const before = Object.fromEntries(
        Object.keys(patch).map(field => [field, entry[field as keyof ScheduleEntry]]),
      ) as Patch;
      attempt(async () => {
        const after = await patchEntry(entry, patch);
        if (!isQueued(after)) rememberUndo('patch', nameOf(after), () => patchEntry(after, before));
      });
    },
    /** One day of it becomes an exception of its own; where one of the writes fails, those before it are undone. */
    split: (entry: ScheduleEntry, { rest, added }: Split) =>
      attempt(async () => {
        const { name, playlist_id, priority, enabled } = entry;
        const { valid_from, valid_until } = entry;
        /** Each is forgotten only once it is done: what failed is tried again by the next press. */
        const backs: (() => Promise<unknown>)[] = [];
        const undo = async () => {
          for (let back = backs.at(-1); back; back = backs.at(-1)) {
            await back();
            backs.pop();
          }
        };
        /** The rule ends last and begins again first, so that no week is ever without it. */
        try {
          for (const times of added) {
            const body = { name, playlist_id, priority, enabled, ...times, ...owner };
            const made = await write(scheduleEntries.create, { body }, metadata('create', nameOf(entry)));
            if (!isQueued(made)) backs.push(() => drop(made));
          }
          if (!isQueued(await patchEntry(entry, rest)))
            backs.push(() => patchEntry(entry, { valid_from, valid_until }));
        } catch (error) {
          await undo().catch(() => rememberUndo('split', nameOf(entry), undo));
          throw error;
        }
        /** What waits for a connection is undone among what waits. */
        if (backs.length > added.length) rememberUndo('split', nameOf(entry), undo);
      }),
    remove: (entry: ScheduleEntry) =>
      attempt(async () => {
        if (!isQueued(await drop(entry))) rememberUndo('remove', nameOf(entry), () => bringBack(entry));
      }),
  };
}
export type EntryWrites = ReturnType<typeof useEntryWrites>;
