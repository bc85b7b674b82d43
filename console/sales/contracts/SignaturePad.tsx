/** A signature drawn by finger, pen or mouse. */
import { useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';

const [WIDTH, HEIGHT] = [480, 140];
const LINE_PX = 2.5;

interface SignaturePadProps {
  /** A PNG in base64; null once it is cleared. */
  change: (image: string | null) => void;
}
export function SignaturePad({ change }: SignaturePadProps) {
  const { t } = useTranslation('contractText');
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const at = ({ clientX, clientY }: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return [((clientX - box.left) * WIDTH) / box.width, ((clientY - box.top) * HEIGHT) / box.height] as const;
  };
  function begin(event: PointerEvent) {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    isDrawing.current = true;
    canvas.current?.setPointerCapture(event.pointerId);
    Object.assign(pen, { lineWidth: LINE_PX, lineCap: 'round', lineJoin: 'round' });
    pen.beginPath();
    pen.moveTo(...at(event));
  }
  function draw(event: PointerEvent) {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !isDrawing.current) return;
    pen.lineTo(...at(event));
    pen.stroke();
  }
  function end() {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    change(canvas.current?.toDataURL('image/png').split(',')[1] ?? null);
  }
  function clear() {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    change(null);
  }
  return (
    <div>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t('sign.pad')}
        className="w-full max-w-[480px] touch-none rounded-sm border border-control bg-white"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Button variant="quiet" onClick={clear}>
        {t('sign.clear')}
      </Button>
    </div>
  );
}
