import { useRef, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { columnName, exportValueOf } from '../fields/Value.tsx';
import type { ExportValue } from '../fields/kinds.tsx';
import type { Column, Resource, Row } from '../resource/defineResource.ts';
import { useToast } from '../ui/toasts/useToasts.ts';
import { useFormat, useZone } from '../text/useFormat.ts';
import { useText } from '../text/useText.ts';
import { tableFile, downloadFile, type FileKind } from './files.ts';
import { jsonLines } from './jsonLines.ts';

/** The progress count is updated after this many rows. */
const PROGRESS_STEP = 500;

interface ExportRequest {
  /** Filter and sort of the list. */
  query: Record<string, string | number>;
  kind: FileKind;
}

/** Exports all filtered rows in the visible columns to a file named by resource and date; it can be cancelled. */
export function useExport<R extends Row>(resource: Resource<R>, columns: readonly Column<R>[]) {
  const { client } = useAuth();
  const { exportKeys = [] } = resource;
  const text = useText(resource.name);
  const screens = useText('screens');
  const format = useFormat();
  const tz = useZone();
  const toast = useToast();
  const [count, setCount] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);

  async function collect<T>(
    query: ExportRequest['query'],
    signal: AbortSignal,
    of: (row: R) => T,
  ): Promise<T[]> {
    const answer = await client.call(resource.endpoints.export!, {
      query: { ...query, format: 'jsonl' },
      signal,
      waitsForLink: true,
    });
    const rows: T[] = [];
    const body = (answer as Response).body;
    if (!body) return rows;
    for await (const row of jsonLines<R>(body)) {
      rows.push(of(row));
      if (rows.length % PROGRESS_STEP === 0) setCount(rows.length);
    }
    return rows;
  }

  const cellsOf = (row: R): ExportValue[] => [
    ...columns.map(column => exportValueOf({ column, row }, { format, text })),
    ...exportKeys.map(key => row[key] as ExportValue),
  ];
  const lineOf = (row: R) => `${JSON.stringify(row)}\n`;

  async function makeFile({ query, kind }: ExportRequest, signal: AbortSignal) {
    if (kind === 'jsonl') {
      const lines = await collect(query, signal, lineOf);
      return { blob: new Blob(lines, { type: 'application/x-ndjson' }), rows: lines.length };
    }
    const rows = await collect(query, signal, cellsOf);
    const heads = columns.map(of => {
      const label = text(`fields.${columnName(of)}`);
      const as = 'as' in of ? of.as : null;
      if (as === 'time' || as === 'ago') return screens('export.inZone', { label, tz });
      return as === 'length' || as === 'seconds' ? screens('export.inSeconds', { label }) : label;
    });
    const proofHeads = exportKeys.map(key => text(`fields.${key}`));
    return { blob: await tableFile(kind, { heads: [...heads, ...proofHeads], rows }), rows: rows.length };
  }

  async function run({ query, kind }: ExportRequest) {
    controller.current = new AbortController();
    setCount(0);
    setFailure(null);
    try {
      const { blob, rows } = await makeFile({ query, kind }, controller.current.signal);
      const file = `${resource.name}-${isoDate(systemClock.now(), tz)}.${kind}`;
      downloadFile(blob, file);
      toast({
        tone: 'ok',
        title: screens('export.done', { file, count: rows, shown: format.number(rows) }),
      });
    } catch (error) {
      const isCancelled =
        controller.current.signal.aborted || (error instanceof ApiError && error.code === 'ABORTED');
      if (!isCancelled) setFailure(error);
    } finally {
      setCount(null);
    }
  }
  return {
    run,
    count,
    failure,
    clearFailure: () => setFailure(null),
    cancel: () => controller.current?.abort(),
  };
}
