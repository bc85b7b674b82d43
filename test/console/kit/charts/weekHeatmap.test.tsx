/** The week by hours: however narrow it is, labels stay with their rows, and those of hours have room. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOURS } from '../../../../console/kit/charts/hours.ts';
import { WeekHeatmap } from '../../../../console/kit/charts/WeekHeatmap.tsx';
import { openPart } from '../../../support/console/form.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: HOURS }, (_, h) => `${String(h).padStart(2, '0')}:00`);
beforeEach(() =>
  openPart(
    <WeekHeatmap title="Plays" days={DAYS} hours={hours} rows={DAYS.map((_, d) => hours.map(() => d))} />,
    {
      namespaces: ['charts'],
    },
  ),
);
afterEach(cleanup);

const chart = () => document.querySelector('[role=slider]')!;

it('has each day beside its own cells', () => {
  for (const day of DAYS) {
    const label = [...chart().children].find(({ textContent }) => textContent === day);
    expect(label?.nextElementSibling?.querySelectorAll('g')).toHaveLength(HOURS);
  }
});

it('names every third hour, and where it is narrow every sixth', () => {
  const labels = [...chart().querySelectorAll('li')];
  expect(labels.map(({ textContent }) => textContent)).toEqual(hours.filter((_, h) => h % 3 === 0));
  expect(labels[0]!.parentElement!.className).toContain('@max-xs:grid-cols-4');
  for (const label of labels) expect(label.className).toContain('@max-xs:even:hidden');
});
