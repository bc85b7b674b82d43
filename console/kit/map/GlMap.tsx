import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColourScheme } from '../charts/useColourScheme.ts';
import { metresAPixel, type Camera } from './camera.ts';
import { openMap, type Engine } from './engine.ts';
import { Attribution, MapControls, ScaleBar } from './MapControls.tsx';
import type { MapDrawProps } from './mapProps.ts';

export interface GlMapProps extends MapDrawProps {
  /** WebGL, the worker or the outline did not come. */
  onFail: (error: unknown) => void;
}

/** Drawn anew where theme or language change: a canvas keeps the colours and names it was painted with. */
export default function GlMap(props: GlMapProps) {
  const { label, fences, points, chosen, bounds, drawing, onFail } = props;
  const { t, i18n } = useTranslation('map');
  const scheme = useColourScheme();
  const host = useRef<HTMLDivElement>(null);
  const camera = useRef<Camera>(null);
  /** What the map calls is always that of the last render. */
  const now = useRef(props);
  useEffect(() => void (now.current = props));
  const [engine, setEngine] = useState<Engine | null>(null);
  const [isIdle, setIdle] = useState(false);
  const [perPixel, setPerPixel] = useState<number | null>(null);

  useEffect(() => {
    let opened: Engine | null = null;
    let isGone = false;
    openMap({
      host: host.current!,
      language: i18n.language.slice(0, 2),
      texts: {
        'Map.Title': now.current.label,
        'CooperativeGesturesHandler.WindowsHelpText': t('zoomHint'),
        'CooperativeGesturesHandler.MacHelpText': t('zoomHintMac'),
        'CooperativeGesturesHandler.MobileHelpText': t('moveHint'),
      },
      bounds: now.current.bounds,
      camera: camera.current,
      onPlace: place => now.current.onPlace?.(place),
      onChoose: id => now.current.onChoose?.(id),
      onMoved: moved => {
        camera.current = moved;
        setPerPixel(metresAPixel(moved));
      },
      onIdle: () => setIdle(true),
    }).then(
      made => {
        opened = made;
        if (isGone) made.remove();
        else setEngine(made);
      },
      (error: unknown) => {
        if (!isGone) onFail(error);
      },
    );
    return () => {
      isGone = true;
      opened?.remove();
      setEngine(null);
    };
  }, [scheme, i18n.language, t, onFail]);

  useEffect(() => engine?.name(label), [engine, label]);

  useEffect(() => engine?.show({ fences, points, chosen }, bounds), [engine, fences, points, chosen, bounds]);
  useEffect(() => {
    if (!engine || !drawing) return;
    engine.draw({ fences, points: [], chosen }, drawing).catch(onFail);
  }, [engine, drawing, fences, chosen, onFail]);

  return (
    <>
      <div ref={host} aria-busy={!isIdle} className="size-full" />
      {engine && (
        <>
          <MapControls zoomBy={engine.zoomBy} fit={() => engine.fit(bounds)} />
          {perPixel !== null && <ScaleBar metresAPixel={perPixel} />}
          <Attribution text={engine.attribution} />
        </>
      )}
    </>
  );
}
