import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { PictureGrade } from '../../../../shared/contract/proof/play.ts';
import type { GalleryPlay } from '../../../../shared/contract/proof/gallery.ts';
import { clockLength } from '../../../../shared/i18n/format.ts';
import { PATHS } from '../../../app/paths.ts';
import { TwoZoneTime } from '../../../kit/fields/cells/times.tsx';
import type { StateBadge } from '../../../kit/fields/StateMark.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Mark } from '../../../kit/ui/display/Mark.tsx';
import { ClockCell } from '../../plays/cells.tsx';
import { placeText } from '../cellMap.ts';

const VERDICTS: Record<PictureGrade | 'none', StateBadge> = {
  same: { shape: 'live', tone: 'ok' },
  black: { shape: 'rejected', tone: 'danger' },
  wrong: { shape: 'rejected', tone: 'danger' },
  frozen: { shape: 'degraded', tone: 'warn' },
  none: { shape: 'never', tone: 'neutral' },
};
const SECOND_MS = 1_000;
const FRAME = 'block aspect-video w-full bg-[#0e1114] object-contain';

/** The log of plays with this one alone in it, opened. */
const proofLink = ({ id }: GalleryPlay) => `${PATHS.plays}?${new URLSearchParams({ q: id, id }).toString()}`;

export function GalleryTile({ play }: { play: GalleryPlay }) {
  const { t } = useTranslation('proofGallery');
  const plays = useText('plays');
  const format = useFormat();
  const verdict = play.picture ?? 'none';
  const within =
    play.uncertainty_ms < SECOND_MS
      ? plays('clockMs', { n: format.number(play.uncertainty_ms) })
      : format.duration(play.uncertainty_ms);
  return (
    <li className="flex flex-col border border-line bg-surface">
      <Still play={play} />
      {play.stage && <Stage stage={play.stage} play={play} />}
      <div className="flex flex-1 flex-col gap-1 p-3 text-13">
        <strong className="truncate text-14">{play.creative_name || '–'}</strong>
        <TwoZoneTime value={play.started_at} row={play} />
        <span>
          <span className="sr-only">{t('grade')}: </span>
          <ClockCell value={play.clock_quality} row={play} />
          {', '}
          {t('within', { within })}
        </span>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <dt className="text-ink-2">{t('screen')}</dt>
          <dd className="truncate">{play.device_name}</dd>
          <dt className="text-ink-2">{t('duration')}</dt>
          <dd className="font-mono">{clockLength(play.duration_ms)}</dd>
          <dt className="text-ink-2">{t('result')}</dt>
          <dd>{plays(`values.${play.result}`)}</dd>
          <dt className="text-ink-2">{t('verdict')}</dt>
          <dd>
            <Mark {...VERDICTS[verdict]} label={plays(`picture.${verdict}`)} />
          </dd>
        </dl>
        <span className="text-ink-2">
          {play.cell === null ? t('noPlace') : `${t('place')}: ${placeText(play.cell)}`}
        </span>
        <Link
          href={proofLink(play)}
          className="mt-auto inline-flex min-h-12 items-center font-semibold text-primary underline"
        >
          {t('proof')}
        </Link>
      </div>
    </li>
  );
}

/** Signed links end after minutes: then the tile says so in words, never as a broken picture. */
function Still({ play: { still_url, creative_name } }: { play: GalleryPlay }) {
  const { t } = useTranslation('proofGallery');
  const [failed, setFailed] = useState<string | null>(null);
  if (still_url === null || failed === still_url)
    return (
      <div className={`${FRAME} flex! items-center justify-center text-12 text-[#aeb6bf]`}>
        {t('noStill')}
      </div>
    );
  return (
    <img
      src={still_url}
      alt={t('still', { name: creative_name })}
      onError={() => setFailed(still_url)}
      className={FRAME}
    />
  );
}

interface StageProps {
  stage: NonNullable<GalleryPlay['stage']>;
  play: GalleryPlay;
}
function Stage({ stage: { received_at, picture }, play: { device_name } }: StageProps) {
  const { t } = useTranslation('proofGallery');
  const format = useFormat();
  const time = format.exact(received_at);
  return (
    <figure className="border-t border-line">
      <img src={picture} alt={t('stageAt', { name: device_name, time })} className={FRAME} />
      <figcaption className="px-3 pt-1 text-12 text-ink-2">
        {t('stage')}: {t('received', { time })}
      </figcaption>
    </figure>
  );
}
