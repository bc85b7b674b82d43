import { encode } from 'uqr';

/** Pixels of one module and modules of the quiet zone. */
const SCALE = 6;
const QUIET = 4;

export function drawQr(canvas: HTMLCanvasElement, text: string): void {
  const { data, size } = encode(text, { border: QUIET });
  const style = getComputedStyle(canvas);
  const pen = canvas.getContext('2d');
  canvas.width = canvas.height = size * SCALE;
  if (!pen) return;
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.color;
  for (const [y, line] of data.entries())
    for (const [x, isDark] of line.entries()) if (isDark) pen.fillRect(x * SCALE, y * SCALE, SCALE, SCALE);
}
