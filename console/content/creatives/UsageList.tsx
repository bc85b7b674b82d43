import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Usage } from '../../../shared/contract/content/library/usage.ts';
import { PATHS } from '../../app/paths.ts';
import { tongueOf } from '../../kit/fields/inputs/words/bilingual.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';

interface Entry {
  id: string;
  name: string;
  /** null: this user has no page for it. */
  href: string | null;
  note?: ReactNode;
}

/** Where a file or a creative is used, each with the way there. */
export function UsageList({ usage }: { usage: Usage }) {
  const text = useText('creatives');
  const t = (key: string, values?: Record<string, unknown>) => text(`usage.${key}`, values);
  const format = useFormat();
  const canAccess = useCanAccess();
  const { screens, screen_count } = usage;
  const link = (isAllowed: boolean, href: string) => (isAllowed ? href : null);
  const sections: { name: string; count: number; entries: Entry[] }[] = [
    entriesOf('creatives', usage.creatives, ({ id, name, state }) => ({
      ...{ id, name, href: `${PATHS.creatives}/${id}`, note: t(`states.${state}`) },
    })),
    entriesOf('playlists', usage.playlists, ({ id, name, is_live, in_draft }) => ({
      ...{ id, name, href: `${PATHS.playlists}/${id}` },
      note: t(is_live ? (in_draft ? 'live' : 'liveOnly') : 'draftOnly'),
    })),
    {
      ...entriesOf('screens', screens, ({ id, name }) => ({
        ...{ id, name, href: link(canAccess('devices', 'R'), `${PATHS.devices}?id=${id}`) },
      })),
      count: screen_count,
    },
    entriesOf('submissions', usage.submissions, ({ id, name, state }) => ({
      ...{ id, name, note: t(`states.${state}`) },
      href: link(canAccess('submissions', 'R'), `${PATHS.submissions}?id=${id}`),
    })),
    entriesOf('slides', usage.slides, ({ id, name }) => ({ id, name, href: `${PATHS.creatives}/${id}` })),
    entriesOf('content', usage.content, ({ id, title }) => ({
      ...{ id, name: tongueOf(title, format.locale) },
      href: link(canAccess('content', 'R'), `${PATHS.content}?id=${id}`),
    })),
    entriesOf('replaces', usage.replaces ? [usage.replaces] : [], one => ({
      ...{ ...one, href: `${PATHS.media}/${one.id}` },
    })),
    entriesOf('replacedBy', usage.replaced_by ? [usage.replaced_by] : [], one => ({
      ...{ ...one, href: `${PATHS.media}/${one.id}` },
    })),
  ].filter(({ entries }) => entries.length > 0);
  return (
    <>
      <h2 className="mb-1 text-16">{t('title')}</h2>
      {sections.length === 0 && <p className="text-ink-2">{t('nowhere')}</p>}
      {sections.map(({ name, count, entries }) => (
        <section key={name} className="mt-3">
          <h3 className="eyebrow">{t(`sections.${name}`, { count, shown: format.number(count) })}</h3>
          <ul>
            {entries.map(entry => (
              <li
                key={entry.id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line"
              >
                {entry.href === null ? (
                  <span className="min-w-0 break-words">{entry.name}</span>
                ) : (
                  <Link
                    href={entry.href}
                    className="inline-flex min-h-11 min-w-0 items-center font-semibold break-words text-primary hover:underline"
                  >
                    {entry.name}
                  </Link>
                )}
                {entry.note !== undefined && <span className="text-13 text-ink-2">{entry.note}</span>}
              </li>
            ))}
          </ul>
          {count > entries.length && (
            <p className="pt-1 text-13 text-ink-2">
              {t('more', { shown: format.number(count - entries.length) })}
            </p>
          )}
        </section>
      ))}
    </>
  );
}

const entriesOf = <T,>(name: string, all: readonly T[], entryOf: (one: T) => Entry) => ({
  ...{ name, count: all.length, entries: all.map(entryOf) },
});
