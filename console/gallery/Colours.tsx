import { useTranslation } from 'react-i18next';
import { Line, Section } from './Section.tsx';

const SIZES = ['text-12', 'text-13', 'text-14', 'text-16', 'text-20', 'text-28', 'text-40'];
const INKS = [
  'text-ink',
  'text-ink-2',
  'text-ink-3',
  'text-primary',
  'text-ok',
  'text-warn',
  'text-danger',
  'text-info',
];
const FILLS = [
  'bg-bg',
  'bg-surface',
  'bg-raised',
  'bg-primary',
  'bg-lamp',
  'bg-ok',
  'bg-warn',
  'bg-danger',
  'bg-info',
  'bg-chart-1',
  'bg-chart-2',
  'bg-chart-3',
  'bg-chart-4',
  'bg-chart-5',
  'bg-chart-6',
];

export function Colours() {
  const { t } = useTranslation('gallery');
  return (
    <Section title={t('colours')}>
      {SIZES.map(size => (
        <p key={size} className={size}>
          {t('sentence')} <span className="font-mono">0123456789</span>
        </p>
      ))}
      <Line>
        {INKS.map(ink => (
          <span key={ink} className={`${ink} font-semibold`}>
            {ink}
          </span>
        ))}
      </Line>
      <ul className="flex flex-wrap border border-line bg-surface">
        {FILLS.map(fill => (
          <li key={fill} className="flex basis-36 items-center gap-2 p-2 font-mono text-12">
            <span className={`size-8 border border-control ${fill}`} />
            {fill.slice(3)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
