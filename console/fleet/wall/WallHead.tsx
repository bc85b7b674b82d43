import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRESENCES } from '../../../shared/contract/fleet/device.ts';
import type { Wall } from '../../../shared/contract/fleet/live.ts';
import { PATHS } from '../../app/paths.ts';
import { PRESENCE_BADGES } from '../devices/states.ts';
import { LANES, Mark, ShapeMark } from '../../kit/ui/display/Mark.tsx';
import { TileButton, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { POLL_MS, type StreamStatus } from './wallStream.ts';

const SECOND_MS = 1_000;
const STREAM_MARKS = {
  live: { shape: 'live', tone: 'ok' },
  polling: { shape: 'degraded', tone: 'info' },
  waiting: { shape: 'slow', tone: 'warn' },
} as const;

interface PresenceCountsProps {
  wall: Wall | null;
  selected: string;
  onSelect: (status: string) => void;
}
/** How many are how; each narrows the wall to those it counts. */
export function PresenceCounts({ wall, selected, onSelect }: PresenceCountsProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <Tiles>
      {PRESENCES.map(word => (
        <TileButton
          key={word}
          lane={LANES[PRESENCE_BADGES[word].tone]}
          figure={wall ? format.number(wall.presence[word]) : '–'}
          label={
            <span className="inline-flex items-baseline gap-1.5">
              <ShapeMark shape={PRESENCE_BADGES[word].shape} />
              {t(`values.${word}`)}
            </span>
          }
          note={t(`presenceNotes.${word}`)}
          pressed={selected === word}
          onClick={() => onSelect(selected === word ? '' : word)}
        />
      ))}
    </Tiles>
  );
}

/** How fresh it is: said where it changes, for who does not see it. */
export function Freshness({ wall, link }: { wall: Wall | null; link: StreamStatus }) {
  const { t } = useTranslation('monitor');
  const format = useFormat();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span role="status">
        <Mark {...STREAM_MARKS[link]} label={t(`link.${link}`, { seconds: POLL_MS / SECOND_MS })} />
      </span>
      {wall && link !== 'live' && (
        <span className="text-13 text-ink-2">{t('at', { time: format.time(wall.at) })}</span>
      )}
    </p>
  );
}

/** Which builds are out there. */
export function Versions({ versions }: Pick<Wall, 'versions'>) {
  const { t } = useTranslation('monitor');
  const format = useFormat();
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 id="versions" className="mb-2 text-20">
        {t('versions')}
      </h2>
      <dl className="border-t-2 border-ink bg-surface">
        {versions.map(({ version, screens }) => (
          <div
            key={version}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line px-5"
          >
            <dt className="font-mono">
              <Link className="link" href={`${PATHS.devices}?app_version=${encodeURIComponent(version)}`}>
                {version}
              </Link>
            </dt>
            <dd>{t('versionCount', { count: screens, shown: format.number(screens) })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
