import { useRef, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { nameOf, plainOf } from '../fields/Value.tsx';
import type { Plain } from '../fields/kinds.tsx';
import type { Column, Resource, Row } from '../resource/define.ts';
import { useToast } from '../ui/toasts/useToasts.ts';
import { useFormat, useZone } from '../text/useFormat.ts';
import { useText } from '../text/useText.ts';
import { fileOf, save, type FileKind } from './files.ts';
import { jsonLines } from './rows.ts';

/** The figure on screen changes after so many rows. */
const STEP = 500;

interface Asked {
  /** Filter and order of the list. */
  query: Record<string, string | number>;
  kind: FileKind;
}

/** All rows the filter names, in the columns that are drawn, under a name that says what and when; it can be cancelled. */
export function useExport<R extends Row>(resource: Resource<R>, columns: readonly Column<R>[]) {
  const { client } = useAuth();
  const text = useText(resource.name);
  const screens = useText('screens');
  const format = useFormat();
  const tz = useZone();
  const toast = useToast();
  const [count, setCount] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);

  async function collect(query: Asked['query'], signal: AbortSignal): Promise<Plain[][]> {
    const answer = await client.call(resource.endpoints.export!, {
      query: { ...query, format: 'jsonl' },
      signal,
      waitsForLink: true,
    });
    const rows: Plain[][] = [];
    const body = (answer as Response).body;
    if (!body) return rows;
    for await (const row of jsonLines<R>(body)) {
      rows.push(columns.map(of => plainOf({ of, row }, { format, text })));
      if (rows.length % STEP === 0) setCount(rows.length);
    }
    return rows;
  }

  async function run({ query, kind }: Asked) {
    stop.current = new AbortController();
    setCount(0);
    setFailure(null);
    try {
      const rows = await collect(query, stop.current.signal);
      const heads = columns.map(of => {
        const label = text(`fields.${nameOf(of)}`);
        const isTime = 'as' in of && (of.as === 'time' || of.as === 'ago');
        return isTime ? screens('export.inZone', { label, tz }) : label;
      });
      const file = `${resource.name}-${isoDate(systemClock.now(), tz)}.${kind}`;
      save(await fileOf(kind, { heads, rows }), file);
      toast({
        tone: 'ok',
        title: screens('export.done', { file, count: rows.length, shown: format.number(rows.length) }),
      });
    } catch (error) {
      const gaveUp = stop.current.signal.aborted || (error instanceof ApiError && error.code === 'ABORTED');
      if (!gaveUp) setFailure(error);
    } finally {
      setCount(null);
    }
  }
  return { run, count, failure, forgive: () => setFailure(null), cancel: () => stop.current?.abort() };
}
