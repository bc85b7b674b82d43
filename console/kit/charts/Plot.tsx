/** uPlot's own room: the only file that knows it, loaded with the first chart. */
import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../text/useFormat.ts';
import { plotOptions } from './plotOptions.ts';
import type { Series } from './series.ts';
import { useColourScheme } from './useColourScheme.ts';

/** Where uPlot shows no cursor. */
const AWAY_PX = -10;

interface PlotProps {
  labels: readonly string[];
  series: readonly Series[];
  /** The point that is read. */
  cursorIndex: number | null;
  setCursorIndex: (i: number | null) => void;
}

export default function Plot({ labels, series, cursorIndex, setCursorIndex }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const format = useFormat();
  const scheme = useColourScheme();
  // Figures that are asked for again and are the same must not draw the chart anew.
  const contentJson = JSON.stringify([labels, series]);
  const content = useMemo(() => JSON.parse(contentJson) as [string[], Series[]], [contentJson]);
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const [names, lines] = content;
    const size = () => ({ width: box.clientWidth, height: box.clientHeight });
    const chart = new uPlot(
      { ...size(), ...plotOptions({ labels: names, series: lines, style: getComputedStyle(box), format }) },
      [names.map((_, i) => i), ...lines.map(({ values }) => [...values])],
      box,
    );
    plot.current = chart;
    const resizeObserver = new ResizeObserver(() => chart.setSize(size()));
    resizeObserver.observe(box);
    return () => {
      resizeObserver.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [content, format, scheme]);
  useEffect(() => {
    const chart = plot.current;
    const top = cursorIndex === null ? AWAY_PX : 0;
    chart?.setCursor({ left: cursorIndex === null ? AWAY_PX : chart.valToPos(cursorIndex, 'x'), top }, false);
  }, [cursorIndex]);
  function point(event: PointerEvent) {
    const chart = plot.current;
    if (chart) setCursorIndex(chart.posToIdx(event.clientX - chart.over.getBoundingClientRect().left));
  }
  return (
    <div ref={host} className="size-full" onPointerMove={point} onPointerLeave={() => setCursorIndex(null)} />
  );
}
