import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CONTENT_KINDS } from '../../../../shared/contract/content/contentKinds.ts';
import { useHasWeather } from '../../../playout/weather/useWeather.ts';
import { WeatherIsOff } from '../../../playout/weather/WeatherIsOff.tsx';
import type { Addition } from './useBuilder.ts';

/** Without weather, a screen would pass over a widget of it each time. */
const WIDGETS = ['clock', 'date', 'destination'] as const;
const WITH_WEATHER = [...WIDGETS, 'weather'] as const;

/** What fills itself: widgets, and local content of a kind. */
export function LiveParts({ add }: { add: (addition: Addition) => void }) {
  const { t } = useTranslation('playlists');
  const hasWeather = useHasWeather();
  const parts: { label: string; addition: Addition }[] = [
    ...(hasWeather ? WITH_WEATHER : WIDGETS).map(widget => ({
      label: t(`widgets.${widget}`),
      addition: { source: 'widget', widget } as const,
    })),
    ...CONTENT_KINDS.map(content_kind => ({
      label: t(`contentKinds.${content_kind}`),
      addition: { source: 'content_kind', content_kind } as const,
    })),
  ];
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-12 items-center px-3 font-semibold focus-visible:-outline-offset-3">
        {t('edit.live')}
      </summary>
      <ul>
        {parts.map(({ label, addition }) => (
          <li key={label} className="border-t border-line">
            <button
              type="button"
              onClick={() => add(addition)}
              className="flex min-h-12 w-full items-center gap-3 px-3 text-left hover:bg-neutral-tint focus-visible:-outline-offset-3"
            >
              <span className="min-w-0 flex-1">
                <span className="sr-only">{t('edit.add')} </span>
                {label}
              </span>
              <Plus size={18} aria-hidden className="shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
      {hasWeather === false && <WeatherIsOff className="border-t border-line p-3" />}
    </details>
  );
}
