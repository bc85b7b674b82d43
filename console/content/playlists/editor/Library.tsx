import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { creatives, type Creative } from '../../../../shared/contract/content/creative.ts';
import { clockLength } from '../../../../shared/i18n/format.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { MEDIA_URL_REFRESH_MS } from '../../creatives/mediaUrls.ts';
import { Picture } from '../../creatives/Picture.tsx';
import { buttonClass } from '../../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import { useDebounced } from '../../../kit/useDebounced.ts';
import { CreativeMarks } from '../CreativeMarks.tsx';
import { LiveParts } from './LiveParts.tsx';
import type { Addition } from './useBuilder.ts';
import { useDraggable } from './useDrag.ts';

const LIMIT = 100;

interface LibraryProps {
  add: (addition: Addition) => void;
  /** What was seen here, so that a drop by id finds its creative. */
  onLoaded: (creatives: readonly Creative[]) => void;
}

export function Library({ add, onLoaded }: LibraryProps) {
  const { t } = useTranslation('playlists');
  const { client } = useAuth();
  // Beside the loop there is room; above it, on a phone, it would push the loop out of sight.
  const [wide] = useState(() => matchMedia('(min-width: 1024px)').matches);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const answer = useQuery({
    ...read(client, creatives.list, {
      query: { status: 'approved', limit: LIMIT, q: q === '' ? undefined : q } as object,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: MEDIA_URL_REFRESH_MS,
  });
  const works = answer.data?.items ?? [];
  useEffect(() => onLoaded(answer.data?.items ?? []), [onLoaded, answer.data]);
  return (
    <details open={wide} className="self-start border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-2 px-3 focus-visible:-outline-offset-3">
        <ChevronDown size={18} aria-hidden className="in-[details:not([open])]:-rotate-90" />
        <h2 className="text-16">{t('edit.library')}</h2>
      </summary>
      <div className="border-y border-line p-3">
        <label>
          <span className="sr-only">{t('edit.searchLibrary')}</span>
          <input
            type="search"
            className="control"
            placeholder={t('edit.searchLibrary')}
            value={typed}
            onChange={e => setTyped(e.target.value)}
          />
        </label>
      </div>
      {answer.isPending && <Skeleton rows={4} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data?.items.length === 0 && (
        <div className="flex flex-col items-start gap-3 p-4 text-ink-2">
          <p>{q === '' ? t('edit.noneYet') : t('edit.noCreatives')}</p>
          <Link href="/creatives/upload" className={buttonClass('outline')}>
            {t('edit.upload')}
          </Link>
        </div>
      )}
      <ul className="max-h-[38vh] overflow-y-auto lg:max-h-[calc(100dvh-300px)]">
        {works.map(creative => (
          <Entry key={creative.id} creative={creative} add={() => add({ source: 'creative', creative })} />
        ))}
      </ul>
      <LiveParts add={add} />
    </details>
  );
}

function Entry({ creative, add }: { creative: Creative; add: () => void }) {
  const { t } = useTranslation('playlists');
  const element = useRef<HTMLLIElement>(null);
  const dragging = useDraggable(element, { kind: 'creative', id: creative.id });
  return (
    <li ref={element} className={`border-b border-line ${dragging ? 'opacity-50' : ''}`}>
      <button
        type="button"
        onClick={add}
        className="flex min-h-14 w-full items-center gap-3 px-3 py-1 text-left hover:bg-neutral-tint focus-visible:-outline-offset-3"
      >
        <Picture asset={creative.asset} alt="" className="pointer-events-none h-10 w-[71px] shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{t('edit.add')} </span>
          <span className="block truncate font-semibold">{creative.name}</span>
          <span className="block font-mono text-12 text-ink-3">
            {creative.kind === 'image'
              ? `${creative.asset.w}×${creative.asset.h}`
              : clockLength(creative.duration_ms)}
          </span>
          <CreativeMarks creative={creative} />
        </span>
        <Plus size={18} aria-hidden className="shrink-0 text-ink-3" />
      </button>
    </li>
  );
}
