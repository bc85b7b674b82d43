import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { instant as instantOf, systemClock } from '../../../shared/clock.ts';
import {
  whatPlays,
  type PlanEntry,
  type PlanStretch,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { instant } from '../../../shared/contract/wire/wire.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText, type Text } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { nameOf } from './describe.ts';
import type { Owner } from './useSchedule.ts';

const MINUTE_MS = 60_000;
const schema = z.strictObject({ at: instant });

/** A day and a time, and in a sentence what plays then and why. */
export function WhatPlays({ owner, tz }: { owner: Owner; tz: string }) {
  const text = useText('schedule');
  const [initial] = useState(() => ({
    at: instantOf(Math.ceil(systemClock.now() / MINUTE_MS) * MINUTE_MS),
  }));
  const [at, setAt] = useState<string | null>(null);
  const form = { schema, fields: [{ name: 'at', input: { as: 'dateTime', zone: tz } }] } as const;
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h3 className="mb-3 text-16">{text('whatPlays.title')}</h3>
      {'group_id' in owner && <p className="mb-3 text-13 text-ink-2">{text('whatPlays.group')}</p>}
      <FormPanel
        resource="schedule"
        form={form}
        initial={initial}
        submitLabel={text('whatPlays.ask')}
        isNew
        submit={values => Promise.resolve(setAt(String(values['at'])))}
      />
      <div role="status" className="mt-3">
        {at !== null && <Sentence owner={owner} at={at} />}
      </div>
    </section>
  );
}

function Sentence({ owner, at }: { owner: Owner; at: string }) {
  const text = useText('schedule');
  const { client } = useAuth();
  const answer = useQuery(read(client, whatPlays, { query: { ...owner, from: at } }));
  const format = useFormat(answer.data?.tz);
  if (answer.isPending) return <Skeleton rows={1} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const { entries, stretches } = answer.data;
  const [stretch] = stretches;
  if (!stretch) return null;
  const entry = entries.find(({ id }) => id === stretch.entry_id);
  return (
    <p className="lane bg-neutral-tint py-3 pr-4 pl-5">
      <strong className="font-semibold">{stretch.playlist_name ?? text('whatPlays.nothing')}</strong>
      {' — '}
      {reasonText(stretch, entry, text)}{' '}
      {text('whatPlays.until', {
        at: format.appointment(at),
        until: format.appointment(stretch.to),
      })}
    </p>
  );
}
export function reasonText(
  { reason, group_name }: Pick<PlanStretch, 'reason' | 'group_name'>,
  entry: PlanEntry | undefined,
  text: Text,
): string {
  if (reason !== 'entry' || !entry) return text(`reasons.${reason}`, { group: group_name });
  const values = { name: nameOf(entry), group: group_name, priority: entry.priority };
  return text(group_name === null ? 'reasons.ownEntry' : 'reasons.groupEntry', values);
}
