/** What uPlot is told: our axes, our colours, our markers; nothing that moves. */
import type uPlot from 'uplot';
import type { Format } from '../../../shared/i18n/format.ts';
import { labelEvery, ticks } from './scale.ts';
import { seriesStyle, markerPath, type Series } from './series.ts';

const AXIS_PX = 28;
const VALUES_PX = 48;
const LABEL_PX = 58;
const LABEL_GAP_PX = 12;
const MARKER_PX = 3.5;
/** Between the first point and the axis, in parts of a step. */
const EDGE = 0.5;

interface PlotInput {
  labels: readonly string[];
  series: readonly Series[];
  /** Where the tokens are read from. */
  style: CSSStyleDeclaration;
  format: Format;
}

export function plotOptions({
  labels,
  series,
  style,
  format,
}: PlotInput): Omit<uPlot.Options, 'width' | 'height'> {
  const token = (name: string) => style.getPropertyValue(name).trim();
  const marks = ticks(Math.max(0, ...series.flatMap(({ values }) => values.map(value => value ?? 0))));
  const font = `12px ${token('--font')}`;
  const common = { stroke: token('--ink-2'), font, ticks: { show: false } };
  const grid = { stroke: token('--line'), width: 1 };
  return {
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 10, width: 2, fill: token('--surface') },
    },
    scales: {
      x: { time: false, range: [-EDGE, labels.length - 1 + EDGE] },
      y: { range: [0, marks.at(-1) ?? 1] },
    },
    axes: [
      {
        ...common,
        size: AXIS_PX,
        grid: { show: false },
        splits: plot => {
          const every = labelEvery(labels.length, plot.width - VALUES_PX, labelWidth(plot.ctx, font, labels));
          return labels.map((_, i) => i).filter(i => i % every === 0);
        },
        values: (_plot, splits) => splits.map(i => labels[i] ?? ''),
      },
      {
        ...common,
        size: VALUES_PX,
        grid,
        splits: () => marks,
        values: (_plot, splits) => splits.map(value => format.compact(value)),
      },
    ],
    series: [
      {},
      ...series.map(({ name }, i): uPlot.Series => {
        const { colour, dash } = seriesStyle(i);
        return { label: name, stroke: token(colour), width: 2, dash: [...dash], points: { show: false } };
      }),
    ],
    hooks: {
      draw: [plot => series.forEach((line, i) => drawMarkers(plot, line, i, token(seriesStyle(i).colour)))],
    },
  };
}

/** What the longest label takes: days in one language are wider than hours in another. */
function labelWidth(ctx: CanvasRenderingContext2D, font: string, labels: readonly string[]): number {
  ctx.save();
  ctx.font = font;
  const widths = labels.map(label => ctx.measureText(label).width + LABEL_GAP_PX);
  ctx.restore();
  return Math.max(LABEL_PX, ...widths);
}

function drawMarkers(plot: uPlot, { values }: Series, i: number, colour: string) {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = colour;
  const { marker } = seriesStyle(i);
  const radius = MARKER_PX * devicePixelRatio;
  values.forEach((value, at) => {
    if (value === null) return;
    const x = plot.valToPos(at, 'x', true);
    const y = plot.valToPos(value, 'y', true);
    ctx.fill(new Path2D(markerPath(marker, x, y, radius)));
  });
  ctx.restore();
}
