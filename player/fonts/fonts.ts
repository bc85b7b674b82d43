/** Type for screens with words. Few machines need ours for Chinese: naming its slices alone is as long as half a player. */
import '@fontsource-variable/overpass/index.css';
import '@fontsource/overpass-mono/latin-600.css';
import { onFault } from '../app/faults.ts';

const SIZE_PX = 24;

/** Without type for them any two signs are drawn as the same box. */
function hasChineseType(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE_PX;
  const context = canvas.getContext('2d');
  /** Firefox writes the number of a missing sign into its box. */
  if (!context || CSS.supports('-moz-appearance', 'none')) return false;
  context.font = `${SIZE_PX}px sans-serif`;
  const [one, other] = ['国', '画'].map(sign => {
    context.clearRect(0, 0, SIZE_PX, SIZE_PX);
    context.fillText(sign, 0, SIZE_PX);
    return canvas.toDataURL();
  });
  return one !== other;
}

if (!hasChineseType()) import('./chineseType.ts').catch(onFault);
