/** uPlot's own room: the only file that knows it, loaded with the first chart. */
import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../text/useFormat.ts';
import { optionsOf } from './options.ts';
import type { Series } from './series.ts';
import { useScheme } from './useScheme.ts';

/** Where uPlot shows no cursor. */
const AWAY_PX = -10;

interface PlotProps {
  labels: readonly string[];
  series: readonly Series[];
  /** The point that is read. */
  at: number | null;
  read: (i: number | null) => void;
}

export default function Plot({ labels, series, at, read }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const format = useFormat();
  const scheme = useScheme();
  // Figures that are asked for again and are the same must not draw the chart anew.
  const written = JSON.stringify([labels, series]);
  const content = useMemo(() => JSON.parse(written) as [string[], Series[]], [written]);
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const [names, lines] = content;
    const size = () => ({ width: box.clientWidth, height: box.clientHeight });
    const drawn = new uPlot(
      { ...size(), ...optionsOf({ labels: names, series: lines, style: getComputedStyle(box), format }) },
      [names.map((_, i) => i), ...lines.map(({ values }) => [...values])],
      box,
    );
    plot.current = drawn;
    const room = new ResizeObserver(() => drawn.setSize(size()));
    room.observe(box);
    return () => {
      room.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [content, format, scheme]);
  useEffect(() => {
    const drawn = plot.current;
    const top = at === null ? AWAY_PX : 0;
    drawn?.setCursor({ left: at === null ? AWAY_PX : drawn.valToPos(at, 'x'), top }, false);
  }, [at]);
  function point(event: PointerEvent) {
    const drawn = plot.current;
    if (drawn) read(drawn.posToIdx(event.clientX - drawn.over.getBoundingClientRect().left));
  }
  return <div ref={host} className="size-full" onPointerMove={point} onPointerLeave={() => read(null)} />;
}
