import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFormat } from '../../../kit/text/useFormat.ts';

/** A figure that leads to the rows behind it. */
export const FigureLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-6 items-center text-primary underline pointer-coarse:min-h-11"
  >
    {children}
  </Link>
);

const changeOf = (now: number, before: number) => (before === 0 ? null : (now - before) / before);

/** From here on a percentage says less than a multiple. */
const MANY_TIMES = 9;

/** How a figure changed against the time before: in words of the sign, never by colour alone. */
export function useChangeText() {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  return (now: number, before: number): string => {
    const change = changeOf(now, before);
    if (change === null) return now === 0 ? t('change.none') : t('change.new');
    if (Math.round(change * 100) === 0) return t('change.same');
    if (change >= MANY_TIMES) return t('change.times', { times: format.number(Math.round(now / before)) });
    return t(change > 0 ? 'change.up' : 'change.down', { percent: format.percent(Math.abs(change)) });
  };
}

export function Change({ now, before, href }: { now: number; before: number; href?: string }) {
  const format = useFormat();
  const text = useChangeText()(now, before);
  const figure = format.number(before);
  return (
    <>
      {href === undefined ? figure : <FigureLink href={href}>{figure}</FigureLink>}
      <span className="ml-2 text-13 text-ink-2">{text}</span>
    </>
  );
}
