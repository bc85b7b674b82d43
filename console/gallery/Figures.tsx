import { useTranslation } from 'react-i18next';
import { instant, systemClock } from '../../shared/clock.ts';
import { DiffView } from '../kit/ui/display/DiffView.tsx';
import { LoopStrip } from '../kit/ui/display/LoopStrip.tsx';
import { LANES, Mark, type Shape } from '../kit/ui/display/Mark.tsx';
import type { Tone } from '../kit/ui/display/Notice.tsx';
import { Progress } from '../kit/ui/display/Progress.tsx';
import { Tile, TileButton, TileLink, Tiles } from '../kit/ui/display/Tiles.tsx';
import { Timeline } from '../kit/ui/display/Timeline.tsx';
import { Sparkline } from '../kit/charts/Sparkline.tsx';
import { YESTERDAY } from './sampleData.ts';
import { Line, Section } from './Section.tsx';

const MARKS: readonly [Shape, Tone][] = [
  ['live', 'ok'],
  ['degraded', 'warn'],
  ['slow', 'warn'],
  ['offline', 'danger'],
  ['never', 'neutral'],
  ['draft', 'neutral'],
  ['approved', 'ok'],
  ['rejected', 'danger'],
];
const PARTS = [38, 18, 14, 20, 10].map((ms, i) => ({ creative_id: String(i), ms }));
const HOUR_MS = 3_600_000;

export function Figures() {
  const { t } = useTranslation('gallery');
  return (
    <>
      <Section title={t('states')}>
        <Line>
          {MARKS.map(([shape, tone]) => (
            <Mark key={shape} shape={shape} tone={tone} label={t(`shapes.${shape}`)} />
          ))}
        </Line>
        <ul className="border-t-2 border-ink bg-surface">
          {MARKS.slice(0, 5).map(([shape, tone], i) => (
            <li
              key={shape}
              className={`lane flex min-h-12 items-center gap-6 border-b border-line px-5 ${LANES[tone]}`}
            >
              <span className="w-24 font-semibold">Cab {1182 + i}</span>
              <Mark shape={shape} tone={tone} label={t(`shapes.${shape}`)} />
              <span className="hidden max-w-40 flex-1 sm:block">
                <LoopStrip parts={PARTS} label={t('loop')} current={i} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('numbers')}>
        <Tiles>
          <Tile
            figure="371"
            label={<Mark shape="live" tone="ok" label={t('shapes.live')} />}
            note={t('note')}
            lane={LANES.ok}
          />
          <TileLink href="#" figure="18" label={t('linked')} note={t('note')} lane={LANES.warn} />
          <TileButton
            pressed
            figure="14"
            label={t('pressed')}
            onClick={() => undefined}
            lane={LANES.danger}
          />
          <Tile
            figure="98.4"
            label={<Sparkline values={YESTERDAY} label={t('course')} />}
            note={t('course')}
          />
        </Tiles>
        <LoopStrip parts={PARTS} label={t('loop')} tall current={2} />
        <LoopStrip parts={[]} label={t('loopEmpty')} />
        <Progress label={t('progress')} share={0.4} />
        <Progress label={t('progress')} />
      </Section>
      <Section title={t('history')}>
        <DiffView
          caption={t('changes')}
          changes={[
            { label: t('name'), before: 'Cab 1181', after: 'Cab 1182' },
            { label: t('note'), before: null, after: t('sentence') },
          ]}
        />
        <Timeline
          label={t('history')}
          entries={MARKS.slice(0, 3).map(([shape, tone], i) => ({
            id: shape,
            at: instant(systemClock.now() - (i + 1) * HOUR_MS),
            shape,
            tone,
            title: t(`shapes.${shape}`),
            text: t('sentence'),
          }))}
        />
      </Section>
    </>
  );
}
