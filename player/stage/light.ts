/** The light of what an element shows now (shared/proof/light.ts). */
import { cellsOf, FRAME, greyOf, hexOf } from '../../shared/proof/light.ts';

const RGBA = 4;
let pen: CanvasRenderingContext2D | null = null;
function emptyPaper(): CanvasRenderingContext2D | null {
  if (!pen) {
    const paper = document.createElement('canvas');
    [paper.width, paper.height] = [FRAME.wide, FRAME.high];
    pen = paper.getContext('2d');
    if (pen) pen.imageSmoothingQuality = 'high';
  }
  pen?.fillRect(0, 0, FRAME.wide, FRAME.high);
  return pen;
}

/** null where nothing can be drawn here. */
export function lightOf(element: HTMLVideoElement | HTMLCanvasElement): string | null {
  const paper = emptyPaper();
  if (!paper || paper.isContextLost()) return null;
  paper.drawImage(element, 0, 0, FRAME.wide, FRAME.high);
  return hexOf(cellsOf(greyOf(paper.getImageData(0, 0, FRAME.wide, FRAME.high).data, RGBA)));
}
