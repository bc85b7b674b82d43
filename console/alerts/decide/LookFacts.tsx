import type { ReactNode } from 'react';
import { instant } from '../../../shared/clock.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PriorityMark, StatusCell } from '../emergency/cells.tsx';

const S_MS = 1_000;

/** What whoever publishes answers for, beside the picture: for real or not, how grave, from whom, from when to when. */
export function LookFacts({ row }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const now = useNow();
  const starts = row.effective_at === null ? now : Math.max(now, Date.parse(row.effective_at));
  const missing = LANGUAGES.filter(language => !row.texts[language]?.headline);
  const senders = new Set(Object.values(row.texts).map(({ sender_name }) => sender_name.trim()));
  senders.delete('');
  const { author, submitter } = row.people;
  const facts: [string, ReactNode][] = [
    ['kind', <StatusCell key="kind" row={row} />],
    ['priority', <PriorityMark key="priority" priority={row.priority} />],
    ['sender', senders.size > 0 ? format.list([...senders]) : text('look.noSender')],
    ['starts', starts > now ? format.appointment(instant(starts)) : text('look.atOnce')],
    ['lasts', format.duration(row.ttl_s * S_MS)],
    ['ends', format.appointment(instant(starts + row.ttl_s * S_MS))],
    ...(row.max_display_s === null
      ? []
      : [['max_display_s', format.duration(row.max_display_s * S_MS)] as [string, ReactNode]]),
    ['author', row.agency ?? author ?? text('look.unknown')],
    ...(submitter === null ? [] : [['submitter', submitter] as [string, ReactNode]]),
    ...missing.map((language): [string, ReactNode] => [`language_${language}`, text('look.noText')]),
  ];
  return (
    <dl className="border-t border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5">
          <dt className="text-ink-2">{text(`look.${name}`)}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
