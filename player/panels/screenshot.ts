/** What is on the stage, small enough to be told: the item alone, no camera and nothing of the machine around it. */
import { MAX_RESULT } from '../../shared/contract/fleet/command.ts';

const WIDE = 320;
/** JPEG; the next where a picture is still too long. */
const QUALITIES = [0.6, 0.4, 0.2, 0.1];

type StageElement = CanvasImageSource & Pick<HTMLElement, 'clientWidth' | 'clientHeight'>;
/** `maxChars`: of the data URL. */
export function screenshotOf(
  element: StageElement | null,
  canvas: HTMLCanvasElement,
  maxChars: number = MAX_RESULT,
): string {
  if (!element) throw new Error('Nothing is on the stage.');
  canvas.width = WIDE;
  canvas.height = Math.round((WIDE * element.clientHeight) / Math.max(1, element.clientWidth));
  canvas.getContext('2d')?.drawImage(element, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const picture = canvas.toDataURL('image/jpeg', quality);
    if (picture.length <= maxChars) return picture;
  }
  throw new Error('The picture is too large to be told.');
}

/** Of what is shown on this page. */
export const stagePicture = (maxChars?: number): string =>
  screenshotOf(
    document.querySelector<HTMLVideoElement>('#stage [data-layer=front]'),
    document.createElement('canvas'),
    maxChars,
  );
